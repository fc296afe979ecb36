//! Pages read back: valid by the HTML standard and self-contained, with what stands in them.

use std::collections::BTreeMap;

use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};

/// An element of a page.
pub(crate) struct Element {
    pub(crate) name: String,
    attributes: BTreeMap<String, String>,
    /// All text within it.
    pub(crate) text: String,
}

/// The elements of a page, in its order.
pub(crate) struct Page(Vec<Element>);

impl Page {
    /// The page of that file, which has no faults by the HTML standard, fetches nothing and runs nothing.
    pub(crate) fn of(path: &str, text: &str) -> Page {
        let parsed = parse_document(RcDom::default(), ParseOpts::default()).one(text);
        assert!(parsed.errors.borrow().is_empty(), "{path}: {:?}", parsed.errors.borrow());
        let own = text.matches("http://www.w3.org/2000/svg").count();
        for (foreign, allowed) in
            [("http://", own), ("https://", 0), ("<script", 0), ("javascript:", 0), ("url(", 0), ("@import", 0)]
        {
            assert!(text.matches(foreign).count() <= allowed, "{path} has `{foreign}`");
        }
        let mut page = Page(Vec::new());
        page.add(&parsed.document);
        assert!(page.0.iter().all(|e| e.attributes.keys().all(|name| !name.starts_with("on"))));
        let policy = page.named("meta").find(|e| e.attr("http-equiv") == "Content-Security-Policy").expect("a policy");
        assert_eq!(policy.attr("content"), "default-src 'none'; style-src 'unsafe-inline'");
        assert!(page.named("svg").all(|svg| svg.attr("aria-label").len() > 10 && svg.attr("role") == "img"));
        page
    }

    /// Adds a node with what is in it; gives its text.
    fn add(&mut self, node: &Handle) -> String {
        let at = match &node.data {
            NodeData::Text { contents } => return contents.borrow().to_string(),
            NodeData::Element { name, attrs, .. } => {
                let attributes = attrs.borrow();
                let attributes = attributes.iter().map(|a| (a.name.local.to_string(), a.value.to_string())).collect();
                self.0.push(Element { name: name.local.to_string(), attributes, text: String::new() });
                Some(self.0.len() - 1)
            }
            _ => None,
        };
        let text: String = node.children.borrow().iter().map(|child| self.add(child)).collect();
        if let Some(at) = at {
            self.0[at].text.clone_from(&text);
        }
        text
    }

    pub(crate) fn named<'p>(&'p self, name: &'p str) -> impl Iterator<Item = &'p Element> {
        self.0.iter().filter(move |element| element.name == name)
    }

    /// The rows of all tables but their heads, cell by cell.
    pub(crate) fn rows(&self) -> Vec<Vec<String>> {
        let mut rows: Vec<Vec<String>> = Vec::new();
        for element in &self.0 {
            match (element.name.as_str(), rows.last_mut()) {
                ("tr", _) => rows.push(Vec::new()),
                ("td", Some(row)) => row.push(element.text.clone()),
                ("th", Some(row)) if element.attr("scope") == "row" => row.push(element.text.clone()),
                _ => {}
            }
        }
        rows.retain(|row| !row.is_empty());
        rows
    }

    /// The numbers, by what they are.
    pub(crate) fn numbers(&self) -> Vec<(String, String)> {
        self.named("data").map(|e| (e.attr("data-of").to_owned(), e.attr("value").to_owned())).collect()
    }
}

impl Element {
    pub(crate) fn attr(&self, name: &str) -> &str {
        self.attributes.get(name).map_or("", String::as_str)
    }
}
