import { expect, test } from 'vitest';
import { driftOf } from '../../../src/plan/drift/detect-drift.ts';
import { overwritten } from '../../../src/plan/drift/drift.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { driftLine, driftText, overwrittenText } from '../../../src/review/drift/drift-text.ts';
import { type DriftInputLike, driftInput, type SideLike } from '../../plan/drift-input.ts';

const PLAIN = { color: false };
const TONE = { label: 'Tone', prompt: 'Be friendly.' };
const text = (given: DriftInputLike) => driftText(driftOf(driftInput(given)), PLAIN);
const glossary = (entries: Readonly<Record<string, string>>, name = 'Product terms'): SideLike => ({
  glossaries: { product: { name, dictionaries: { 'en->de': entries } } },
});

test('no drift is one line', () => {
  const side = glossary({ house: 'Haus' });
  expect(text({ base: side, ours: side, theirs: side })).toBe('No drift on test: nothing was changed outside git.\n');
});

test('what both sides changed alike is no drift, and is only counted', () => {
  const after = glossary({ house: 'Heim', dog: 'Köter' }, 'Products');
  expect(text({ base: glossary({ house: 'Haus', dog: 'Hund' }), ours: after, theirs: after })).toBe(
    'No drift on test: nothing was changed outside git.\n\nChanged the same way in the files and outside git, so not drift: 1 name and 2 terms.\n',
  );
});

test('the patterns that narrowed the comparison are named', () => {
  const base = glossary({ house: 'Haus' });
  const input = driftInput({ base, ours: base, theirs: glossary({ house: 'Heim' }) }, { only: ['glossary.*'] });
  expect(driftLine(driftOf(input))).toBe('Drift on test (only glossary.*): 1 term changed outside git.');
});

test('each difference is shown with its words, conflicts first and side by side', () => {
  expect(
    text({
      base: glossary({ house: 'Haus', car: 'der alte Wagen', dog: 'Hund', old: 'alt' }),
      ours: glossary({ house: 'Haus', car: 'der alte Wagen', dog: 'Köter', old: 'alt', both: 'beide' }),
      theirs: glossary({ house: 'HAUS', car: 'der neue Wagen', dog: 'Dogge', new: 'neu', both: 'Beide' }, 'Products'),
    }),
  ).toMatchInlineSnapshot(`
    "Drift on test: 1 name and 4 terms changed outside git, 2 conflicts.

    glossary.product  "Product terms"
      ~ name: Product terms → Products
      English → German (en->de)  (of 4)
        ! dog: changed in the files and outside git  glossaries/product/en-de.csv:3
            after the last apply: Hund
            in the files:         Hund → Köter
            on the service:       Hund → Dogge
        ! both: changed in the files and outside git (case only)  glossaries/product/en-de.csv:5
            after the last apply: (not there)
            in the files:         beide
            on the service:       Beide
        - old → alt  glossaries/product/en-de.csv:4
        ~ house: Haus → HAUS (case only)  glossaries/product/en-de.csv:1
        ~ car: der [-alte-]{+neue+} Wagen  glossaries/product/en-de.csv:2
        + new → neu
    "
  `);
});

test('instructions, rules and the language of a list', () => {
  const list = (like: NonNullable<SideLike['lists']>[string]): SideLike => ({ lists: { marketing: like } });
  expect(
    text({
      base: list({
        rules: { numbers: { a: '1', b: '1', c: '1' } },
        instructions: [TONE, { label: 'Gone', prompt: 'Go away.' }],
      }),
      ours: list({
        rules: { numbers: { a: '1', b: '2', c: '1' } },
        instructions: [
          { ...TONE, prompt: 'Be very friendly.' },
          { label: 'Gone', prompt: 'Go away.' },
        ],
      }),
      theirs: list({
        language: 'fr',
        rules: { numbers: { a: '2', c: '1' }, dates: { x: 'y' } },
        instructions: [
          { label: 'Tone', prompt: 'Be kind.', sourceLanguage: 'en' },
          { label: 'New', prompt: 'Count in dozens.' },
        ],
      }),
    }),
  ).toMatchInlineSnapshot(`
    "Drift on test: 1 language, 2 rules and 2 instructions changed outside git, 2 conflicts.

    style_rules.marketing  "marketing"
      ~ language: de → fr
      ! numbers.b: changed in the files and outside git  style-rules/marketing.yaml:5
          after the last apply: 1
          in the files:         1 → 2
          on the service:       (not there)
      + dates.x: y
      ~ numbers.a: 1 → 2  style-rules/marketing.yaml:5
      ! instruction Tone: changed in the files and outside git  style-rules/marketing.yaml:10
          after the last apply: Tone: Be friendly.
          in the files:         Tone: Be {+very +}friendly.
          on the service:       Tone: Be [-friendly-]{+kind+}. (source language not set → en)
      - instruction Gone: Go away.  style-rules/marketing.yaml:11
      + instruction New: Count in dozens.
    "
  `);
});

