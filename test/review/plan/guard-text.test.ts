import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { Refusal } from '../../../src/plan/guard/refusal.ts';
import { guardText } from '../../../src/review/plan/guard-text.ts';

const text = (...refusals: readonly Refusal[]): string => guardText({ kind: 'refused', refusals });

test('a shell reads the address that was meant from the flag, and nothing else', () => {
  for (const address of [
    "glossary.it's",
    'glossary.$(touch x)',
    'glossary.a;b',
    'glossary.ü ß',
    'glossary.`x`',
  ] as const) {
    const [, flag = ''] =
      /rerun with (.*) \[/.exec(text({ code: 'delete-needs-consent', address, what: 'glossary', entries: 0 })) ?? [];
    const words = execFileSync('sh', ['-c', `printf '%s\\n' ${flag}`], { encoding: 'utf8' });
    expect(words).toBe(`--allow-delete\n${address}\n`);
  }
});
