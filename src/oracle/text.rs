//! Printed text as tokens: words, symbols and punctuation, reminder text stripped, the card's own name as `~`.

/// The longest text that is read; printed cards stay far below it.
pub(super) const MOST_BYTES: usize = 4000;

/// One word, mana symbol or punctuation mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    /// What is compared: lower case, apostrophes and minus signs made plain.
    pub(super) text: String,
    /// As printed: subtypes are known by their capital.
    pub(super) printed: String,
}

impl Token {
    /// Whether it begins with a capital letter.
    pub(super) fn is_capital(&self) -> bool {
        self.printed.starts_with(|c: char| c.is_ascii_uppercase())
    }
}

/// The text without what stands in parentheses, which only reminds (CR 207.2).
pub(super) fn without_reminders(text: &str) -> String {
    let (mut out, mut depth) = (String::with_capacity(text.len()), 0_u32);
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => out.push(c),
            _ => {}
        }
    }
    out
}

/// The names by which a card may call itself: the whole, and of a legend what stands before the comma or the byname.
fn own_names(name: &str, legendary: bool) -> Vec<String> {
    let mut names = vec![plain(name)];
    if legendary {
        for sign in [", ", " of ", " the "] {
            if let Some((short, _)) = names[0].split_once(sign) {
                let short = short.to_owned();
                names.push(short);
            }
        }
    }
    names
}

fn plain(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '’' => '\'',
            '−' => '-',
            '“' | '”' => '"',
            c => c,
        })
        .collect()
}

/// The text with every mention of the card by its own name as `~`.
pub(super) fn with_self(text: &str, name: &str, legendary: bool) -> String {
    let mut text = plain(text);
    for own in own_names(name, legendary) {
        if own.is_empty() {
            continue;
        }
        let mut out = String::with_capacity(text.len());
        let mut rest = text.as_str();
        while let Some(at) = rest.find(&own) {
            let (before, after) = (&rest[..at], &rest[at + own.len()..]);
            let inside = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric());
            let whole = !inside(before.chars().next_back()) && !inside(after.chars().next());
            out.push_str(before);
            out.push_str(if whole { "~" } else { &own });
            rest = after;
        }
        out.push_str(rest);
        text = out;
    }
    super::subtypes::renamed(&text)
}

/// The tokens of one line.
pub(super) fn tokens(line: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut word = String::new();
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '{' => {
                flush(&mut word, &mut found);
                let mut symbol = String::from("{");
                for c in chars.by_ref() {
                    symbol.push(c);
                    if c == '}' {
                        break;
                    }
                }
                found.push(Token { text: symbol.clone(), printed: symbol });
            }
            ',' | '.' | ':' | ';' | '"' | '•' | '—' => {
                flush(&mut word, &mut found);
                found.push(Token { text: c.to_string(), printed: c.to_string() });
            }
            c if c.is_whitespace() => flush(&mut word, &mut found),
            // A possessive of the card itself is two tokens: `~ 's`.
            '\'' if word == "~" => {
                flush(&mut word, &mut found);
                word.push(c);
            }
            c => word.push(c),
        }
    }
    flush(&mut word, &mut found);
    found
}

fn flush(word: &mut String, found: &mut Vec<Token>) {
    if !word.is_empty() {
        found.push(Token { text: word.to_lowercase(), printed: std::mem::take(word) });
    }
}

/// "This creature" outside of quotations is the card itself, as newer texts call it; within, it is what has the ability.
pub(super) fn this_as_self(line: Vec<Token>) -> Vec<Token> {
    const KINDS: [&str; 11] = [
        "creature",
        "permanent",
        "artifact",
        "enchantment",
        "land",
        "aura",
        "equipment",
        "vehicle",
        "saga",
        "class",
        "planeswalker",
    ];
    let kind = |token: &Token| {
        let (noun, own) = token.text.strip_suffix("'s").map_or((token.text.as_str(), false), |noun| (noun, true));
        KINDS.contains(&noun).then_some(own)
    };
    let mut out: Vec<Token> = Vec::with_capacity(line.len());
    let mut quoted = false;
    let mut rest = line.into_iter().peekable();
    while let Some(token) = rest.next() {
        quoted ^= token.text == "\"";
        match rest.peek().filter(|_| !quoted && token.text == "this").and_then(kind) {
            None => out.push(token),
            Some(own) => {
                let noun = rest.next().map_or_else(String::new, |noun| noun.printed);
                let noun = noun.strip_suffix("'s").unwrap_or(&noun);
                out.push(Token { text: "~".to_owned(), printed: format!("{} {noun}", token.printed) });
                if own {
                    out.push(Token { text: "'s".to_owned(), printed: "'s".to_owned() });
                }
            }
        }
    }
    out
}

/// Tokens as a readable sentence, for refusals.
pub(super) fn sentence(tokens: &[Token]) -> String {
    let mut out = String::new();
    for token in tokens {
        let glued = matches!(token.text.as_str(), "," | "." | ":" | ";" | "'s")
            || token.text.starts_with('{') && out.ends_with('}');
        if !out.is_empty() && !glued {
            out.push(' ');
        }
        out.push_str(&token.printed);
    }
    out
}
