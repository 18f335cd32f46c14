import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../src/model/finding.ts';
import type { Address } from '../../../src/model/resources/address.ts';
import { driftOf } from '../../../src/plan/drift/detect-drift.ts';
import { planMarkdown } from '../../../src/review/markdown/plan-markdown.ts';
import { driftInput } from '../../plan/drift-input.ts';
import { previewOf, smallPreview } from '../../support/any-preview.ts';
import { at, call, dictionaryChange, glossaryChange, keyChange, planWith } from '../../support/changes.ts';

const moves = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    from: `glossary.old${index}` as Address,
    to: `glossary.new${index}` as Address,
  }));

const NONE = '### No changes. <code>prod</code> matches the files.';

describe('what stands around the changes of a plan', () => {
  test('everything that there can be, in its order', () => {
    const before = { glossaries: { product: { dictionaries: { 'en->de': { a: 'b' } } } } };
    const drift = driftOf(
      driftInput({
        base: before,
        ours: before,
        theirs: { glossaries: { product: { dictionaries: { 'en->de': { a: 'c' } } } } },
      }),
    );
    const change = glossaryChange({
      dictionaries: [dictionaryChange('en->de', [['+', 'x', 'y', at('de.csv', 1)]])],
      operations: [call('merge-entries', 'g#1') as never],
    });
    const key = keyChange({ action: 'create', operations: [call('create-developer-key', 'k#1') as never] });
    const made = planMarkdown({
      plan: planWith([change, key], {
        ledger: null,
        against: { kind: 'ledger', time: '2026-01-02T03:04:05Z' },
        moves: moves(1),
        adopts: [{ address: 'glossary.x', id: '1', name: 'X' }],
        unmanaged: [{ address: 'glossary.y', id: '2', name: 'Y' }],
      }),
      guard: { kind: 'refused', refusals: [{ code: 'protected', address: 'glossary.product' }] },
      findings: [
        { code: 'duplicate-source', severity: 'error', at: at('de.csv', 2), details: { source: 'a', firstLine: 1 } },
      ],
      drift,
      preview: smallPreview(),
    });
    expect(made).toMatchInlineSnapshot(`
      "### Plan for <code>prod</code>, as of the last apply of 2026-01-02 03:04 UTC: 1 term to add, 1 developer key to create; 1 glossary, 1 dictionary and 1 developer key; 2 calls.

      > [!NOTE]
      > The service was not read: the plan ignores later changes there, and it cannot be applied.

      > [!WARNING]
      > No ledger for <code>prod</code> here: no resource is managed yet, and drift cannot be detected. The first apply creates it. If this target was applied to before, fetch its ledger first: \`git fetch origin 'refs/lexform/ledger/*:refs/lexform/ledger/*'\`, or \`ledger: { remote: origin }\` in \`lexform.yaml\`.

      > [!CAUTION]
      > **apply would refuse this plan** for 1 reason.

      \`\`\`text
      glossary.product is protected and would be deleted; remove the protection first (protect: in its file, or safety: in lexform.yaml) [protected]
      \`\`\`

      **1 error, 0 warnings in 1 file; nothing was sent**

      | | Place | Finding | Code |
      |---|---|---|---|
      | ❌ error | <code>de&#46;csv&#58;2</code> | <code>&#34;a&#34; is translated twice&#58; &#34;&#34; on line 1 and &#34;&#34; here&#59; one translation per source phrase is allowed&#44; so remove one or mark one with &#34;yes&#34; in a column &#34;preferred&#34;</code> | <code>duplicate&#45;source</code> |

      Drift on <code>test</code>: 1 term changed outside git.

      <details><summary>1 difference</summary>

      \`\`\`text
      glossary.product  "product"
        English → German (en->de)  (of 1)
          ~ a: b → c  glossaries/product/en-de.csv:1
      \`\`\`

      </details>

      #### <code>glossary&#46;product</code> English → German (<code>en&#45;&#62;de</code>): 1 added · of 1,234

      <details open><summary>1 change</summary>

      | | Term | Translation | |
      |---|---|---|---|
      | added | <code lang="en">x</code> | <code lang="de"><ins>y</ins></code> | <code>de&#46;csv&#58;1</code> |

      </details>

      #### create <code>developer&#95;key&#46;ci</code> · <code>CI</code>

      #### Preview: 2 terms in 2 samples: 1 ignored, 1 applied; 76 characters spent

      **<code>glossary&#46;product&#47;en&#45;&#62;de</code>** <code>en</code> → <code>de</code>

      | Changed term | Sample | Before | After |
      |---|---|---|---|
      | applied: <code>invoice</code> → <code>Rechnung</code>; **ignored**: <code>due</code> → <code>offen</code> (covered by the term <code>is due</code>) | <code>The invoice is due&#46;</code> <code>glossaries&#47;product&#47;glossary&#46;yaml&#58;4</code> | <code>Die <del>Faktura</del> ist fällig&#46;</code> | <code>Die <ins>Rechnung</ins> ist fällig&#46;</code> |

      **<code>style&#95;rules&#46;tone</code>** <code>en</code> → <code>de</code>

      | Changed term | Sample | Before | After |
      |---|---|---|---|
      |  | <code>The invoice is due&#46;</code> <code>glossaries&#47;product&#47;glossary&#46;yaml&#58;4</code> | <code>Die Faktura ist fällig&#46;</code> | as before |

      \`\`\`text
      glossary.product/en->fr: 2 changed terms have no sample: cat, dog
      \`\`\`

      The secret of 1 new key will not be kept; "lexform apply --secrets-file FILE" writes it to a new file.

      moved: <code>glossary&#46;old0</code> is now <code>glossary&#46;new0</code>; nothing changes on the service.

      1 resource already matches; apply will start managing it.

      1 resource on <code>prod</code> is unmanaged.
      "
    `);
  });

  test('of drift nothing where there is none, and of what would be undone nothing where apply is not meant', () => {
    const side = { glossaries: { product: { dictionaries: { 'en->de': { a: 'b' } } } } };
    const drift = driftOf(driftInput({ base: side, ours: side, theirs: side }));
    expect(planMarkdown({ plan: planWith([], { undoes: ['glossary.product'] }), drift })).toBe(`${NONE}\n`);
  });

  test('the patterns that narrow the plan', () => {
    expect(planMarkdown({ plan: planWith([], { only: ['glossary.*'] }) })).toMatchInlineSnapshot(`
      "### No changes. <code>prod</code> (only <code>glossary&#46;&#42;</code>) matches the files.
      "
    `);
  });

  test('three moves are named, the others counted', () => {
    const below = (count: number): readonly string[] =>
      planMarkdown({ plan: planWith([], { moves: moves(count) }) })
        .trimEnd()
        .split('\n\n')
        .slice(1);
    const named = [0, 1, 2].map(
      (index) =>
        `moved: <code>glossary&#46;old${index}</code> is now <code>glossary&#46;new${index}</code>; nothing changes on the service.`,
    );
    expect(below(0)).toEqual([]);
    expect(below(3)).toEqual(named);
    expect(below(4)).toEqual([...named, '… and 1 more resource moved.']);
    expect(below(1203)).toEqual([...named, '… and 1,200 more resources moved.']);
    const long = planMarkdown({
      plan: planWith([], { moves: [{ from: `glossary.${'x'.repeat(99)}`, to: 'glossary.y' }] }),
    });
    expect(long).toContain(`moved: <code>glossary&#46;${'x'.repeat(91)}…</code> is now `);
  });

  test('how many are adopted, and how many are left alone', () => {
    const things = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ address: `glossary.x${index}` as const, id: '1', name: 'X' }));
    const below = (count: number): readonly string[] =>
      planMarkdown({ plan: planWith([], { adopts: things(count), unmanaged: things(count) }) })
        .trimEnd()
        .split('\n\n')
        .slice(1);
    expect([below(1), below(2)]).toMatchInlineSnapshot(`
      [
        [
          "1 resource already matches; apply will start managing it.",
          "1 resource on <code>prod</code> is unmanaged.",
        ],
        [
          "2 resources already match; apply will start managing them.",
          "2 resources on <code>prod</code> are unmanaged.",
        ],
      ]
    `);
  });

  test('what becomes of the secrets of new keys', () => {
    const key = keyChange({ action: 'create', operations: [call('create-developer-key', 'k#1') as never] });
    const last = (secretsFile?: string) =>
      planMarkdown({ plan: planWith([key]), ...(secretsFile !== undefined && { secretsFile }) })
        .trimEnd()
        .split('\n\n')
        .at(-1);
    expect([last(), last('keys.json')]).toMatchInlineSnapshot(`
      [
        "The secret of 1 new key will not be kept; "lexform apply --secrets-file FILE" writes it to a new file.",
        "The secret of 1 new key will be written to <code>keys&#46;json</code>, a new file that only its owner can read.",
      ]
    `);
    expect(last('k'.repeat(500))).toContain('k…</code>, a new file');
    expect(last('k'.repeat(500))?.length).toBeLessThan(500);
  });
});

