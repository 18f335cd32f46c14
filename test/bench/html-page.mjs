// `node test/bench/html-page.mjs [changes]`: how long the HTML report of a large plan takes to make, to open in Chromium, and to filter. Prints a table.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';

const CHANGES = Number(process.argv[2] ?? 100_000);
const ROUNDS = 5;

const folder = mkdtempSync(join(tmpdir(), 'lexform-html-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const report = (name, value, unit) =>
  process.stdout.write(`${name.padEnd(64)} ${value.toFixed(1).padStart(9)} ${unit}\n`);
const median = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];

const bundle = join(folder, 'page.mjs');
await build({
  stdin: {
    contents: `export { planHtml } from './src/review/html/plan-html.ts';
export { largePlan } from './test/support/page-plans.ts';`,
    resolveDir: resolve('.'),
    loader: 'ts',
  },
  bundle: true,
  format: 'esm',
  platform: 'node',
  outfile: bundle,
  banner: {
    js: "import { createRequire as lexformRequire } from 'node:module'; const require = lexformRequire(import.meta.url);",
  },
});
const { planHtml, largePlan } = await import(pathToFileURL(bundle).href);

const plan = largePlan(CHANGES);
const file = join(folder, 'plan.html');
const started = performance.now();
const html = planHtml(plan);
report(`make the page of ${CHANGES} changes`, performance.now() - started, 'ms');
report('its size', html.length / 1e6, 'MB');
writeFileSync(file, html);

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
});
const page = await browser.newPage({ viewport: { width: 1360, height: 900 } });
const session = await page.context().newCDPSession(page);
await session.send('Performance.enable');
const metrics = async () =>
  new Map((await session.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value * 1000]));
await page.goto(pathToFileURL(file).href);
const opened = await metrics();
report('open: script', opened.get('ScriptDuration'), 'ms');
report('open: layout and style', opened.get('LayoutDuration') + opened.get('RecalcStyleDuration'), 'ms');
report(
  'open: until the page is complete',
  await page.evaluate("performance.getEntriesByType('navigation')[0].domComplete"),
  'ms',
);

/** Milliseconds of script, layout forced by the page included, from an event to the end of its handlers. */
const timed = (change) =>
  page.evaluate(`(() => { const start = performance.now(); ${change}; return performance.now() - start; })()`);
const type = (text) =>
  `const search = document.getElementById('search'); search.value = ${JSON.stringify(text)}; search.dispatchEvent(new Event('input'))`;
const check = "document.querySelector('#kinds input').click()";
const sort = (value) =>
  `const order = document.getElementById('order'); order.value = '${value}'; order.dispatchEvent(new Event('change'))`;

for (const [name, change, back] of [
  ['search one letter', type('p'), type('')],
  ['search a word', type('paper'), type('')],
  ['search what is not there', type('zzzz'), type('')],
  ['one kind', check, check],
  ['by source term', sort('source'), sort('plan')],
]) {
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    times.push(await timed(change));
    await timed(back);
  }
  report(`filter: ${name}, first`, times[0], 'ms');
  report(`filter: ${name}, median`, median(times), 'ms');
}
const steps = [];
for (let step = 1; step <= 20; step += 1) {
  const before = await metrics();
  await page.evaluate(
    `new Promise((done) => { scrollTo(0, document.documentElement.scrollHeight * ${step / 21}); requestAnimationFrame(() => requestAnimationFrame(done)); })`,
  );
  const after = await metrics();
  steps.push(after.get('TaskDuration') - before.get('TaskDuration'));
}
report('scroll to a far place, all work, median', median(steps), 'ms');
await browser.close();
