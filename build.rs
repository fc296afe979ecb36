//! Embedded files never go stale: whatever changes under `scenarios/` is compiled in again.

fn main() {
    println!("cargo::rerun-if-changed=scenarios");
}
