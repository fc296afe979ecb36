//! The subtypes of the rules (CR 205.3), by which a noun is known.

/// Creature types (CR 205.3m).
pub(super) const CREATURES: &str = "\
Advisor Aetherborn Ally Angel Antelope Ape Archer Archon Armadillo Army Artificer Assassin Assembly-Worker Astartes \
Atog Aura Aurochs Avatar Azra Badger Balloon Barbarian Bard Basilisk Bat Bear Beast Beaver Beeble Berserker Bird Bison \
Blinkmoth Boar Bringer Brushwagg Camarid Camel Capybara Caribou Carrier Cat Centaur Child Chimera Citizen \
Cleric Clown Cockatrice Construct Cow Coward Coyote Crab Crocodile Custodes Cyberman Cyclops Dalek Dauthi Demigod \
Demon Deserter Detective Devil Dinosaur Djinn Doctor Dog Dragon Drake Dreadnought Drone Druid Dryad Dwarf Echidna \
Efreet Egg Elder Eldrazi Elemental Elephant Elf Elk Employee Eye Faerie Ferret Fish Flagbearer Fox Fractal Frog Fungus \
Gamer Gargoyle Germ Giant Gith Glimmer Gnome Gnu Goat Goblin God Golem Gorgon Graveborn Gremlin Griffin Guest Hag \
Halfling Harpy Hellion Hero Hippo Hippogriff Homarid Homunculus Horror Horse Hound Human Hydra Hyena Illusion Imp \
Incarnation Inkling Inquisitor Insect Jackal Jellyfish Juggernaut Kangaroo Kavu Kirin Kithkin Knight Kobold Kor Kraken \
Lamia Lammasu Leech Lemur Leviathan Lhurgoyf Licid Lizard Llama Lobster Manticore Masticore Mercenary Merfolk \
Metathran Minion Minotaur Mite Mole Monger Mongoose Monk Monkey Moogle Moonfolk Mount Mouse Mutant Myr Mystic \
Nautilus Necron Nephilim Nightmare Nightstalker Ninja Noble Noggle Nomad Nymph Octopus Ogre Ooze Orb Orc Orgg Otter \
Ouphe Ox Oyster Pangolin Peasant Pegasus Pentavite Performer Pest Phelddagrif Phoenix Phyrexian Pilot Pincher Pirate \
Plant Platypus Porcupine Possum Praetor Primarch Prism Processor Rabbit Raccoon Ranger Rat Rebel Reflection Rhino \
Rigger Robot Rogue Sable Salamander Samurai Sand Saproling Satyr Scarecrow Scientist Scion Scorpion Scout Sculpture \
Seal Serf Serpent Servo Shade Shaman Shapeshifter Shark Sheep Siren Skeleton Skunk Slith Sliver Sloth Slug Snake \
Soldier Soltari Sorcerer Spawn Specter Spellshaper Sphinx Spider Spike Spirit Splinter Sponge Spy Squid Squirrel \
Starfish Surrakar Survivor Synth Tentacle Tetravite Thalakos Thopter Thrull Tiefling Toy Treefolk Trilobite \
Triskelavite Troll Turtle Tyranid Unicorn Vampire Vampyre Varmint Vedalken Volver Wall Walrus Warlock Warrior \
Weasel Weird Werewolf Whale Wizard Wolf Wolverine Wombat Worm Wraith Wurm Yeti Zombie Zubera";

/// Subtypes of lands, artifacts, enchantments and spells (CR 205.3g to 205.3k).
pub(super) const OTHERS: &str = "\
Plains Island Swamp Mountain Forest Desert Gate Lair Locus Mine Power-Plant Tower Urza's Cave Sphere Town Clue Food \
Treasure Gold Equipment Fortification Vehicle Blood Map Powerstone Contraption Aura Cartouche Curse Saga Shrine Rune \
Class Background Role Room Case Arcane Trap Adventure Lesson";

/// Creature types that older texts print, and what they are since (CR 205.3m).
const RENAMED: [(&str, &str); 6] = [
    ("Nagas", "Snakes"),
    ("Naga", "Snake"),
    ("Viashino", "Lizard"),
    ("Cephalids", "Octopuses"),
    ("Cephalid", "Octopus"),
    ("Tribal", "Kindred"),
];

/// The text with the types of today, the type Tribal among them (CR 308).
pub(super) fn renamed(text: &str) -> String {
    RENAMED
        .iter()
        .fold(text.to_owned(), |text, (old, new)| if text.contains(old) { text.replace(old, new) } else { text })
}

/// Plurals that do not just take an s.
const PLURALS: [(&str, &str); 17] = [
    ("Elves", "Elf"),
    ("Wolves", "Wolf"),
    ("Werewolves", "Werewolf"),
    ("Dwarves", "Dwarf"),
    ("Allies", "Ally"),
    ("Faeries", "Faerie"),
    ("Zombies", "Zombie"),
    ("Pirates", "Pirate"),
    ("Mercenaries", "Mercenary"),
    ("Harpies", "Harpy"),
    ("Hippogriffs", "Hippogriff"),
    ("Fungi", "Fungus"),
    ("Pegasi", "Pegasus"),
    ("Oxen", "Ox"),
    ("Octopuses", "Octopus"),
    ("Mice", "Mouse"),
    ("Incarnations", "Incarnation"),
];

/// The subtype a printed word means, singular; with it whether it is a creature type.
pub(super) fn subtype(word: &str) -> Option<(&'static str, bool)> {
    let find = |name: &str| {
        let of = |list: &'static str| list.split(' ').find(|s| *s == name);
        of(OTHERS).map(|s| (s, false)).or_else(|| of(CREATURES).map(|s| (s, true)))
    };
    if let Some((_, singular)) = PLURALS.iter().find(|(plural, _)| *plural == word) {
        return find(singular);
    }
    find(word)
        .or_else(|| word.strip_suffix("es").filter(|s| s.ends_with(['x', 'h', 's'])).and_then(find))
        .or_else(|| word.strip_suffix('s').and_then(find))
}

/// Whether the printed word is a plural of a subtype.
pub(super) fn is_plural(word: &str) -> bool {
    subtype(word).is_some_and(|(singular, _)| singular != word)
}
