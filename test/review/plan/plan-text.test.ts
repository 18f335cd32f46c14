import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validatePlan } from '../../../src/files/document-validators.generated.js';
import type { DesiredState, LiveState } from '../../../src/kinds/states.ts';
import { DEFAULT_SAFETY } from '../../../src/model/workspace/workspace.ts';
import { checkGuard } from '../../../src/plan/guard/guard.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { parsePlan, planJson } from '../../../src/review/plan/plan-json.ts';
import { planText } from '../../../src/review/plan/plan-text.ts';
import {
  desiredGlossary,
  desiredStyleList,
  liveGlossary,
  liveStyleList,
  planInput,
  savedPlan,
} from '../../support/build.ts';
import { owning } from '../../support/owning.ts';
import { runs } from '../../support/runs.ts';
import { desiredState } from '../../support/target.ts';

const PLAIN = { color: false };

function shown(
  desired: DesiredState,
  live: LiveState,
  options: Partial<Parameters<typeof planText>[1]> = {},
  deletable: readonly string[] = [],
): string {
  const { plan } = makePlan(planInput(desired, live, { deletable }));
  const guard = checkGuard(plan, {
    safety: DEFAULT_SAFETY,
    allowDelete: [],
    prune: [],
    desired,
    ledger: owning(live, desired),
  });
  return planText({ plan, guard }, { ...PLAIN, ...options });
}

