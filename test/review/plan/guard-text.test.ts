import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { Refusal } from '../../../src/plan/guard/refusal.ts';
import { guardText } from '../../../src/review/plan/guard-text.ts';

const text = (...refusals: readonly Refusal[]): string => guardText({ kind: 'refused', refusals });

test('every refusal has its numbers and the flag that lifts it', () => {
  expect(
    text(
      { code: 'protected', address: 'glossary.a' },
      { code: 'delete-needs-consent', address: 'glossary.b', what: 'glossary', entries: 1204 },
      { code: 'delete-needs-consent', address: 'style_rules.l', what: 'style list', entries: 1 },
      { code: 'replace-needs-consent', address: 'style_rules.m', value: { key: ['language'], from: 'de', to: 'fr' } },
      { code: 'too-many-deleted', address: 'glossary.c', what: 'glossary', deleted: 4, total: 4, by: 'allow-delete' },
      {
        code: 'too-many-deleted',
        address: 'developer_key.ci',
        what: 'developer key',
        deleted: 2,
        total: 3,
        by: 'prune',
      },
      { code: 'empty-source', address: 'glossary.d', what: 'glossary', entries: 0 },
      { code: 'empty-source', address: 'glossary.e/en->de', what: 'dictionary', entries: 2, file: 'e/en-de.csv' },
      { code: 'last-removed', address: 'style_rules.l', part: 'rules', removed: 3 },
      {
        code: 'too-many-in-all',
        of: 'instructions',
        parts: 2,
        removed: 12,
        before: 30,
        allowed: 10,
        inAll: 1500,
      },
    ),
  ).toMatchInlineSnapshot(`
    "apply would refuse this plan:
      glossary.a is protected and would be deleted; remove the protection first (protect: in its file, or safety: in lexform.yaml) [protected]
      glossary.b would be deleted with 1,204 terms; if you intend this, rerun with --allow-delete glossary.b [delete-needs-consent]
      style_rules.l would be deleted with 1 instruction; if you intend this, rerun with --allow-delete style_rules.l [delete-needs-consent]
      style_rules.m would be replaced by a list with a new id, because its language changes from de to fr; if you intend this, rerun with --allow-delete style_rules.m [replace-needs-consent]
      glossary.c would be deleted (4 of 4 glossaries), and a pattern allows deleting neither the last ones nor more than half; if you intend this, rerun with --allow-delete glossary.c [too-many-deleted]
      developer_key.ci would be deactivated permanently (2 of 3 developer keys), and prune: allows deleting neither the last ones nor more than half; if you intend this, rerun with --allow-delete developer_key.ci [too-many-deleted]
      glossary.d would be deleted while the files name none of its kind, which usually means a wrong folder or pattern; if you intend this, rerun with --allow-delete glossary.d [empty-source]
      glossary.e/en->de would be deleted with 2 terms because e/en-de.csv has no rows for it, which usually means an incomplete export; if you intend this, rerun with --allow-delete 'glossary.e/en->de' [empty-source]
      style_rules.l would lose its last 3 rules; if you intend this, rerun with --allow-delete style_rules.l [last-removed]
      2 parts would lose 12 of all 30 instructions, at most 10 are allowed in one run; if you intend this, rerun with --max-deletes-per-run 1500 [too-many-in-all]
      if you intend all of this, rerun with --allow-delete glossary.b --allow-delete style_rules.l --allow-delete style_rules.m --allow-delete glossary.c --allow-delete developer_key.ci --allow-delete glossary.d --allow-delete 'glossary.e/en->de' --max-deletes-per-run 1500
    "
  `);
});

test('a number of entries says how it comes about where terms are moved or renamed', () => {
  const address = 'glossary.a/en->de' as const;
  const taken = { removed: 6, moved: 3, renamed: 5 };
  const why = (refusal: Refusal): string =>
    /would .*?(?=;| because|, at most|, which)/.exec(text(refusal))?.[0].slice('would '.length) ?? '';
  const numbers = { part: 'entries', removed: 14, before: 40, allowed: 10, inAll: 14, taken };
  expect([
    why({ code: 'too-many-removed', address, ...numbers }),
    why({ code: 'unowned-removed', address, owner: 'glossary.a', consent: address, ...numbers }),
    why({ code: 'last-removed', address, ...numbers }),
    why({ code: 'too-many-in-all', of: 'entries', parts: 2, ...numbers }),
    why({ code: 'delete-needs-consent', address, what: 'dictionary', entries: 14, taken }),
    why({ code: 'empty-source', address, what: 'dictionary', entries: 14, taken, file: 'e.csv' }),
  ]).toEqual([
    'lose 14 of its 40 entries on the service (6 removed, 3 moved, 5 renamed)',
    'lose 14 of its 40 entries on the service (6 removed, 3 moved, 5 renamed)',
    'lose its last 14 entries on the service (6 removed, 3 moved, 5 renamed)',
    'lose 14 of all 40 entries on the service (6 removed, 3 moved, 5 renamed)',
    'be deleted with 14 terms on the service (6 removed, 3 moved, 5 renamed)',
    'be deleted with 14 terms on the service (6 removed, 3 moved, 5 renamed)',
  ]);
});

test('a refusal says which pattern consents to the dictionaries of a glossary', () => {
  const refusal = {
    code: 'delete-needs-consent',
    address: 'glossary.p/en->de',
    what: 'dictionary',
    entries: 2,
  } as const;
  expect(text({ ...refusal, ownerPattern: 'glossary.*' })).toContain(
    "glossary.p/en->de would be deleted with 2 terms (--allow-delete 'glossary.*' allows deleting glossaries and not " +
      "their dictionaries; 'glossary.p/*' allows that); if you intend this, rerun with --allow-delete 'glossary.p/en->de'",
  );
});

test('one refusal has one flag, and no line that says it again', () => {
  expect(text({ code: 'last-removed', address: 'style_rules.l', part: 'rules', removed: 3 }).split('\n')).toHaveLength(
    3,
  );
  expect(
    text({ code: 'protected', address: 'glossary.a' }, { code: 'protected', address: 'glossary.b' }),
  ).not.toContain('--');
});

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
