import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inProcessFetch } from '../../src/app/machine/in-process-fetch.ts';
import { nodeFetchPort } from '../../src/app/machine/node-fetch-port.ts';
import type { Ports } from '../../src/app/ports.ts';
import { xlsx } from '../files/exchange/xlsx.ts';
import { runLexform } from '../support/cli.ts';
import { expectGenerated } from '../support/generated-part.ts';
import { tempFolder } from '../support/git-repository.ts';
import { idsInOrder, TEST_KEY, testService } from '../support/in-process.ts';
import { pageText } from '../support/pages.ts';
import { shellWords } from '../support/parse-command-line.ts';
import { caller } from '../support/service-caller.ts';
import { expectSession } from './session.ts';

/** An account of DeepL that has been in use: this process stands for it. */
async function usedAccount(): Promise<Ports['fetch']> {
  const service = testService();
  const call = caller(service);
  const dictionary = (target: string, entries: string) => ({
    ...{ source_lang: 'en', target_lang: target },
    ...{ entries, entries_format: 'tsv' },
  });
  const glossary = {
    name: 'Product terms',
    dictionaries: [
      dictionary('de', 'sign in\tanmelden\nbasket\tWarenkorb\ninvoice\tRechnung'),
      dictionary('fr', 'sign in\tse connecter\nbasket\tpanier'),
    ],
  };
  const list = {
    name: 'Marketing DE',
    language: 'de',
    custom_instructions: [{ label: 'Tone', prompt: 'Use a friendly tone.' }],
  };
  expect((await call('POST', '/v3/glossaries', glossary)).status).toBe(201);
  expect((await call('POST', '/v3/style_rules', list)).status).toBe(201);
  const answer = inProcessFetch(service);
  return (url, request) => {
    expect(new URL(url).hostname).toBe('api.deepl.com');
    const headers = Object.entries(request.headers).map(([name, value]) => [
      name,
      value.replace('DeepL-Auth-Key', 'Service-Auth-Key'),
    ]);
    return answer(url, { ...request, headers: Object.fromEntries(headers) });
  };
}

test('the commands of docs/existing-account.md show what the page says', async () => {
  const env = { DEEPL_API_KEY: TEST_KEY };
  await expectSession({ page: 'docs/existing-account.md', input: { env, fetch: await usedAccount() } });
});

test('the commands of docs/get-started.md show what the page says', async () => {
  await expectSession({ page: 'docs/get-started.md' });
});

/** The service of a page that says how to start it, on a free port: what readers type, with addresses of this run. */
async function servedAs(page: string) {
  const [, typed = '', address = ''] = /^(lexform serve .*--port (\d+).*)$/m.exec(pageText(page)) ?? [];
  const stop = new AbortController();
  let ended: Promise<unknown> = Promise.resolve();
  const url = await new Promise<string>((resolve, reject) => {
    const [, ...words] = shellWords(typed.replace(`--port ${address}`, '--port 0'));
    const heard = (text: string): void => {
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
      if (found !== undefined) resolve(found);
    };
    ended = runLexform({ cwd: tempFolder(), id: idsInOrder(), heard, interrupted: stop.signal }, ...words);
    ended.then(() => reject(new Error(`${typed} ended`)), reject);
  });
  onTestFinished(async () => {
    stop.abort();
    await ended;
  });
  const real = (text: string): string => text.replace(`http://127.0.0.1:${address}`, url);
  const fetchPort = nodeFetchPort();
  async function curl(words: readonly string[]): Promise<string> {
    const valuesOf = (option: string) => words.filter((_, index) => words[index - 1] === option);
    const answer = await fetch(real(words.at(-1) ?? ''), {
      method: valuesOf('--request')[0] ?? 'GET',
      headers: valuesOf('--header').map((header): [string, string] => {
        const [name = '', value = ''] = header.split(': ');
        return [name, value];
      }),
      body: valuesOf('--data')[0] ?? null,
    });
    expect([words, answer.status]).toEqual([words, 200]);
    return answer.text();
  }
  const input = { fetch: ((to, request) => fetchPort(real(to), request)) satisfies Ports['fetch'] };
  return { input, programs: { curl } };
}

test('the commands of docs/drift.md show what the page says', async () => {
  await expectSession({ page: 'docs/drift.md', ...(await servedAs('docs/drift.md')) });
});

/** What a team keeps: words of its own as headers, a double space, a term without translation. */
const SHEET: readonly (readonly string[])[] = [
  ['English', 'German', 'French', 'Part of speech', 'Status', 'Comment'],
  ['workspace', 'Arbeitsbereich', 'espace de travail', 'noun', 'released', ''],
  ['sign in', 'anmelden', 'se connecter', 'verb', 'released', 'the button'],
  ['billing period', 'Abrechnungszeitraum', 'période  de facturation', 'noun', 'in review', ''],
  ['dashboard', 'Dashboard', '', 'noun', 'released', 'not translated in French yet'],
  ['log in', 'einloggen', '', 'verb', 'forbidden', 'use sign in'],
];

test('docs/spreadsheet.md shows the spreadsheet that it imports', () => {
  const [head = [], ...rows] = SHEET.map(
    (cells) => `| ${cells.map((cell) => cell.replace('  ', ' &nbsp;')).join(' | ')} |`,
  );
  const rule = `|${' --- |'.repeat(SHEET[0]?.length ?? 0)}`;
  expectGenerated('docs/spreadsheet.md', 'the spreadsheet', [head, rule, ...rows].join('\n'));
});

test('the commands of docs/spreadsheet.md show what the page says', async () => {
  await expectSession({
    page: 'docs/spreadsheet.md',
    begin: (folder) => writeFileSync(join(folder, 'terms.xlsx'), xlsx({ Terms: SHEET })),
  });
});