describe('a plan that does not fit', () => {
  const removed = (count: number, target = 'de') =>
    dictionaryChange(
      `en->${target}`,
      Array.from({ length: count }, (_, index) => ['-', `gone ${index}`, 'weg'] as const),
    );

  test('says before its changes how many removals are missing', () => {
    const notice = (count: number, length: number): string | undefined =>
      planMarkdown(
        {
          plan: planWith([
            glossaryChange({
              dictionaries: [
                dictionaryChange(
                  'en->de',
                  Array.from({ length: count }, (_, index) => ['-', `${index}${'x'.repeat(length)}`, 'weg']),
                ),
              ],
            }),
          ]),
        },
        { budget: 4000 },
      )
        .split('\n\n')
        .at(1);
    expect(notice(1, 10)).toMatch(/^####/);
    expect([notice(1, 4000), notice(2, 4000)]).toEqual([
      '> [!WARNING]\n> **1 removal does not fit here and is not listed**; `lexform plan --full` shows all.',
      '> [!WARNING]\n> **2 removals do not fit here and are not listed**; `lexform plan --full` shows all.',
    ]);
  });

  test('says how many resources and dictionaries are not even named', () => {
    const added = [['+', 'a', 'b']] as const;
    const many = (count: number) =>
      planWith([
        glossaryChange({
          dictionaries: Array.from({ length: count }, (_, index) => dictionaryChange(`en->x${index}`, added)),
        }),
      ]);
    const text = planMarkdown({ plan: many(100) }, { budget: 4000 });
    const named = text.match(/^#### /gm)?.length ?? 0;
    expect(text.split('\n\n')[2]).toBe(
      `${100 - named} more resources and dictionaries not named here; \`lexform plan --full\` shows all.`,
    );
    expect(planMarkdown({ plan: many(named + 1) }, { budget: 4000 })).toContain(
      '\n\n1 more resource or dictionary not named here; ',
    );
    expect(planMarkdown({ plan: many(named) }, { budget: 4000 })).not.toContain('not named here');
  });

  test('shows forty rows without a click, and not one more', () => {
    const added = (count: number) =>
      planWith([
        glossaryChange({
          dictionaries: [
            dictionaryChange(
              'en->de',
              Array.from({ length: count }, (_, index) => ['+', `${index}`, 'b']),
            ),
          ],
        }),
      ]);
    expect(planMarkdown({ plan: added(40) })).toContain('<details open><summary>40 changes</summary>');
    expect(planMarkdown({ plan: added(41) })).toContain('<details><summary>41 changes</summary>');
  });

  test('never has more than 64,000 units, and uses nearly all of them', () => {
    const many = planMarkdown({
      plan: planWith([
        glossaryChange({
          dictionaries: [
            dictionaryChange(
              'en->de',
              Array.from({ length: 5000 }, (_, index) => ['+', `${index}`, 'b']),
            ),
          ],
        }),
      ]),
    });
    expect(many.length).toMatchInlineSnapshot(`63378`);
    expect(many.match(/^\| added/gm)?.length).toMatchInlineSnapshot(`1052`);
    const lost = planMarkdown({
      plan: planWith([glossaryChange({ dictionaries: [removed(3000), removed(20, 'fr')] })]),
    });
    const listed = Number(/^The first (\d+) of 3,000 removals:$/m.exec(lost)?.[1]);
    expect(lost.match(/^\| \*\*removed\*\*/gm)).toHaveLength(20 + listed);
    expect(lost.length).toBeGreaterThan(63_000);
  });

  test('gives way to a preview in a fifth of the room, but what is taken away does not, nor a name', () => {
    const preview = previewOf(() => 'A sentence that is not short at all.', 40);
    const added = (count: number) =>
      dictionaryChange(
        'en->fr',
        Array.from({ length: count }, (_, index) => ['+', `new ${index}`, 'neu'] as const),
      );
    const names = Array.from({ length: 700 }, (_, index) => dictionaryChange(`en->x${index}`, []));
    const plans = {
      small: [removed(10)],
      'many removals': [removed(850)],
      'more than fit': [removed(1300)],
      'many terms': [removed(10), added(5000)],
      'many names': names,
    };
    const sizes = Object.entries(plans).map(([what, dictionaries]) => {
      const text = planMarkdown({ plan: planWith([glossaryChange({ dictionaries })]), preview });
      const [changes = '', samples = ''] = text.split('#### Preview');
      const count = (part: string, pattern: RegExp): number => part.match(pattern)?.length ?? 0;
      return [
        what,
        `${count(changes, /^\| \*\*removed/gm)} removals`,
        `${count(changes, /^\| added/gm)} terms`,
        `${count(changes, /^#### /gm)} names`,
        `${count(samples, /^\| .*A sentence/gm)} samples`,
        `${text.length} units`,
      ].join(', ');
    });
    expect(sizes).toMatchInlineSnapshot(`
      [
        "small, 10 removals, 0 terms, 1 names, 80 samples, 41460 units",
        "many removals, 850 removals, 0 terms, 1 names, 1 samples, 63188 units",
        "more than fit, 694 removals, 0 terms, 1 names, 24 samples, 63459 units",
        "many terms, 10 removals, 753 terms, 2 names, 24 samples, 63311 units",
        "many names, 0 removals, 0 terms, 700 names, 8 samples, 63206 units",
      ]
    `);
  });

  test('leaves the findings before it the room that it does not need', () => {
    const findings = Array.from(
      { length: 60 },
      (_, index): Finding => ({
        code: 'duplicate-source',
        severity: 'error',
        at: at('de.csv', index),
        details: { source: 'a', firstLine: 1 },
      }),
    );
    const text = planMarkdown({ plan: planWith([glossaryChange({ dictionaries: [removed(3)] })]), findings });
    expect(text.match(/❌ error/g)).toHaveLength(60);
  });

  test('takes a tenth of the room for each thing that stands before its changes', () => {
    const numbers = Array.from({ length: 60 }, (_, index) => index);
    const side = (to: string) => ({
      glossaries: {
        product: { dictionaries: { 'en->de': Object.fromEntries(numbers.map((index) => [`term ${index}`, to])) } },
      },
    });
    const drift = driftOf(driftInput({ base: side('a'), ours: side('b'), theirs: side('c') }));
    const addresses = numbers.map((index) => `glossary.a-long-name-of-number-${index}` as Address);
    const text = planMarkdown(
      {
        plan: planWith(
          [
            glossaryChange({
              dictionaries: [
                removed(3),
                dictionaryChange(
                  'en->fr',
                  numbers.map((index) => ['+', `${'x'.repeat(60)} ${index}`, 'y']),
                ),
              ],
            }),
          ],
          {
            undoes: addresses,
            moves: moves(9),
          },
        ),
        guard: { kind: 'refused', refusals: addresses.map((address) => ({ code: 'protected', address })) },
        findings: numbers.map((index) => ({
          code: 'duplicate-source',
          severity: 'error',
          at: at('de.csv', index),
          details: { source: 'a', firstLine: 1 },
        })),
        drift,
      },
      { budget: 9000 },
    );
    expect(text.length).toMatchInlineSnapshot(`8296`);
    const parts = text.split('\n\n').filter((part) => /^(?:```|\| \| Place|… and)/.test(part));
    expect(
      parts.map((part) => (part.startsWith('…') ? part : `${part.split('\n').length} lines`)),
    ).toMatchInlineSnapshot(`
      [
        "7 lines",
        "… and 55 more lines; \`lexform plan --full\` shows all.",
        "4 lines",
        "… and 58 more findings; \`lexform validate\` shows all.",
        "20 lines",
        "… and 224 more lines; \`lexform drift --full\` shows all.",
        "… and 22 more lines; \`lexform plan --full\` shows all.",
        "… and 6 more resources moved.
      ",
      ]
    `);
  });

  test('counts all that stands around its changes', () => {
    const added = Array.from({ length: 300 }, (_, index) => ['+', `${index}`, 'b'] as const);
    const rowsOf = (more: Parameters<typeof planWith>[1]): number =>
      planMarkdown(
        { plan: planWith([glossaryChange({ dictionaries: [dictionaryChange('en->de', added)] })], more) },
        { budget: 6000 },
      ).match(/^\| added/gm)?.length ?? 0;
    const long = (count: number) => ({ moves: moves(count) });
    expect([0, 1, 2, 3, 4].map((count) => rowsOf(long(count)))).toMatchInlineSnapshot(`
      [
        86,
        84,
        82,
        80,
        80,
      ]
    `);
  });
});
