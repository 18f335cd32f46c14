import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
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
  /** False once another page is opened: it takes the tab of this one. */
  isOpen(): boolean;
}

/** A new context has a process of its own, which takes longer to start than a page takes to load. */
interface Tab {
  readonly page: Page;
  /** Whose faults are collected. */
  opened: { readonly url: string; readonly faults: string[] };
}

async function newTab(browser: Browser, options: BrowserContextOptions): Promise<Tab> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const tab: Tab = { page, opened: { url: '', faults: [] } };
  const fault = (text: string): void => void tab.opened.faults.push(text);
  page.on('console', (message) => fault(`console: ${message.text()}`));
  page.on('pageerror', (error) => fault(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    fault(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== tab.opened.url) fault(`request: ${request.url()}`);
  });
  page.on('crash', () => void context.close());
  await page.exposeFunction('lexformFault', fault);
  await page.addInitScript(
    "addEventListener('securitypolicyviolation', (event) => lexformFault('policy: ' + event.violatedDirective + ' ' + event.blockedURI));",
  );
  return tab;
}

/** What a page can leave to the next one in its tab: an empty store says that it has left nothing. */
const hasStored = (page: Page): Promise<boolean> => page.evaluate('localStorage.length + sessionStorage.length > 0');

const VIEWPORT = { width: 1280, height: 900 };

let launched: Promise<Browser> | undefined;
/** The tab of pages without further options, and of which page it is now. */
let shared: Tab | undefined;

async function sharedTab(browser: Browser, { viewport, colorScheme }: BrowserContextOptions): Promise<Tab> {
  if (shared !== undefined && (shared.page.isClosed() || (await hasStored(shared.page)))) {
    await shared.page.context().close();
    shared = undefined;
  }
  shared ??= await newTab(browser, { viewport: VIEWPORT });
  const { page } = shared;
  // The last page would follow the size and the media of the next one.
  shared.opened = { url: 'about:blank', faults: [] };
  await page.goto(shared.opened.url);
  await page.mouse.move(-1, -1);
  await page.setViewportSize(viewport ?? VIEWPORT);
  await page.emulateMedia({ media: null, colorScheme: colorScheme ?? 'light' });
  return shared;
}

export interface PageOptions extends BrowserContextOptions {
  /** For a test that adds scripts to the page. */
  readonly ownTab?: true;
}

/** A folder of pages, opened from disk, one at a time. */
async function pageFolder(browser: Browser) {
  const folder = await mkdtemp(join(tmpdir(), 'lexform-page-'));
  let count = 0;
  let last: Tab | undefined;
  const close = async (): Promise<void> => {
    if (last !== shared) await last?.page.context().close();
  };
  return {
    /** `fragment`: the end of the address, from `#` on. */
    async open(html: string, { ownTab, ...options }: PageOptions = {}, fragment = ''): Promise<OpenPage> {
      const file = join(folder, `${count++}.html`);
      await writeFile(file, html);
      const url = pathToFileURL(file).href;
      await close();
      const { viewport, colorScheme, ...others } = options;
      const isShared = ownTab === undefined && Object.keys(others).length === 0;
      last = isShared ? await sharedTab(browser, options) : await newTab(browser, { viewport: VIEWPORT, ...options });
      const tab = last;
      const opened = { url, faults: [] };
      tab.opened = opened;
      await tab.page.goto(`${url}${fragment}`);
      return { page: tab.page, faults: opened.faults, isOpen: () => tab.opened === opened && !tab.page.isClosed() };
    },
    async remove(): Promise<void> {
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type PageFolder = Awaited<ReturnType<typeof pageFolder>>;

/**
 * One folder of pages for all tests of a `describe`; it is there once the first test begins. All files of a worker have
 * one browser, which ends with the worker.
 */
export function sharedPages(): { readonly open: PageFolder['open'] } {
  let folder: PageFolder | undefined;
  beforeAll(async () => {
    launched ??= launch();
    folder = await pageFolder(await launched);
  });
  afterAll(() => folder?.remove());
  return {
    open: (...asked) => {
      if (folder === undefined) throw new Error('no browser yet');
      return folder.open(...asked);
    },
  };
}
