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

      - <code>glossary&#46;product</code> is protected and would be deleted; remove the protection first (protect: in its file, or safety: in lexform.yaml) (\`protected\`)

      **1 error, 0 warnings in 1 file; nothing was sent**

      | Severity | Finding |
      |---|---|
      | ❌ error | <code>de&#46;csv&#58;2</code><br>"a" is translated twice: "" on line 1 and "" here; one translation per source phrase is allowed, so remove one or mark one with "yes" in a column "preferred" (<code>duplicate&#45;source</code>) |

      Drift on <code>test</code>: 1 term changed outside git.

      <details><summary>1 difference</summary>

      #### <code>glossary&#46;product</code> English → German (<code>en&#45;&#62;de</code>): 1 changed · of 1

      | Change | Term | After the last apply → On the service |
      |---|---|---|
      | changed, <code>glossaries&#47;<wbr>product&#47;<wbr>en&#45;de&#46;<wbr>csv&#58;1</code> | <code lang="en">a</code> | <code lang="de"><ins>b</ins> → <ins>c</ins></code> |

      </details>

      #### <code>glossary&#46;product</code> English → German (<code>en&#45;&#62;de</code>): 1 added · of 1,234

      | Change | Term | Translation |
      |---|---|---|
      | added, <code>de&#46;csv&#58;1</code> | <code lang="en">x</code> | <code lang="de"><ins>y</ins></code> |

      #### create <code>developer&#95;key&#46;ci</code> · <code>CI</code>

      #### Preview: 2 terms in 2 samples: 1 ignored, 1 applied; 76 characters spent

      **<code>glossary&#46;product&#47;en&#45;&#62;de</code>** <code>en</code> → <code>de</code>

      | Sample | Before | After |
      |---|---|---|
      | <code>The invoice is due&#46;</code> <code>glossaries&#47;<wbr>product&#47;<wbr>glossary&#46;<wbr>yaml&#58;4</code><br>applied: <code>invoice</code> → <code>Rechnung</code><br>**ignored**: <code>due</code> → <code>offen</code> (covered by the term <code>is due</code>) | <code>Die <del>Faktura</del> ist fällig&#46;</code> | <code>Die <ins>Rechnung</ins> ist fällig&#46;</code> |

      **<code>style&#95;rules&#46;tone</code>** <code>en</code> → <code>de</code>

      | Sample | Before | After |
      |---|---|---|
      | <code>The invoice is due&#46;</code> <code>glossaries&#47;<wbr>product&#47;<wbr>glossary&#46;<wbr>yaml&#58;4</code> | <code>Die Faktura ist fällig&#46;</code> | as before |

      - <code>glossary&#46;product&#47;en&#45;&#62;fr</code>: 2 changed terms have no sample: <code>cat</code>, <code>dog</code>

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
    expect(below(5)).toEqual([...named, '… and 2 more resources moved.']);
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
        .find((part) => !part.startsWith('###') && !part.startsWith('- '))
        ?.trimEnd();
    expect(notice(1, 10)).toMatch(/^\| Change/);
    expect([notice(1, 4000), notice(2, 4000)]).toEqual([
      '> [!WARNING]\n> **1 removal does not fit here and is not listed**; `lexform plan --full` shows all.',
      '> [!WARNING]\n> **2 removals do not fit here and are not listed**; `lexform plan --full` shows all.',
    ]);
  });

  test('names each resource and dictionary, by its heading or in the list above', () => {
    const added = [['+', 'a', 'b']] as const;
    const many = (count: number) =>
      planWith([
        glossaryChange({
          dictionaries: Array.from({ length: count }, (_, index) => dictionaryChange(`en->x${index}`, added)),
        }),
      ]);
    const text = planMarkdown({ plan: many(40) }, { budget: 8000 });
    const headings = text.match(/^#### /gm)?.length ?? 0;
    expect(headings).toBeGreaterThan(5);
    expect(text.match(/^- <code>glossary.* 1 added$/gm)).toHaveLength(40 - headings);
    expect(text).toContain(`\n\n${40 - headings} changes do not fit here; \`lexform plan --full\` shows all.\n\n`);
    const few = planMarkdown({ plan: many(3) }, { budget: 8000 });
    expect(few).not.toContain('fit here');
    // Three are named by their headings.
    expect(few).not.toContain('- <code>glossary');
    expect(planMarkdown({ plan: many(4) }, { budget: 8000 }).match(/^- <code>glossary/gm)).toHaveLength(4);
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
    expect(planMarkdown({ plan: added(40) })).not.toContain('<details>');
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
    expect(many.length).toMatchInlineSnapshot(`63916`);
    expect(many.match(/^\| added/gm)?.length).toMatchInlineSnapshot(`1115`);
    const lost = planMarkdown({
      plan: planWith([glossaryChange({ dictionaries: [removed(3000), removed(20, 'fr')] })]),
    });
    const rest = Number(/^… and ([\d,]+) more: [\d,]+ removed\.$/m.exec(lost)?.[1]?.replace(',', ''));
    expect(lost.match(/^\| \*\*removed\*\*/gm)).toHaveLength(3020 - rest);
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
        "small, 10 removals, 0 terms, 1 names, 80 samples, 41732 units",
        "many removals, 850 removals, 0 terms, 1 names, 6 samples, 63420 units",
        "more than fit, 735 removals, 0 terms, 1 names, 23 samples, 63864 units",
        "many terms, 10 removals, 802 terms, 2 names, 23 samples, 63918 units",
        "many names, 0 removals, 0 terms, 405 names, 0 samples, 50891 units",
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
    expect(text.length).toMatchInlineSnapshot(`8837`);
    const parts = text.split('\n\n').filter((part) => /^(?:\| Severity|… and)/.test(part));
    expect(
      parts.map((part) => (part.startsWith('…') ? part : `${part.split('\n').length} lines`)),
    ).toMatchInlineSnapshot(`
      [
        "… and 56 more reasons; \`lexform plan --full\` shows all.",
        "5 lines",
        "… and 57 more findings; \`lexform validate\` shows all.",
        "… and 58 more: 58 changed.",
        "… and 23 more: 23 added.",
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
    expect([0, 1, 2, 3, 5].map((count) => rowsOf(long(count)))).toMatchInlineSnapshot(`
      [
        100,
        98,
        96,
        94,
        93,
      ]
    `);
  });
});
