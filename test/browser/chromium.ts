import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { CHROMIUM, NO_CHROMIUM } from './chromium-path.ts';

if (CHROMIUM === undefined) console.warn(`${NO_CHROMIUM}: the tests in a browser are skipped`);

/** What a skipped test says in its name. */
export const WHERE = CHROMIUM === undefined ? ` (skipped: ${NO_CHROMIUM})` : '';

/** A browser that asks nobody for anything on its own. */
const launch = (): Promise<Browser> =>
  chromium.launch({
    ...(CHROMIUM !== undefined && { executablePath: CHROMIUM }),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

export interface OpenPage {
  readonly page: Page;
  /**
   * What must not happen: console messages, errors, dialogs, violations of the policy, and requests beside the page
   * itself.
   */
  readonly faults: readonly string[];
}

/** A folder of pages, opened from disk, one at a time. */
async function pageFolder(browser: Browser) {
  const folder = await mkdtemp(join(tmpdir(), 'lexform-page-'));
  let count = 0;
  let last: BrowserContext | undefined;
  return {
    /** `fragment`: the end of the address, from `#` on. */
    async open(html: string, options: BrowserContextOptions = {}, fragment = ''): Promise<OpenPage> {
      const file = join(folder, `${count++}.html`);
      await writeFile(file, html);
      const url = pathToFileURL(file).href;
      await last?.close();
      last = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
      const page = await last.newPage();
      const faults: string[] = [];
      page.on('console', (message) => faults.push(`console: ${message.text()}`));
      page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
      page.on('dialog', (dialog) => {
        faults.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      page.on('request', (request) => {
        if (request.url().split('#')[0] !== url) faults.push(`request: ${request.url()}`);
      });
      await page.exposeFunction('lexformFault', (text: string) => faults.push(text));
      await page.addInitScript(
        "addEventListener('securitypolicyviolation', (event) => lexformFault('policy: ' + event.violatedDirective + ' ' + event.blockedURI));",
      );
      await page.goto(`${url}${fragment}`);
      return { page, faults };
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

type PageFolder = Awaited<ReturnType<typeof pageFolder>>;

/** One browser and one folder of pages for all tests of a `describe`; both are there once the first test begins. */
export function sharedPages(): { readonly open: PageFolder['open'] } {
  let browser: Browser | undefined;
  let folder: PageFolder | undefined;
  beforeAll(async () => {
    browser = await launch();
    folder = await pageFolder(browser);
  });
  afterAll(async () => {
    await browser?.close();
    await folder?.remove();
  });
  return {
    open: (...asked) => {
      if (folder === undefined) throw new Error('no browser yet');
      return folder.open(...asked);
    },
  };
}
