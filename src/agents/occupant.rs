//! An agent in its seat: called where it stands, or on a thread of its own when it has a deadline. Its panics are faults.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::game::GameEvent;
use crate::game::settle::{Fault, Reply};
use crate::game::view::PlayerView;

use super::{Agent, Over, PhaseBegan, Seated, Wants};

/// What a panic said.
#[must_use]
pub fn panic_text(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|s| (*s).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}

/// Does that; a panic is a fault, with its text.
fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| Fault::Panicked(panic_text(&*payload)))
}

/// Something an agent is told.
#[derive(Debug, Clone)]
pub enum News {
    /// What has happened, as its seat may see it.
    Events(Vec<GameEvent>),
    /// A step began.
    Phase(PhaseBegan),
    /// The game is over.
    Over(Over),
}

/// An agent in its seat.
pub(crate) enum Occupant {
    /// Called on the table's own thread: trusted to answer.
    Here(Box<dyn Agent>),
    /// On a thread of its own.
    Apart(Apart),
}

impl Occupant {
    /// Puts an agent in a seat, on a thread of its own if it has a deadline.
    pub(crate) fn new(agent: Box<dyn Agent>) -> Occupant {
        match agent.deadline() {
            None => Occupant::Here(agent),
            Some(deadline) => Occupant::Apart(Apart::start(agent, deadline)),
        }
    }

    /// It sits down and says what it wants.
    pub(crate) fn seated(&mut self, seated: &Seated) -> Result<Wants, Fault> {
        match self {
            Occupant::Here(agent) => guarded(|| agent.seated(seated)),
            Occupant::Apart(apart) => apart.wait(|done| Job::Seated(Box::new(seated.clone()), done)),
        }
    }

    /// It is told something. Nobody waits for an agent on a thread of its own: what goes wrong there is told at its next
    /// question.
    pub(crate) fn tell(&mut self, news: News) -> Result<(), Fault> {
        match self {
            Occupant::Here(agent) => guarded(|| tell(agent.as_mut(), news)),
            Occupant::Apart(apart) => apart.send(Job::Tell(news)),
        }
    }

    /// Whether its player concedes, as its own seat sees the table.
    pub(crate) fn concedes(&mut self, view: PlayerView) -> Result<bool, Fault> {
        match self {
            Occupant::Here(agent) => guarded(|| agent.concedes(&view)),
            Occupant::Apart(apart) => apart.wait(|done| Job::Concedes(view, done)),
        }
    }

    /// It answers the question that is pending in the view, within its deadline if it has one.
    pub(crate) fn ask(&mut self, view: PlayerView) -> Result<Reply, Fault> {
        match self {
            Occupant::Here(agent) => ask(agent.as_mut(), &view),
            Occupant::Apart(apart) => apart.wait(|done| Job::Ask(view, done)),
        }
    }
}

fn tell(agent: &mut dyn Agent, news: News) {
    match news {
        News::Events(events) => agent.observe(&events),
        News::Phase(began) => agent.phase(began),
        News::Over(over) => agent.over(&over),
    }
}

/// Asks an agent the question that is pending in its view; a panic is a fault.
pub(crate) fn ask(agent: &mut dyn Agent, view: &PlayerView) -> Result<Reply, Fault> {
    let Some(decision) = view.decision() else { return Err(nothing_asked()) };
    guarded(|| agent.choose(view, decision))?
}

/// A view in which its seat has nothing to decide.
fn nothing_asked() -> Fault {
    Fault::Unreadable("nothing is asked of this seat".to_owned())
}

/// An agent on a thread of its own.
pub(crate) struct Apart {
    /// `None` once it was late: its thread ends when it comes back, if it ever does.
    jobs: Option<mpsc::Sender<Job>>,
    deadline: Duration,
}

/// Called with the answer, on the agent's thread.
pub(crate) type Done<T> = Box<dyn FnOnce(Result<T, Fault>) + Send>;

enum Job {
    Seated(Box<Seated>, Done<Wants>),
    Ask(PlayerView, Done<Reply>),
    Concedes(PlayerView, Done<bool>),
    Tell(News),
}

impl Apart {
    fn start(agent: Box<dyn Agent>, deadline: Duration) -> Apart {
        let (jobs, list) = mpsc::channel();
        let started = thread::Builder::new().name("agent".to_owned()).spawn(move || work(agent, &list));
        Apart { jobs: started.ok().map(|_| jobs), deadline }
    }

    /// It was late: nobody waits for it any more.
    pub(crate) fn abandon(&mut self) -> Fault {
        self.jobs = None;
        Fault::Late
    }

    fn send(&mut self, job: Job) -> Result<(), Fault> {
        let sent = self.jobs.as_ref().map(|jobs| jobs.send(job).is_ok());
        if sent == Some(true) { Ok(()) } else { Err(Fault::Gone("its thread has ended".to_owned())) }
    }

    fn wait<T: Send + 'static>(&mut self, job: impl FnOnce(Done<T>) -> Job) -> Result<T, Fault> {
        let (done, answer) = mpsc::sync_channel(1);
        // Who was late has nobody listening.
        self.send(job(Box::new(move |result| drop(done.send(result)))))?;
        match answer.recv_timeout(self.deadline) {
            Ok(result) => result,
            Err(RecvTimeoutError::Timeout) => Err(self.abandon()),
            Err(RecvTimeoutError::Disconnected) => Err(Fault::Gone("its thread has ended".to_owned())),
        }
    }
}

/// For those who don't wait for it.
#[cfg(feature = "actors")]
impl Apart {
    /// How long it has for an answer.
    pub(crate) const fn deadline(&self) -> Duration {
        self.deadline
    }

    /// Tells it where it sits; what it wants goes to `done`, if it ever says so.
    pub(crate) fn send_seated(&mut self, seated: Seated, done: Done<Wants>) -> Result<(), Fault> {
        self.send(Job::Seated(Box::new(seated), done))
    }

    /// Sends the question; the answer goes to `done`, if it ever comes.
    pub(crate) fn send_ask(&mut self, view: PlayerView, done: Done<Reply>) -> Result<(), Fault> {
        self.send(Job::Ask(view, done))
    }

    /// Sends the question whether its player concedes.
    pub(crate) fn send_concedes(&mut self, view: PlayerView, done: Done<bool>) -> Result<(), Fault> {
        self.send(Job::Concedes(view, done))
    }
}

/// The life of an agent on its own thread. After a panic it is not called any more; whoever asks is told of it.
fn work(mut agent: Box<dyn Agent>, jobs: &mpsc::Receiver<Job>) {
    let mut broken: Option<Fault> = None;
    for job in jobs {
        match (job, broken.clone()) {
            (Job::Seated(_, done), Some(fault)) => done(Err(fault)),
            (Job::Ask(_, done), Some(fault)) => done(Err(fault)),
            (Job::Concedes(_, done), Some(fault)) => done(Err(fault)),
            (Job::Tell(_), Some(_)) => {}
            (Job::Seated(seated, done), None) => done(guarded(|| agent.seated(&seated))),
            (Job::Tell(news), None) => broken = guarded(|| tell(agent.as_mut(), news)).err(),
            (Job::Concedes(view, done), None) => {
                let concedes = guarded(|| agent.concedes(&view));
                drop(view);
                broken = concedes.as_ref().err().cloned();
                done(concedes);
            }
            (Job::Ask(view, done), None) => {
                let answer = ask(agent.as_mut(), &view);
                // Before the answer is known, so that the table's state is its own again and changes in place.
                drop(view);
                broken = answer.as_ref().err().filter(|fault| fault.is_final()).cloned();
                done(answer);
            }
        }
    }
}