test('what is gone on one side says which', () => {
  const one = { 'en->de': { a: '1' } };
  expect(
    text({
      base: {
        glossaries: {
          both: { dictionaries: one },
          dropped: { dictionaries: one },
          gone: { dictionaries: one },
          pairs: { dictionaries: { ...one, 'en->fr': { a: '1' }, 'en->it': { a: '1' }, 'en->es': { keep: 'it' } } },
          renewed: { dictionaries: one },
        },
        lists: { gone: {} },
      },
      ours: {
        glossaries: {
          both: { dictionaries: { 'en->de': { a: '2' } } },
          gone: { dictionaries: one },
          pairs: { dictionaries: { ...one, 'en->fr': { a: '2' }, 'en->es': { keep: 'it' } } },
          renewed: { dictionaries: one },
        },
        lists: { gone: {} },
      },
      theirs: {
        glossaries: {
          dropped: { dictionaries: { ...one, 'en->fr': { b: '2' } } },
          pairs: { dictionaries: { 'en->it': { a: '2' }, 'en->es': { keep: 'it' } } },
          renewed: { id: 'f00', dictionaries: one },
        },
      },
    }),
  ).toMatchInlineSnapshot(`
    "Drift on test: 2 glossaries, 1 style list and 1 dictionary changed outside git, 4 conflicts.

    ! glossary.both  "both"  deleted outside git, and changed in the files

    ! glossary.dropped  "dropped"  dropped from the files, and changed outside git
      + English → French (en->fr)  created outside git
        + b → 2

    - glossary.gone  "gone"  deleted outside git

    glossary.pairs  "pairs"
      - English → German (en->de)  (of 1)  deleted outside git
      ! English → French (en->fr)  (of 1)  deleted outside git, and changed in the files
      ! English → Italian (en->it)  (of 1)  dropped from the files, and changed outside git
        ~ a: 1 → 2

    ~ glossary.renewed  "renewed"  deleted outside git, and recreated with another id (f00)

    - style_rules.gone  "gone"  deleted outside git
    "
  `);
});

test('developer keys by label and limits, and what cannot be undone', () => {
  const limits = { characters: 1000, speechToTextMilliseconds: 5 };
  expect(
    text({
      base: {
        keys: { ci: { limits }, dead: { label: 'Dead' }, 'dead-too': {}, dropped: { limits }, gone: {}, renewed: {} },
      },
      ours: {
        keys: {
          ci: { limits: { ...limits, characters: 2000 } },
          dead: { label: 'Dead' },
          'dead-too': { label: 'New' },
          gone: {},
          renewed: {},
        },
      },
      theirs: {
        keys: {
          ci: { label: 'CI', limits: { characters: null, speechToTextMilliseconds: 0 } },
          dead: { label: 'Dead', deactivated: true },
          'dead-too': { deactivated: true },
          dropped: { limits: { ...limits, characters: 3000 } },
          renewed: { id: 'f00' },
        },
      },
    }),
  ).toMatchInlineSnapshot(`
    "Drift on test: 3 developer keys, 1 label and 1 limit changed outside git, 3 conflicts.

    developer_key.ci  "ci"
      ~ label: ci → CI (case only)
      ! characters: changed in the files and outside git  developer-keys.yaml:2
          after the last apply: 1,000
          in the files:         2,000
          on the service:       no limit
      ~ speech to text: 5 ms → 0 ms (blocks speech to text)  developer-keys.yaml:2

    - developer_key.dead  "Dead"  deactivated outside git, permanently

    ! developer_key.dead-too  "dead-too"  deactivated outside git, permanently, and changed in the files

    ! developer_key.dropped  "dropped"  dropped from the files, and changed outside git
      ~ characters: 1,000 → 3,000

    - developer_key.gone  "gone"  deleted outside git

    ~ developer_key.renewed  "renewed"  deleted outside git, and recreated with another id (f00)
    "
  `);
});

