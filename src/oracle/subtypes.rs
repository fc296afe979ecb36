//! The subtypes of the rules (CR 205.3), by which a noun is known.

/// Creature types (CR 205.3m).
pub(super) const CREATURES: &str = "\
Advisor Aetherborn Ally Angel Antelope Ape Archer Archon Army Artificer Assassin Assembly-Worker Atog Aura Aurochs Avatar \
Azra Badger Barbarian Bard Basilisk Bat Bear Beast Beeble Berserker Bird Blinkmoth Boar Bringer Brushwagg Camarid Camel \
Caribou Carrier Cat Centaur Cephalid Chimera Citizen Cleric Cockatrice Construct Coward Crab Crocodile Cyclops Dauthi \
Demigod Demon Deserter Detective Devil Dinosaur Djinn Dog Dragon Drake Dreadnought Drone Druid Dryad Dwarf Efreet Egg \
Elder Eldrazi Elemental Elephant Elf Elk Eye Faerie Ferret Fish Flagbearer Fox Fractal Frog Fungus Gargoyle Germ Giant \
Gnome Goat Goblin God Golem Gorgon Graveborn Gremlin Griffin Hag Halfling Harpy Hellion Hippo Hippogriff Homarid \
Homunculus Horror Horse Hound Human Hydra Hyena Illusion Imp Incarnation Inkling Insect Jackal Jellyfish Juggernaut \
Kavu Kirin Kithkin Knight Kobold Kor Kraken Lamia Lammasu Leech Leviathan Lhurgoyf Licid Lizard Manticore Masticore \
Mercenary Merfolk Metathran Minion Minotaur Mole Monger Mongoose Monk Monkey Moonfolk Mouse Mutant Myr Mystic Naga \
Nautilus Nephilim Nightmare Nightstalker Ninja Noble Noggle Nomad Nymph Octopus Ogre Ooze Orb Orc Orgg Otter Ouphe Ox \
Oyster Pangolin Peasant Pegasus Pentavite Pest Phelddagrif Phoenix Phyrexian Pilot Pincher Pirate Plant Praetor Prism \
Processor Rabbit Raccoon Ranger Rat Rebel Reflection Rhino Rigger Robot Rogue Sable Salamander Samurai Sand Saproling \
Satyr Scarecrow Scion Scorpion Scout Serf Serpent Servo Shade Shaman Shapeshifter Shark Sheep Siren Skeleton Slith \
Sliver Slug Snake Soldier Soltari Sorcerer Spawn Specter Spellshaper Sphinx Spider Spike Spirit Splinter Sponge Squid \
Squirrel Starfish Surrakar Survivor Tentacle Tetravite Thalakos Thopter Thrull Tiefling Treefolk Trilobite \
Triskelavite Troll Turtle Unicorn Vampire Vedalken Viashino Volver Wall Warlock Warrior Weird Werewolf Whale Wizard \
Wolf Wolverine Wombat Worm Wraith Wurm Yeti Zombie Zubera";

/// Subtypes of lands, artifacts, enchantments and spells (CR 205.3g to 205.3k).
pub(super) const OTHERS: &str = "\
Plains Island Swamp Mountain Forest Desert Gate Lair Locus Mine Power-Plant Tower Urza's Cave Sphere Town Clue Food \
Treasure Gold Equipment Fortification Vehicle Blood Map Powerstone Contraption Aura Cartouche Curse Saga Shrine Rune \
Class Background Role Room Case Arcane Trap Adventure Lesson";

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
