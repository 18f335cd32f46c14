import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../../src/model/errors.ts';
import { compareTargets } from '../../../src/plan/compare/compare-targets.ts';
import type { Comparison } from '../../../src/plan/compare/comparison.ts';
import {
  type ComparisonTextOptions,
  comparisonJson,
  comparisonText,
} from '../../../src/review/compare/comparison-text.ts';
import { anyContent, type Content, type ListContent, targetOf } from '../../plan/comparison-contents.ts';
import { runs } from '../../support/runs.ts';
import { schemaErrors } from '../../support/schema-errors.ts';

const NONE: Content = { glossaries: [], lists: [] };

const glossary = (name: string, ...terms: readonly (readonly [string, string])[]): Content => ({
  ...NONE,
  glossaries: [{ name, dictionaries: [{ pair: 'en->de', terms }] }],
});

const list = (more: Partial<ListContent>): Content => ({
  ...NONE,
  lists: [{ name: 'Tone', language: 'de', rules: [], instructions: [], ...more }],
});

const between = (...contents: readonly Content[]): Comparison =>
  compareTargets({
    targets: contents.map((content, index) => targetOf(['eu', 'us', 'ap'][index] ?? '', content)),
    only: [],
  });

const text = (parity: Comparison, more: Partial<ComparisonTextOptions> = {}) =>
  comparisonText(parity, { color: false, ...more });