test('of a long dictionary the first lines are shown, and never fewer than all conflicts', () => {
  const side = (value: string, conflict: string): SideLike =>
    glossary(
      Object.fromEntries(
        [...Array(30).keys()].map((index) => [`term ${index}`, index < 25 ? `${value} ${index}` : conflict]),
      ),
    );
  const drift = driftOf(driftInput({ base: side('a', 'a'), ours: side('a', 'b'), theirs: side('z', 'c') }));
  const lines = (maxEntries: number, full = false) =>
    driftText(drift, { color: false, maxEntries, full })
      .split('\n')
      .filter((line) => /^ {4}[!~]|more/.test(line));
  expect(lines(7)).toHaveLength(8);
  expect(lines(7).at(-1)).toBe('    … and 23 more; --full shows all');
  expect(lines(2).filter((line) => line.includes('!'))).toHaveLength(5);
  expect(lines(2, true)).toHaveLength(30);
});

test('the refusal of an apply names the ways out, and is empty when nothing would be undone', () => {
  const base = glossary({ house: 'Haus', dog: 'Hund' });
  const input = driftInput({ base, ours: base, theirs: glossary({ house: 'Gebäude', dog: 'Hund' }) });
  const drift = driftOf(input);
  expect(overwrittenText(overwritten(drift, makePlan(input).plan), PLAIN)).toMatchInlineSnapshot(`
    "the plan would undo changes on test: 1 term changed outside git; to keep the change, run "lexform pull"; to overwrite the change on the service, rerun with --overwrite-drift [drift]

    glossary.product  "Product terms"
      English → German (en->de)  (of 2)
        ~ house: Haus → Gebäude  glossaries/product/en-de.csv:1
    "
  `);
  const both = driftInput({
    base,
    ours: glossary({ house: 'Heim', dog: 'Hund' }),
    theirs: glossary({ house: 'Gebäude', dog: 'Hund' }),
  });
  expect(overwrittenText(overwritten(driftOf(both), makePlan(both).plan), PLAIN)).toContain(
    ': 1 conflict; to resolve the conflict, edit the files or run "lexform pull --theirs" or "lexform pull --ours"; to overwrite the change on the service, rerun with --overwrite-drift [drift]',
  );
  expect(overwrittenText(overwritten(drift, { ...makePlan(input).plan, changes: [] }), PLAIN)).toBe('');
});

test('hostile text on any side can neither move the cursor nor forge a command of a CI system', () => {
  const evil = '\u001b[2J\n::error::x\u202e##vso[task.x]\u200b\r';
  const side = (value: string, name: string): SideLike => ({
    glossaries: { g: { name, dictionaries: { 'en->de': { [`${evil}s`]: value, [`${evil}c`]: `${value}c` } } } },
    lists: {
      l: {
        name,
        language: value,
        rules: { [evil]: { [evil]: value } },
        instructions: [{ label: evil, prompt: value, sourceLanguage: value }],
      },
    },
    keys: { k: { label: name } },
  });
  for (const ours of ['a', `${evil}o`])
    for (const color of [false, true]) {
      const drift = driftOf(
        driftInput({ base: side('a', 'n'), ours: side(ours, ours), theirs: side(`${evil}t`, evil) }),
      );
      const shown = driftText(drift, { color });
      const bare = shown.replace(/\u001b\[\d+m/g, '');
      expect(bare).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e\u200b]/);
      expect(bare).not.toContain('##vso[');
      expect(bare.split('\n').filter((line) => line.trimStart().startsWith('::'))).toEqual([]);
    }
});
