//! Whether something that would begin is skipped, and by what (CR 614.10, 616.1).

use super::super::event::{SkippedBy, TurnKind};
use super::super::modifier::Restrictions;
use super::super::schedule::Occurrence;
use super::super::seat::{Seat, SeatSet};
use super::super::step::{Phase, Step};
use super::{FirstDraw, TurnManager};

/// What becomes of something that would begin.
pub(super) enum Verdict {
    Happens,
    Choose,
    Skipped(SkippedBy),
}

impl TurnManager {
    /// The skips to choose from after [`Transition::ChooseSkip`](super::Transition::ChooseSkip), the default (one that uses
    /// nothing up, so that a counter is kept) first. Empty when there is nothing to choose.
    #[must_use]
    pub fn skip_options(&self) -> &[SkippedBy] {
        &self.options
    }

    /// Answers [`Transition::ChooseSkip`](super::Transition::ChooseSkip) with one of [`TurnManager::skip_options`]; an index
    /// past the end means the first. Without a question it does nothing, and without an answer the next
    /// [`TurnManager::advance`] asks again.
    pub fn choose_skip(&mut self, index: usize) {
        self.chosen = self.options.get(index).or(self.options.first()).copied();
    }

    /// Those players may skip the next turn of theirs that would begin for something, also where another skip applies to it
    /// (CR 616.1). As it would begin, [`TurnManager::advance`] comes to [`Transition::OfferSkip`](super::Transition::OfferSkip),
    /// which is answered with [`TurnManager::accept_offer`] or [`TurnManager::decline_offer`]; unanswered it comes again.
    pub fn offer_turn_skips(&mut self, seats: SeatSet) {
        self.offered = self.teams.whole(seats);
    }

    /// The turn is skipped by that skip, whatever else applies to it.
    pub fn accept_offer(&mut self, skip: u32) {
        self.chosen = Some(SkippedBy::Counted(skip));
        self.declined = self.question;
    }

    /// The turn is not skipped for what was offered.
    pub fn decline_offer(&mut self) {
        self.declined = self.question;
    }

    /// Whether there is something to offer for the turn that would begin; then that is the open question.
    pub(super) fn is_offered(&mut self, seat: Seat, turn: Occurrence) -> bool {
        let offered = self.offered.contains(seat) && self.declined != Some((seat, turn));
        if offered {
            self.question = Some((seat, turn));
        }
        offered
    }

    #[inline]
    pub(super) fn skip_of(&mut self, seat: Seat, occurrence: Occurrence) -> Verdict {
        if self.nothing_skips(seat, occurrence) {
            return Verdict::Happens;
        }
        self.look_for_skips(seat, occurrence)
    }

    /// The common case, told quickly.
    #[inline]
    fn nothing_skips(&self, seat: Seat, occurrence: Occurrence) -> bool {
        !self.schedule.has_skips(seat)
            && self.turn.restrictions.kinds.is_empty()
            && self.first_draw == FirstDraw::Done
            && self.question.is_none()
            && !matches!(occurrence, Occurrence::Turn(TurnKind::Extra(_)))
    }

    fn look_for_skips(&mut self, seat: Seat, occurrence: Occurrence) -> Verdict {
        let answer = self.take_answer(seat, occurrence);
        if self.skips_first_draw(seat, occurrence) {
            return Verdict::Skipped(SkippedBy::Rule);
        }
        let mut options = std::mem::take(&mut self.options);
        self.find_skips(seat, occurrence, &mut options);
        let verdict = self.judge(occurrence, &options, answer);
        match verdict {
            Verdict::Choose => self.question = Some((seat, occurrence)),
            _ => options.clear(),
        }
        self.options = options;
        verdict
    }

    /// The answer to the open question, if this is what it was about: somebody may have left meanwhile.
    fn take_answer(&mut self, seat: Seat, occurrence: Occurrence) -> Option<SkippedBy> {
        let asked = self.question.take() == Some((seat, occurrence));
        self.chosen.take().filter(|_| asked)
    }

    fn skips_first_draw(&mut self, seat: Seat, occurrence: Occurrence) -> bool {
        let skips = occurrence == Occurrence::Step(Step::Draw)
            && seat == Seat(0)
            && self.first_draw == FirstDraw::InTurn(self.turn.number);
        if skips {
            self.first_draw = FirstDraw::Done;
        }
        skips
    }

    /// Everything that would skip the occurrence, what uses nothing up first.
    fn find_skips(&self, seat: Seat, occurrence: Occurrence, options: &mut Vec<SkippedBy>) {
        options.clear();
        if self.restricted(occurrence) {
            options.push(SkippedBy::Restriction);
        }
        if let Occurrence::Turn(TurnKind::Extra(grant)) = occurrence
            && self.schedule.house_rule_skips(seat, grant)
        {
            options.push(SkippedBy::HouseRule);
        }
        self.schedule.applicable(seat, occurrence, options);
    }

    /// Several skips that use nothing up are no choice: the first stands for all.
    fn judge(&self, occurrence: Occurrence, options: &[SkippedBy], answer: Option<SkippedBy>) -> Verdict {
        let [first, others @ ..] = options else { return Verdict::Happens };
        let counted = options.iter().any(|by| matches!(by, SkippedBy::Counted(_)));
        let choice = !others.is_empty() && counted && !self.combat_only(occurrence);
        match answer {
            _ if !choice => Verdict::Skipped(*first),
            Some(by) if options.contains(&by) => Verdict::Skipped(by),
            _ => Verdict::Choose,
        }
    }

    fn restricted(&self, occurrence: Occurrence) -> bool {
        let has = |r| self.turn.restrictions.kinds.contains(r);
        match occurrence {
            _ if self.combat_only(occurrence) => true,
            Occurrence::Step(Step::Untap) => has(Restrictions::NO_UNTAP),
            Occurrence::Step(Step::Upkeep) => has(Restrictions::NO_UPKEEP),
            Occurrence::Step(Step::Draw) => has(Restrictions::NO_DRAW),
            Occurrence::Phase(Phase::Combat) => has(Restrictions::NO_COMBAT),
            Occurrence::Phase(phase) => phase.is_main() && has(Restrictions::NO_MAIN_PHASE),
            _ => false,
        }
    }

    /// Whether the phase is missing from a turn that has combat only.
    fn combat_only(&self, occurrence: Occurrence) -> bool {
        let missing = |phase: Phase| phase == Phase::Beginning || phase.is_main();
        matches!(occurrence, Occurrence::Phase(phase) if missing(phase))
            && self.turn.restrictions.kinds.contains(Restrictions::COMBAT_ONLY)
    }

    /// Uses a skip. Returns how many of that seat and occurrence still wait.
    pub(super) fn use_skip(&mut self, seat: Seat, occurrence: Occurrence, by: SkippedBy) -> u16 {
        let used = self.schedule.use_skip(seat, occurrence, by);
        self.entry.extend(used.then);
        used.left
    }
}
