// A page as people see it: in both colour schemes, on a screen and on a phone. What axe-core finds, a page wider than its screen,
// and any request but that for the page itself are faults.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const url = pathToFileURL(process.argv[2]).href;
const browser = await puppeteer.launch({ executablePath: process.env.BROWSER, args: ["--no-sandbox"] });
let faults = 0;
for (const scheme of ["light", "dark"]) {
  for (const width of [1280, 390]) {
    const page = await browser.newPage();
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.setViewport({ width, height: 900 });
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    await page.setBypassCSP(true);
    await page.goto(url);
    await page.evaluate("document.querySelectorAll('details').forEach((details) => (details.open = true))");
    await page.evaluate(axe);
    const { violations } = await page.evaluate("axe.run()");
    const wider = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
    const foreign = asked.filter((other) => other !== url);
    const told = violations.map((one) => `${one.id} (${one.impact}): ${one.nodes.length}, ${one.nodes[0].html.slice(0, 120)}`);
    if (wider > 0) told.push(`${wider} pixels wider than the screen`);
    told.push(...foreign.map((other) => `asks for ${other}`));
    console.log(`${scheme}, ${width} pixels: ${told.join("; ") || "nothing found"}`);
    faults += told.length;
    await page.close();
  }
}
await browser.close();
process.exitCode = faults ? 1 : 0;
