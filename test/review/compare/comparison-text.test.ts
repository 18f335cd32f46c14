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