describe('the text', () => {
  test('three targets stand in three columns', () => {
    const parity = between(
      glossary('Product', ['a', '1']),
      glossary('Product', ['a', '2']),
      glossary('Product', ['a', '1']),
    );
    expect(text(parity)).toMatchInlineSnapshot(`
      "Differences between eu, us and ap: 1 resource different (1 term in 1 dictionary); 1 compared.

      glossary "Product"  glossary.product
        English → German (en->de)  1 term; 1 differs
          term  eu  us  ap
          a     1   2   1
      "
    `);
  });

  test('who has it and who lacks it is said, with what the others differ in', () => {
    const parity = between(glossary('Product', ['a', '1'], ['b', '1']), NONE, glossary('Product', ['a', '2']));
    expect(text(parity)).toMatchInlineSnapshot(`
      "Differences between eu, us and ap: 1 resource not on every target (2 terms in 1 dictionary); 1 compared.

      glossary "Product"  eu and ap have it, us lacks it  glossary.product
        English → German (en->de)  eu 2 terms, ap 1 term; 2 differ
          term  eu  us           ap
          a     1   (not there)  2
          b     1   (not there)  (not there)
      "
    `);
  });

  test('a difference that is easily overlooked is named and shown', () => {
    const out = text(
      between(glossary('Product', ['a', 'Haus'], ['é', 'é']), glossary('Product', ['a', 'haus'], ['é', 'e\u0301'])),
    );
    expect(out).toContain('(case only)');
    expect(out).toContain('(Unicode form only)');
    expect(out).toContain('⟨U+0301⟩');
  });

  test('right-to-left text keeps the marks around it, and they are never shown as text', () => {
    const [one, other] = ['ש\u05b8\u05c1', 'ש\u05c1\u05b8'];
    const seen = text(between(glossary('Product', ['a', one]), glossary('Product', ['a', `${one}${one}`])));
    expect(seen).toContain(`\u200e${one}\u200e`);
    const unseen = text(between(glossary('Product', ['a', one]), glossary('Product', ['a', other])));
    expect(unseen).toContain('⟨U+05E9⟩⟨U+05C1⟩⟨U+05B8⟩');
    expect(unseen).not.toContain('U+200E');
  });

  test('what does not fit into the line stands below one another', () => {
    const long = 'a long translation '.repeat(4).trim();
    const out = text(between(glossary('Product', ['house', long]), glossary('Product', ['house', `${long}!`])), {
      width: 80,
    });
    expect(out).toContain(`    term house\n      eu: ${long}\n      us: ${long}!\n`);
  });

  test('many terms are cut, and --full shows all', () => {
    const many = (by: string) =>
      glossary('Product', ...Array.from({ length: 50 }, (_, index) => [`term ${index}`, by] as const));
    const parity = between(many('a'), many('b'));
    expect(text(parity)).toContain('… and 10 more; --full shows all');
    expect(text(parity, { full: true }).match(/^ {4}term \d+ /gm)).toHaveLength(50);
  });

  test('style lists: language, rules, and each instruction with its source language', () => {
    const parity = between(
      list({
        rules: [['style', 'tone', 'kind']],
        instructions: [{ label: 'Form', prompt: 'Say du.', sourceLanguage: 'en' }],
      }),
      list({ language: 'fr', instructions: [{ label: 'Form', prompt: 'Say Sie.' }] }),
    );
    expect(text(parity)).toMatchInlineSnapshot(`
      "Differences between eu and us: 1 resource different (1 language, 1 rule and 1 instruction); 1 compared.

      style list "Tone"  style_rules.tone
        eu 1 rule and 1 instruction, us 0 rules and 1 instruction
        language: eu de, us fr
        rule        eu    us
        style.tone  kind  (not there)
        instruction Form
          eu: Say du. (source language en)
          us: Say Sie.
      "
    `);
  });

  test('who looks after it is said where it is not the files on every target', () => {
    const targets = [
      targetOf('eu', glossary('Product', ['a', '1'])),
      targetOf('us', glossary('Product', ['a', '2']), { standing: 'unmanaged' }),
      targetOf('ap', glossary('Product', ['a', '2']), { standing: 'ledger' }),
    ];
    expect(text(compareTargets({ targets, only: [] }))).toContain(
      'glossary "Product"  eu glossary.product, us glossary.product (not in the files), ap glossary.product (no longer in the files)\n',
    );
  });

  test('names that are not clear, and lists that may not be read, are told', () => {
    const twice: Content = { ...NONE, glossaries: [...glossary('A').glossaries, ...glossary('A').glossaries] };
    const parity = { ...between(twice, glossary('A')), unread: [{ kind: 'style-list', targets: ['us'] }] };
    expect(text(parity)).toBe(
      'Differences between eu and us: 1 name ambiguous; 1 compared.\n\nglossary "A" is not compared: eu has 2 (eu-g0, eu-g1)\nStyle lists are not compared: us may not read them.\n',
    );
  });

  test('fewer than two targets are nothing to compare', () => {
    expect(text(between(NONE))).toBe('Only eu could be read; there is nothing to compare.\n');
    expect(text(between())).toBe('No target could be read.\n');
  });

  test('what comes from the service can do nothing to a terminal or a log', () => {
    const hostile = '\u001b[2J\n::error::##[error]\u202e';
    const made = (mark: string): Content => ({
      glossaries: glossary(hostile, [hostile, hostile + mark]).glossaries,
      lists: list({
        name: hostile,
        rules: [[hostile, hostile, mark + hostile]],
        instructions: [{ label: hostile, prompt: hostile + mark, sourceLanguage: hostile }],
      }).lists,
    });
    for (const color of [false, true])
      for (const width of [20, 1000]) {
        const out = text(between(made('a'), made('b')), { color, width, full: true });
        expect(out).not.toMatch(/\u001b\[2J|\u202e|##\[|^\s*::/m);
      }
  });
});

describe('the document', () => {
  test('of any comparison fits its schema', () => {
    fc.assert(
      fc.property(fc.array(anyContent, { minLength: 1, maxLength: 3 }), (contents) => {
        expect(schemaErrors('comparison', JSON.parse(comparisonJson(between(...contents), [])))).toEqual([]);
      }),
      { numRuns: runs(30) },
    );
  });

  test('names the targets that failed, and why', () => {
    const error = new ServiceError({ request: 'GET /v3/glossaries', status: 403, message: 'no \u202e' });
    const made = comparisonJson(between(NONE, NONE), [{ name: 'ap', error }]);
    const document = JSON.parse(made);
    expect(document.failed).toMatchObject([{ target: 'ap', error: { kind: 'service', status: 403 } }]);
    expect(made).not.toContain('\u202e');
    expect(schemaErrors('comparison', document)).toEqual([]);
  });

  test('a document that lacks a side is refused', () => {
    const document = JSON.parse(comparisonJson(between(glossary('A', ['a', 'b']), glossary('A', ['a', 'c'])), []));
    const [{ children }] = document.resources;
    delete children[0].values[0].values;
    expect(schemaErrors('comparison', document).length).toBeGreaterThan(0);
  });
});
