//! A match over instructions names every one of them, so that the compiler leads whoever adds one to each place that must
//! decide about it.

use std::fs;
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};
use syn::{ExprMatch, Pat};

/// What the finder has found in one file: of each match over `Op` with an arm for all the rest, the variants it names.
#[derive(Default)]
struct Finder {
    found: Vec<String>,
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_expr_match(&mut self, matching: &'ast ExprMatch) {
        let mut named = Named::default();
        matching.arms.iter().for_each(|arm| named.visit_pat(&arm.pat));
        let for_the_rest = matching.arms.iter().any(|arm| arm.guard.is_none() && takes_anything(&arm.pat));
        if for_the_rest && !named.variants.is_empty() {
            self.found.push(named.variants.join(", "));
        }
        visit::visit_expr_match(self, matching);
    }
}

/// The variants of `Op` that a pattern names.
#[derive(Default)]
struct Named {
    variants: Vec<String>,
}

impl<'ast> Visit<'ast> for Named {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        let mut last = path.segments.iter().rev();
        if let (Some(variant), Some(of)) = (last.next(), last.next())
            && of.ident == "Op"
        {
            self.variants.push(variant.ident.to_string());
        }
        visit::visit_path(self, path);
    }
}

/// Whether the pattern takes any instruction: `_`, a name, or either of them in a tuple, a reference or `Some`.
fn takes_anything(pat: &Pat) -> bool {
    match pat {
        Pat::Wild(_) => true,
        Pat::Ident(name) => name.subpat.is_none() && name.ident.to_string().starts_with(char::is_lowercase),
        Pat::Or(or) => or.cases.iter().any(takes_anything),
        Pat::Paren(inner) => takes_anything(&inner.pat),
        Pat::Reference(inner) => takes_anything(&inner.pat),
        Pat::Tuple(tuple) => tuple.elems.iter().all(takes_anything),
        Pat::TupleStruct(some) => some.path.is_ident("Some") && some.elems.iter().all(takes_anything),
        _ => false,
    }
}

fn found_in(source: &str) -> Vec<String> {
    let mut finder = Finder::default();
    finder.visit_file(&syn::parse_file(source).expect("the crate's own source"));
    finder.found
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a readable folder").map(|entry| entry.expect("a readable entry").path());
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|path| path.is_dir());
    let rust = files.into_iter().filter(|path| path.extension().is_some_and(|e| e == "rs"));
    rust.chain(folders.iter().flat_map(|folder| rust_files(folder))).collect()
}

#[test]
fn the_finder_sees_every_arm_for_the_rest() {
    for arm in ["_ => 0", "other => other.n()", "Op::End | _ => 0"] {
        let found = found_in(&format!("fn f(op: Op) -> i32 {{ match op {{ Op::End => 1, {arm} }} }}"));
        assert!(found.len() == 1 && found[0].starts_with("End"), "{arm}: {found:?}");
    }
    for arm in ["Some(_) | None => 0", "_ => 0"] {
        assert_eq!(found_in(&format!("fn f() {{ match next() {{ Some(Op::End) => 1, {arm} }}; }}")), ["End"]);
    }
    let pair = "fn f() { g(|(at, op)| match (at, op) { (0, crate::Op::Jump(to)) => to, (_, _) => at }) }";
    assert_eq!(found_in(pair), ["Jump"]);
    let whole = "fn f() { match op { Op::End => 1, Op::Jump(_) if x => 2, Op::Jump(_) | Op::Other { .. } => 3 } }";
    assert!(found_in(whole).is_empty(), "every variant is named");
    assert!(found_in("fn f() { match who { Who::You => 1, _ => 2 } }").is_empty(), "another enum");
}

#[test]
fn matches_over_instructions_name_them_all() {
    let files = rust_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let wrong: Vec<String> = files
        .iter()
        .flat_map(|file| {
            let source = fs::read_to_string(file).expect("a readable file");
            let told = |variants: String| format!("{}: a match over {variants} and all the rest", file.display());
            found_in(&source).into_iter().map(told).collect::<Vec<_>>()
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
