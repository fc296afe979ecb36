// Plays the games of a games.csv again in WebAssembly: node play.mjs MODULE.wasm games.csv
import { readFileSync } from "node:fs";

const [module, csv] = process.argv.slice(2);
const [header, ...rows] = readFileSync(csv, "utf8").trim().split("\n").map((line) => line.split(","));
const column = (name) => {
  const at = header.indexOf(name);
  if (at < 0) throw new Error(`no column ${name} in ${csv}`);
  return at;
};
const [game, turns, digest] = ["game", "turns", "digest"].map(column);

const { instance } = await WebAssembly.instantiate(readFileSync(module), {});
const { play, word } = instance.exports;
let differ = 0;
for (const row of rows) {
  const played = play(Number(row[game]));
  const found = [0, 1, 2, 3].map((i) => (word(i) >>> 0).toString(16).padStart(8, "0")).join("");
  if (played !== Number(row[turns]) || found !== row[digest]) {
    console.error(`game ${row[game]}: ${played} turns, ${found}; expected ${row[turns]} turns, ${row[digest]}`);
    differ += 1;
  }
}
if (rows.length === 0 || differ > 0) {
  console.error(`${differ} of ${rows.length} games differ`);
  process.exit(1);
}
console.log(`${rows.length} games in WebAssembly, the same digests`);
