import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../src/model/finding.ts';
import type { Address } from '../../../src/model/resources/address.ts';
import { driftOf } from '../../../src/plan/drift/detect-drift.ts';
import { guardMarkdown } from '../../../src/review/markdown/guard-section.ts';
import { unitsOf } from '../../../src/review/markdown/options.ts';
import { planMarkdown } from '../../../src/review/markdown/plan-markdown.ts';
import { driftInput } from '../../plan/drift-input.ts';
import { previewOf } from '../../support/any-preview.ts';
import { at, call, dictionaryChange, glossaryChange, keyChange, planWith } from '../../support/changes.ts';

const moves = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    from: `glossary.old${index}` as Address,
    to: `glossary.new${index}` as Address,
  }));

test('long names of moved resources and of the file of secrets are cut', () => {
  const long = planMarkdown({
    plan: planWith([], { moves: [{ from: `glossary.${'x'.repeat(99)}`, to: 'glossary.y' }] }),
  });
  expect(long).toContain(`moved: <code>glossary&#46;${'x'.repeat(91)}…</code> is now `);
  const key = keyChange({ action: 'create', operations: [call('create-developer-key', 'k#1') as never] });
  const last = planMarkdown({ plan: planWith([key]), secretsFile: 'k'.repeat(500) })
    .trimEnd()
    .split('\n\n')
    .at(-1);
  expect(last).toContain('k…</code>, a new file');
  expect(last?.length).toBeLessThan(500);
});

test('flags that consent are cut after 2,000 characters', () => {
  const flagsOf = (count: number): string => {
    const addresses = Array.from({ length: count }, (_, index) => `glossary.number-${index + 100}` as Address);
    const refusals = addresses.map(
      (address) => ({ code: 'delete-needs-consent', address, what: 'glossary', entries: 3 }) as const,
    );
    const text = planMarkdown({ plan: planWith([]), guard: { kind: 'refused', refusals } });
    return /If you intend this, rerun with `?(.*)\.$/m.exec(text)?.[1] ?? '';
  };
  const flag = '--allow-delete glossary.number-100 ';
  expect(flagsOf(57)).toHaveLength(57 * flag.length - 1 + '`'.length);
  const cut = flagsOf(58)
    .replace(/<.?code>/g, '')
    .replace(/&#(\d+);/g, (_, digits) => String.fromCharCode(digits));
  expect([cut.length, cut.slice(-5)]).toEqual([2001, '-all…']);
});

test('the steps of a reviewer are shown if they need at most half of the room of the guard', () => {
  const refusals = [{ code: 'delete-needs-consent', address: 'glossary.a', what: 'glossary', entries: 3 }] as const;
  const partsIn = (units: number) => guardMarkdown({ kind: 'refused', refusals }, {}, units, 'the log shows all');
  const steps = partsIn(10_000).slice(2, 4);
  expect(steps.map((part) => part.slice(0, 12))).toEqual(['**The plan d', '1. Ask the a']);
  expect(partsIn(2 * unitsOf(steps)).slice(2, 4)).toEqual(steps);
  expect(partsIn(2 * unitsOf(steps) - 1)).toHaveLength(3);
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

  test('leaves each of three lists a third of the room that it does not need', () => {
    const numbers = Array.from({ length: 300 }, (_, index) => index);
    const side = (to: string) => ({
      glossaries: {
        product: { dictionaries: { 'en->de': Object.fromEntries(numbers.map((index) => [`term ${index}`, to])) } },
      },
    });
    const addresses = numbers.map((index) => `glossary.a-long-name-of-number-${index}` as Address);
    const textOf = (count: number, lists: number): string =>
      planMarkdown(
        {
          plan: planWith([glossaryChange({ dictionaries: [removed(count)] })]),
          guard: {
            kind: 'refused',
            refusals: addresses.slice(0, lists).map((address) => ({ code: 'protected', address })),
          },
          findings: numbers.slice(0, lists).map((index) => ({
            code: 'duplicate-source',
            severity: 'error',
            at: at('de.csv', index),
            details: { source: 'a', firstLine: 1 },
          })),
          drift: driftOf(driftInput({ base: side('a'), ours: side('a'), theirs: side('b') })),
        },
        { budget: 30_000 },
      );
    for (const count of [1, 100, 200]) {
      const text = textOf(count, 300);
      expect(text.match(/^\| \*\*removed/gm)).toHaveLength(count);
      expect(text.length).toBeLessThanOrEqual(30_000);
      expect(text.length).toBeGreaterThan(27_500);
    }
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