describe('the plan in the terminal', () => {
  test('added, changed and removed terms, and how much of the dictionary that is', () => {
    const text = shown(
      {
        glossaries: [
          desiredGlossary('product', {
            'en->de': { cart: 'Warenkorb', 'sign in': 'Anmelden', checkout: 'zur Kasse gehen' },
          }),
        ],
      },
      {
        glossaries: [
          liveGlossary('g1', 'product', {
            'en->de': { cart: 'Warenkorb', 'sign in': 'anmelden', checkout: 'zur Kasse', basket: 'Korb' },
          }),
        ],
      },
    );
    expect(text).toMatchInlineSnapshot(`
      "Plan for test: 2 terms to change, 1 to remove; 1 glossary and 1 dictionary; 1 call.

      ~ change glossary.product  "product"  (matched by its name)
        English → German (en->de): 1 removed, 2 changed  (of 4)
          - basket → Korb
          ~ sign in: anmelden → Anmelden (case only)  glossaries/product/en-de.csv:2
          ~ checkout: zur Kasse{+ gehen+}  glossaries/product/en-de.csv:3
      "
    `);
  });

  test('a term that is renamed or moved is one line, as it is one in the counts', () => {
    const text = shown(
      {
        glossaries: [
          desiredGlossary('one', { 'en->de': { stay: 's', basket: 'Korb', cart: 'Wagen' } }),
          desiredGlossary('two', { 'en->de': { a: 'b', tax: 'Steuer', fee: 'Gebühr', 'c\u0430b': 'Taxi' } }),
        ],
      },
      {
        glossaries: [
          liveGlossary('g1', 'one', {
            'en->de': { stay: 's', trug: 'Korb', Cart: 'wagen', tax: 'Steuer', fee: 'Gebühr' },
          }),
          liveGlossary('g2', 'two', { 'en->de': { a: 'b', cab: 'Taxi' } }),
        ],
      },
    );
    expect(text).toMatchInlineSnapshot(`
      "Plan for test: 3 terms to rename, 2 to move; 2 glossaries and 2 dictionaries; 2 calls.

      ~ change glossary.one  "one"  (matched by its name)
        English → German (en->de): 2 moved away, 2 renamed  (of 5)
          ~ tax: Steuer (moved to glossary.two/en->de)  glossaries/two/en-de.csv:2
          ~ fee: Gebühr (moved to glossary.two/en->de)  glossaries/two/en-de.csv:3
          ~ trug → basket: Korb (renamed)  glossaries/one/en-de.csv:2
          ~ Cart → cart: wagen → Wagen (renamed, case only)  glossaries/one/en-de.csv:3

      ~ change glossary.two  "two"  (matched by its name)
        English → German (en->de): 1 renamed, 2 moved here  (of 2)
          ~ [-ca⟨U+0061⟩-]{+cа⟨U+0430⟩+}b: Taxi (renamed, look-alike letters only)  glossaries/two/en-de.csv:4
          2 moved here from glossary.one/en->de, where they are listed
      "
    `);
  });

  test('a style list: rules as category.rule, prompts word by word', () => {
    const text = shown(
      {
        styleLists: [
          desiredStyleList('marketing', {
            name: 'Marketing',
            rules: { punctuation: { apostrophe: 'curly' } },
            instructions: [{ label: 'Tone', prompt: 'Use a friendly, informal tone.' }],
          }),
        ],
      },
      {
        styleLists: [
          liveStyleList('s1', 'marketing', {
            name: 'Marketing',
            rules: { punctuation: { apostrophe: 'straight' }, numbers: { old: 'x' } },
            instructions: [{ label: 'Tone', prompt: 'Use a formal tone.' }],
          }),
        ],
      },
    );
    expect(text).toMatchInlineSnapshot(`
      "Plan for test: 1 rule to change, 1 to remove, 1 instruction to change; 1 style list; 2 calls.

      ~ change style_rules.marketing  "Marketing"  (matched by its name)
          - numbers.old: x
          ~ punctuation.apostrophe: straight → curly  style-rules/marketing.yaml:5
          ~ instruction Tone  style-rules/marketing.yaml:10
              prompt: Use a [-formal-]{+friendly, informal+} tone.
              source language: not set → de
      "
    `);
  });

  test('a deletion comes first, says that it cannot be undone, and is refused with the flag', () => {
    const text = shown(
      { glossaries: [desiredGlossary('new', { 'en->de': { a: 'b' } })] },
      { glossaries: [liveGlossary('g1', 'Old', { 'en->de': { house: 'Haus' } })] },
      {},
      ['glossary.old'],
    );
    expect(text).toMatchInlineSnapshot(`
      "Plan for test: 1 glossary to delete, 1 term to add, 1 to remove; 2 glossaries and 2 dictionaries; 2 calls.

      - delete glossary.old  "Old"  (cannot be undone)
        English → German (en->de): 1 removed  (dictionary deleted)
          - house → Haus

      + create glossary.new  "new"
        English → German (en->de): 1 added  (new dictionary)
          + a → b  glossaries/new/en-de.csv:1

      apply would refuse this plan:
        glossary.old would be deleted with 1 term; if you intend this, rerun with --allow-delete glossary.old [delete-needs-consent]
      "
    `);
  });

  test('a replaced list is loud about its new id', () => {
    expect(
      shown(
        { styleLists: [desiredStyleList('l', { language: 'fr' })] },
        { styleLists: [liveStyleList('s1', 'l', { language: 'de' })] },
      ),
    ).toContain('with a NEW id replaces it. Update every use of the old id.');
  });

  const many = (prefix: string, count: number, target = 'x') =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, target]));
  const listed = (text: string, mark: string): number =>
    text.split('\n').filter((line) => line.startsWith(`    ${mark} `)).length;

  test('more than 50 additions of a dictionary are folded, beside others that are not', () => {
    const pairs = { 'en->de': many('new', 1214), 'en->fr': many('neu', 50) };
    const desired = { glossaries: [desiredGlossary('a', pairs)] };
    const text = shown(desired, { glossaries: [] });
    expect(listed(text, '+')).toBe(55);
    expect(text).toContain('English → German (en->de): 1,214 added  (new dictionary)');
    expect(text).toContain('\n    … and 1,209 more added; --full shows all\n');
    // Nobody has to see each addition before a yes.
    expect(text).not.toContain('Not named above');
    expect(listed(shown(desired, { glossaries: [] }, { full: true }), '+')).toBe(1264);
  });

  test('what is removed and changed is named up to a screenful; the rest is counted last, with the command', () => {
    const desired = { glossaries: [desiredGlossary('a', { 'en->de': { ...many('same', 30, 'y'), z: 'z' } })] };
    const live = (removed: number) => ({
      glossaries: [liveGlossary('g1', 'a', { 'en->de': { ...many('old', removed), ...many('same', 30), z: 'z' } })],
    });
    const few = shown(desired, live(10));
    expect([listed(few, '-'), listed(few, '~')]).toEqual([10, 30]);
    expect(few).not.toContain('… and');
    const more = shown(desired, live(25));
    expect([listed(more, '-'), listed(more, '~')]).toEqual([25, 15]);
    expect(more).toContain('\n    … and 15 more changed; --full shows all\n');
    const text = shown(desired, live(60), { showAll: 'lexform plan --target prod --full' });
    expect([listed(text, '-'), listed(text, '~')]).toEqual([40, 0]);
    expect(text).toContain('\n    … and 20 more removed and 30 more changed; --full shows all\n');
    const end = text.trimEnd().split('\n').slice(-4);
    expect(end[1]).toBe(
      'Not named above: 20 more removed and 30 more changed. To see each, run: lexform plan --target prod --full',
    );
    expect(end[3]).toBe(text.split('\n')[0]);
    expect(shown(desired, live(60))).toContain('To see each, run: the same with --full');
    expect(shown(desired, live(60), { full: true })).not.toContain('… and');
  });

  test('no list hides a single line', () => {
    const plan = (removed: number, added = 0) =>
      shown(
        { glossaries: [desiredGlossary('a', { 'en->de': { z: 'z', ...many('new', added, 'n') } })] },
        { glossaries: [liveGlossary('g1', 'a', { 'en->de': { ...many('old', removed), z: 'z' } })] },
      );
    expect([listed(plan(41), '-'), plan(41).includes('… and')]).toEqual([41, false]);
    expect(listed(plan(42), '-')).toBe(40);
    expect(plan(42)).toContain('\n    … and 2 more removed; --full shows all\n');
    expect(plan(41, 1)).toContain('\n    … and 1 more removed and 1 more added; --full shows all\n');
  });

  test('a long list leaves room for those behind it, and nothing is named as added where something else is not', () => {
    const before = { 'en->de': many('old', 900), 'en->fr': { gone: 'x', other: 'x', z: 'z' }, 'en->it': many('it', 3) };
    const after = { 'en->de': { z: 'z' }, 'en->fr': { other: 'y', z: 'z', new: 'new' }, 'en->it': {} };
    const text = shown(
      { glossaries: [desiredGlossary('a', after)] },
      { glossaries: [liveGlossary('g1', 'a', before)] },
    );
    expect([listed(text, '-'), listed(text, '~'), listed(text, '+')]).toEqual([40, 0, 0]);
    expect(text).toContain('\n    - gone → x\n    … and 1 more changed and 1 more added; --full shows all\n');
    expect(text).toContain('Not named above: 864 more removed and 1 more changed.');
    const changes = (count: number) => ({ 'en->de': many('de', count), 'en->fr': { a: 'x' } });
    const edited = shown(
      { glossaries: [desiredGlossary('a', { 'en->de': many('de', 99, 'y'), 'en->fr': { a: 'y', b: 'b' } })] },
      { glossaries: [liveGlossary('g1', 'a', changes(99))] },
    );
    expect([listed(edited, '~'), listed(edited, '+')]).toEqual([40, 1]);
    expect(edited).toContain('\n    … and 60 more changed; --full shows all\n');
  });

  test('a term that is renamed or moved takes one line of the screenful, and is counted as what it is', () => {
    const names = (prefix: string, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix} ${index}`, `Wort ${index}`]));
    const text = shown(
      { glossaries: [desiredGlossary('a', { 'en->de': { ...names('new', 50), z: 'z' } })] },
      { glossaries: [liveGlossary('g1', 'a', { 'en->de': { ...names('old', 50), z: 'z' } })] },
    );
    expect(listed(text, '~')).toBe(40);
    expect(text).toContain('\n    … and 10 more renamed; --full shows all\n');
    expect(text).toContain('Not named above: 10 more renamed.');
  });

  test('the screenful is that of all dictionaries together', () => {
    const glossary = (name: string, removed: number) =>
      liveGlossary(name, name, { 'en->de': { ...many('old', removed), z: 'z' } });
    const wanted = (name: string) => desiredGlossary(name, { 'en->de': { z: 'z' } });
    const text = shown(
      { glossaries: ['a', 'b', 'c'].map(wanted) },
      { glossaries: [glossary('a', 30), glossary('b', 30), glossary('c', 30)] },
    );
    expect(listed(text, '-')).toBe(40);
    for (const count of ['10 more removed', '20 more removed', '50 more removed']) expect(text).toContain(`${count}`);
  });

  test('quiet, the plan is its summary and why it would be refused', () => {
    const live = { glossaries: [liveGlossary('g1', 'old', { 'en->de': { house: 'Haus' } })] };
    const text = shown({ glossaries: [desiredGlossary('new', { 'en->de': { a: 'b' } })] }, live, { quiet: true }, [
      'glossary.old',
    ]);
    expect(text.split('\n')[0]).toBe(
      'Plan for test: 1 glossary to delete, 1 term to add, 1 to remove; 2 glossaries and 2 dictionaries; 2 calls.',
    );
    expect(text).not.toContain('house');
    expect(text).toContain('[delete-needs-consent]');
  });

  test('what is unmanaged is counted in one line, and listed when asked', () => {
    const live = { glossaries: [liveGlossary('g1', 'Old', { 'en->de': { a: 'b' } })] };
    expect(shown({ glossaries: [] }, live)).toBe(
      'No changes. test matches the files.\n\n1 resource on test is unmanaged; --unmanaged lists it.\n',
    );
    expect(shown({ glossaries: [] }, live, { unmanaged: true })).toContain('  glossary.old  "Old"  g1');
  });

  test('hostile text is shown, and does nothing', () => {
    const text = shown(
      { glossaries: [desiredGlossary('a', { 'en->de': [['\u001b[2J::error::x', '##[group]\u202e']] })] },
      { glossaries: [] },
    );
    expect(text).toContain('+ ⟨U+001B⟩[2J::error::x → # #[group]⟨U+202E⟩');
  });

  test('a language that the service made up is shown, and does nothing', () => {
    const live = { glossaries: [liveGlossary('g1', 'Old', { '::error::\u001b[2J->de': { a: 'b' } })] };
    const text = shown({ glossaries: [] }, live, {}, ['glossary.old']);
    expect(text).toContain('\n  : :error::⟨U+001B⟩[2J → German (::error::⟨U+001B⟩[2J->de): 1 removed');
  });

  test('a plan that was narrowed does not claim more', () => {
    const { plan } = makePlan(
      planInput(
        { glossaries: [desiredGlossary('a', { 'en->de': { a: 'b' } })] },
        { glossaries: [liveGlossary('g1', 'a', { 'en->de': { a: 'b' } })] },
        { only: ['glossary.a'] },
      ),
    );
    expect(planText({ plan }, PLAIN)).toBe('No changes. test (only glossary.a) matches the files.\n');
  });

  test('with colour the words that differ are underlined, and the plain text is the same', () => {
    const desired = { glossaries: [desiredGlossary('a', { 'en->de': { a: 'eins zwei' } })] };
    const live = { glossaries: [liveGlossary('g1', 'a', { 'en->de': { a: 'eins drei' } })] };
    const colored = shown(desired, live, { color: true });
    expect(colored).toContain('\u001b[4mdrei\u001b[24m');
    expect(colored.replace(/\u001b\[\d+m/g, '')).toContain('~ a: eins drei → eins zwei');
  });
});

describe('laws', () => {
  test('no plan holds a command of a CI system, or hides anything, with and without colour', () => {
    const nasty = fc
      .array(
        fc.constantFrom(
          '##',
          '[',
          'error]',
          ' ',
          '::',
          'x',
          '\u001b',
          '\r',
          '\n',
          '\u202e',
          '\ufe0f',
          'vso[',
          'שלום',
          '#',
        ),
        { minLength: 1, maxLength: 6 },
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(nasty, nasty, nasty, nasty, fc.boolean(), (source, from, to, name, color) => {
        const style = (prompt: string) => ({ language: 'de', instructions: [{ label: name, prompt }] });
        const { plan } = makePlan(
          planInput(
            {
              glossaries: [desiredGlossary('a', { 'en->de': [[source, to]] }, { name })],
              styleLists: [desiredStyleList('l', { ...style(to), name: 'l' })],
            },
            {
              glossaries: [liveGlossary('g1', 'a', { 'en->de': [[source, from]] }), liveGlossary('g2', name, {})],
              styleLists: [liveStyleList('s1', 'l', { ...style(from), name: 'l' })],
            },
          ),
        );
        for (const line of `${planText({ plan }, { color, unmanaged: true })}${planJson(plan)}`.split('\n')) {
          const seen = line.replace(/\u001b\[\d+m/g, '').replaceAll('\u200e', '');
          if (/[\p{Cc}\p{Cf}]|\ufe0f|##(?:vso)?\[|^\p{White_Space}*::/u.test(seen))
            throw new Error(JSON.stringify(line));
        }
      }),
      { numRuns: runs(800) },
    );
  });

  test('no line of any plan has a control character; the JSON fits the schema and comes back the same', () => {
    fc.assert(
      fc.property(desiredState, (desired) => {
        const { plan } = makePlan(planInput(desired, { glossaries: [], styleLists: [] }));
        for (const line of planText({ plan }, PLAIN).split('\n'))
          expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
        const text = planJson(savedPlan(plan));
        const parsed = parsePlan(text, validatePlan);
        expect(parsed.kind === 'plan' ? planJson(parsed.plan) : parsed.reason).toBe(text);
      }),
      { numRuns: runs(100) },
    );
  });
});

test('a dictionary that goes as a whole says with how many terms, and names the first of them', () => {
  const terms = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`term ${index}`, 'x']));
  const { plan } = makePlan(
    planInput(
      { glossaries: [desiredGlossary('a', { 'en->fr': { a: 'b' } })] },
      { glossaries: [liveGlossary('g', 'a', { 'en->de': terms, 'en->fr': { a: 'b' } })] },
      { deletable: ['*/*'] },
    ),
  );
  const lines = planText({ plan }, { color: false }).split('\n');
  expect(lines.filter((line) => line.includes('- term'))).toHaveLength(10);
  expect(lines).toContain('  English → German (en->de): 30 removed  (dictionary deleted)');
  expect(lines).toContain('    … and 20 more removed; --full shows all');
  expect(planText({ plan }, { color: false, full: true })).toContain('- term 29 → x');
});

test('a plan that is longer than a screen has its summary last as well', () => {
  const terms = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`term ${index}`, 'x']));
  const lines = (count: number): readonly string[] =>
    shown({ glossaries: [desiredGlossary('a', { 'en->de': terms(count) })] }, { glossaries: [] })
      .trimEnd()
      .split('\n');
  const long = lines(50);
  expect(long.length).toBeGreaterThan(40);
  expect(long.slice(-2)).toEqual(['', 'Plan for test: 50 terms to add; 1 glossary and 1 dictionary; 1 call.']);
  expect(long[0]).toBe(long.at(-1));
  const short = lines(5);
  expect(short.filter((line) => line.startsWith('Plan for'))).toHaveLength(1);
});
