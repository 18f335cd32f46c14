import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { nodeFetchPort } from '../../src/app/machine/node-fetch-port.ts';
import type { Ports } from '../../src/app/ports.ts';
import { listen } from '../../src/service/http/listen.ts';
import { type CliInput, runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { caller } from '../support/service-caller.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const LISTS = ['one', 'two'];
const list = (name: string, instructions: readonly string[]): string =>
  `name: ${name}\nlanguage: de\ncustom_instructions: [${instructions.map((label) => `{ label: ${label}, prompt: ${label} }`).join()}]\n`;

/** Two glossaries and two style lists that have been applied. `http`: of the workspace. */
async function world(http = '') {
  const service = testService();
  const { url, close } = await listen(service);
  onTestFinished(close);
  const cwd = await tempWorkspace({
    'lexform.yaml': `version: 1\ntargets:\n  prod: { base_url: "${url}", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\nledger: { dir: ledger }\n${http}`,
    'glossaries/a/glossary.yaml': 'name: A\n',
    'glossaries/a/en-de.csv': 'house,Haus\ncat,Katze\n',
    'glossaries/b/glossary.yaml': 'name: B\n',
    'glossaries/b/en-de.csv': 'law,Recht\n',
    ...Object.fromEntries(LISTS.map((name) => [`style-rules/${name}.yaml`, list(name, ['Tone'])])),
  });
  const run = (more: Partial<CliInput>, ...args: readonly string[]) =>
    runLexform({ cwd, env: { KEY: TEST_KEY }, ...more }, ...args);
  const first = await run({}, 'apply', '--auto-approve');
  expect(first.code, first.err).toBe(0);
  return {
    cwd,
    service,
    write: (path: string, text: string) => writeFileSync(join(cwd, path), text),
    run,
    call: caller(service),
    /** The calls of a command, without their ids and queries. */
    async callsOf(more: Partial<CliInput>, ...args: readonly string[]): Promise<readonly string[]> {
      const from = service.calls.length;
      const { code, err } = await run(more, ...args);
      expect(code, err).toBe(0);
      return service.calls
        .slice(from)
        .map(({ method, path }) => `${method} ${path.replace(/\?.*/, '').replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…')}`);
    },
  };
}

const ENTRIES = 'GET /v3/glossaries/…/entries';
const LIST = 'GET /v3/style_rules/…';
const times = (calls: readonly string[], call: string): number => calls.filter((each) => each === call).length;

/** A term is added to one glossary, one is changed in the other, and each list gets an instruction. */
function extend({ write }: Awaited<ReturnType<typeof world>>): void {
  write('glossaries/a/en-de.csv', 'house,Haus\ncat,Katze\ndog,Hund\n');
  write('glossaries/b/en-de.csv', 'law,Gesetz\n');
  for (const name of LISTS) write(`style-rules/${name}.yaml`, list(name, ['Tone', 'Voice']));
}

test('a saved plan is applied on what its run has read', async () => {
  const here = await world();
  extend(here);
  await here.callsOf({}, 'plan', '--out', 'plan.json');
  const calls = await here.callsOf({}, 'apply', 'plan.json', '--auto-approve');
  expect(calls.indexOf(ENTRIES)).toBeLessThan(calls.findIndex((call) => call.startsWith('PATCH')));
  // Before the PATCH and after it; what was read back is what the ledger records.
  expect([times(calls, ENTRIES), times(calls, LIST)]).toEqual([4, 4]);
  expect(times(await here.callsOf({}, 'plan'), 'PATCH')).toBe(0);
  expect((await here.run({}, 'drift')).code).toBe(0);
});

test('the apply of a saved plan makes no call before it holds the lock', async () => {
  const here = await world();
  extend(here);
  await here.callsOf({}, 'plan', '--out', 'plan.json');
  const real = nodeFetchPort();
  const isHeld: boolean[] = [];
  const locks = join(here.cwd, 'ledger/prod/locks');
  const fetch: Ports['fetch'] = async (url, request) => {
    isHeld.push(readdirSync(locks).some((file) => readFileSync(join(locks, file), 'utf8') !== ''));
    return real(url, request);
  };
  await here.callsOf({ fetch }, 'apply', 'plan.json', '--auto-approve');
  expect(isHeld.length).toBeGreaterThan(4);
  expect(isHeld.filter((held) => !held)).toEqual([]);
});

test('a term that somebody adds between the plan and the PATCH stays, and the run says that it is not alone', async () => {
  const here = await world();
  here.write('glossaries/b/en-de.csv', 'law,Gesetz\n');
  const { body } = await here.call('GET', '/v3/glossaries');
  const id = body.glossaries.find(({ name }: { name: string }) => name === 'B').glossary_id;
  let isAdded = false;
  const real = nodeFetchPort();
  const { code, out } = await here.run(
    {
      fetch: async (url, request) => {
        if (request.method === 'PATCH' && !isAdded) {
          isAdded = true;
          const dictionary = { source_lang: 'en', target_lang: 'de', entries: 'court\tGericht', entries_format: 'tsv' };
          await here.call('PATCH', `/v3/glossaries/${id}`, { dictionaries: [dictionary] });
        }
        return real(url, request);
      },
    },
    'apply',
    '--auto-approve',
  );
  expect(code).not.toBe(0);
  expect(out).toContain('what was read back is not what was sent');
  const left = await here.call('GET', `/v3/glossaries/${id}/entries?source_lang=en&target_lang=de`);
  expect(left.text).toContain('court');
  const drift = await here.run({}, 'drift');
  expect(drift.out).toContain('court');
});
