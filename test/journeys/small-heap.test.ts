import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/service/http/listen.ts';
import { testService } from '../support/in-process.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { startLexform } from './lexform-process.ts';

const DICTIONARIES = 20;

/** Enough that entries go into a file. The numbers make each phrase its own. */
const csv = (name: number): string =>
  Array.from({ length: 4000 }, (_, at) => `term ${at} of list ${name},Wort ${at} der Liste ${name}\n`).join('');

test('a large first apply fits a small heap, and says nothing of what it does for that', async () => {
  const { url, close } = await listen(testService());
  onTestFinished(close);
  const cwd = await tempWorkspace({
    'lexform.yaml': `version: 1\ntargets:\n  a: { base_url: "${url}", key: env:KEY }\nglossaries: g/*/glossary.yaml\nledger: { dir: ledger }\n`,
    ...Object.fromEntries(
      Array.from({ length: DICTIONARIES }, (_, name) => [
        [`g/${name}/glossary.yaml`, `name: list ${name}\n`],
        [`g/${name}/en-de.csv`, csv(name)],
      ]).flat(),
    ),
  });
  const inSmallHeap = async (...args: readonly string[]) =>
    startLexform({ cwd, who: 'bench', env: { NODE_OPTIONS: '--max-old-space-size=40' } }, ...args).ended;
  const applied = await inSmallHeap('apply', '--auto-approve', '--quiet');
  expect([applied.code, applied.err]).toEqual([0, '']);
  const again = await inSmallHeap('plan', '--detailed-exitcode', '--quiet');
  expect([again.code, again.err]).toEqual([0, '']);
}, 60_000);
