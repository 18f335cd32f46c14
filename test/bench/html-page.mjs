// The HTML report of a plan of 100,000 changes: how much script it takes to open in Chromium, and to filter.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { bundled } from './bundled.mjs';
import { median } from './measure.mjs';

const CHANGES = 100_000;
const ROUNDS = 5;
/** Until a reader has seen that there is a page. */
const SETTLED_MS = 1000;
/** What is felt as at once. */
const AT_ONCE_MS = 100;
/** The longest time until a page is open. */
const OPEN_MS = 1000;

const folder = mkdtempSync(join(tmpdir(), 'lexform-bench-page-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const sources = () =>
  bundled(`export { planHtml } from './src/review/html/plan-html.ts';
export { largePlan } from './test/support/page-plans.ts';
export { CHROMIUM, NO_CHROMIUM } from './test/browser/chromium-path.ts';`);

const type = (text) =>
  `const search = document.getElementById('search'); search.value = ${JSON.stringify(text)}; search.dispatchEvent(new Event('input'))`;
const check = "document.querySelector('#kinds input').click()";
const sort = (value) =>
  `const order = document.getElementById('order'); order.value = '${value}'; order.dispatchEvent(new Event('change'))`;

/** What a reader does, and what puts the page back. */
const FILTERS = [
  ['search for one letter', type('p'), type('')],
  ['search for a word', type('paper'), type('')],
  ['search for what is not there', type('zzzz'), type('')],
  ['one kind', check, check],
  ['order by source term', sort('source'), sort('plan')],
];

/** Milliseconds by the browser's own clock, in total since the page was asked for. */
async function clockOf(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return async () =>
    new Map((await session.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value * 1000]));
}

/** Opens the page anew, in a context of its own. */
async function opened(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1360, height: 900 } });
  const page = await context.newPage();
  const clock = await clockOf(page);
  await page.goto(url);
  const spent = await clock();
  const complete = await page.evaluate("performance.getEntriesByType('navigation')[0].domComplete");
  return { context, page, clock, script: spent.get('ScriptDuration'), complete };
}

/** All the work of the page for one step to a far place. */
async function scrolled(page, clock) {
  const steps = [];
  for (let step = 1; step <= 20; step += 1) {
    const before = await clock();
    await page.evaluate(
      `new Promise((done) => { scrollTo(0, document.documentElement.scrollHeight * ${step / 21}); requestAnimationFrame(() => requestAnimationFrame(done)); })`,
    );
    steps.push((await clock()).get('TaskDuration') - before.get('TaskDuration'));
  }
  return median(steps);
}

/** `skip`: takes the name of what cannot be measured here, and why. */
export async function pageOfMany(report, skip) {
  const { planHtml, largePlan, CHROMIUM, NO_CHROMIUM } = await sources();
  if (CHROMIUM === undefined) return skip('page of 100,000 changes', NO_CHROMIUM);
  const file = join(folder, 'plan.html');
  writeFileSync(file, planHtml(largePlan(CHANGES)));
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  });
  const ofPage = (name, milliseconds, goal) =>
    report(`page of 100,000 changes, ${name}`, milliseconds / AT_ONCE_MS, `× ${AT_ONCE_MS} ms`, goal);

  const openings = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { context, script, complete } = await opened(browser, pathToFileURL(file).href);
    openings.push({ script, complete });
    await context.close();
  }
  ofPage('script to open it', median(openings.map(({ script }) => script)), 1);
  ofPage('until it is open', median(openings.map(({ complete }) => complete)), OPEN_MS / AT_ONCE_MS);

  // From an event to the end of its handlers, layout that they force included.
  const timedOn = (page) => (change) =>
    page.evaluate(`(() => { const start = performance.now(); ${change}; return performance.now() - start; })()`);
  const unread = await opened(browser, pathToFileURL(file).href);
  ofPage('search before the page has read ahead', await timedOn(unread.page)(FILTERS[0][1]));
  await unread.context.close();

  const { page, clock } = await opened(browser, pathToFileURL(file).href);
  const timed = timedOn(page);
  // The page reads its terms ahead while nobody does anything, which takes less than to put a hand on the keyboard.
  await page.waitForTimeout(SETTLED_MS);
  for (const [name, change, back] of FILTERS) {
    const times = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      times.push(await timed(change));
      await timed(back);
    }
    ofPage(`${name}, first time`, times[0], 1);
    ofPage(name, median(times), 1);
  }
  ofPage('one step of scrolling far, all work', await scrolled(page, clock));
  await browser.close();
}
