import { describe, expect, test } from 'vitest';
import { exampleSamples, parseSamplesFile } from '../../src/kinds/glossary/files/check-samples.ts';
import { parseGlossaryFile } from '../../src/kinds/glossary/files/glossary-file.ts';
import { parseStyleListFile } from '../../src/kinds/style-list/files/style-list-file.ts';
import type { Finding } from '../../src/model/finding.ts';
import { temporaryName } from '../../src/model/resources/temporary-resource.ts';
import { SAMPLE_MAX_CHARS } from '../../src/model/workspace/sample.ts';
import { findingMessage } from '../../src/review/messages/finding-text.ts';
import { parseWorkspace } from '../../src/steps/workspace/read-workspace.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const faults = (findings: readonly Finding[]) =>
  findings.map(({ severity, code, at }) => `${at.line}:${at.column} ${severity} ${code}`);
const glossary = (text: string) => parseGlossaryFile({ bytes: bytes(text), file: 'glossaries/product/glossary.yaml' });

describe('samples of a glossary', () => {
  test('are read by language, each with its place, without white space at their ends', () => {
    const { value, findings } = glossary(
      'name: P\nsamples:\n  en:\n    - The invoice is due.\n    - |\n      Two lines\n      of text.\n  DE: [ "Die Rechnung." ]\n',
    );
    expect(findings).toEqual([]);
    expect(value?.samples?.map(({ text, language, at }) => [text, language, `${at.line}:${at.column}`])).toEqual([
      ['The invoice is due.', 'en', '4:7'],
      ['Two lines\nof text.', 'en', '5:7'],
      ['Die Rechnung.', 'de', '8:9'],
    ]);
  });

  test.each([
    ['a list', 'samples: [ a ]', ['2:10 error value-kind']],
    ['one text', 'samples: { en: a }', ['2:16 error value-kind']],
    ['nothing', 'samples: {}', ['2:10 error value-empty']],
    ['a language without any', 'samples: { en: [] }', ['2:16 error value-empty']],
    ['an empty sentence', 'samples: { en: [ "" ] }', ['2:18 error value-empty']],
    ['a blank one', 'samples: { en: [ " " ] }', ['2:18 error sample-blank']],
    ['a number', 'samples: { en: [ 1 ] }', ['2:18 error value-kind']],
    ['a variant', 'samples: { en-GB: [ a ] }', ['2:12 error language-variant']],
    ['no language', 'samples: { english: [ a ] }', ['2:12 error language-unsupported']],
    ['a control character', 'samples: { en: [ "a\\u0007" ] }', ['2:18 error sample-control-character']],
    ['half a character', 'samples: { en: [ "a\\ud800" ] }', ['2:18 error sample-control-character']],
    ['too long a one', `samples: { en: [ ${'a'.repeat(SAMPLE_MAX_CHARS + 1)} ] }`, ['2:18 error sample-too-long']],
    ['one twice', 'samples: { en: [ a, b, " a" ] }', ['2:24 warning sample-repeated']],
  ])('are refused where there is %s', (_, text, expected) => {
    const { findings } = glossary(`name: P\n${text}\n`);
    expect(faults(findings)).toEqual(expected);
    for (const finding of findings) expect(findingMessage(finding)).not.toContain(finding.code);
  });

  test('count characters and not code units', () => {
    expect(glossary(`name: P\nsamples: { en: [ ${'😀'.repeat(SAMPLE_MAX_CHARS)} ] }\n`).findings).toEqual([]);
  });
});

test('a file of samples has the same form, and the same faults', () => {
  const parse = (text: string) => parseSamplesFile({ bytes: bytes(text), file: 's.yaml' });
  expect(parse('{"en": ["One."], "fr": ["Deux."]}').value?.map(({ text, language }) => [text, language])).toEqual([
    ['One.', 'en'],
    ['Deux.', 'fr'],
  ]);
  expect(faults(parse('en:\n  - " "\nfrench: [ a ]\n').findings)).toEqual([
    '2:5 error sample-blank',
    '3:1 error language-unsupported',
  ]);
  expect(faults(parse('- a\n').findings)).toEqual(['1:1 error value-kind']);
});

describe('an example column', () => {
  const examples = (csv: string, source = 'en') =>
    exampleSamples({ bytes: bytes(csv), file: 'a.csv' }, source).map(
      ({ text, language, at }) => `${at.line}:${at.column} ${language} ${text}`,
    );

  test('of a dictionary is in its source language', () => {
    expect(examples('source,target,example\nhouse,Haus,"A house, at last."\ncat,Katze,\n')).toEqual([
      '2:12 en A house, at last.',
    ]);
    expect(examples('target,source,Example,source_lang,target_lang\nHaus,house,A house.,EN,DE\n')).toEqual([
      '2:12 en A house.',
    ]);
  });

  test('of a wide table is in its first language, or in the one that it names', () => {
    expect(
      examples('id,de,en,example,example_en,Example: French\n1,Haus,house,Ein Haus.,A house.,Une maison.\n'),
    ).toEqual(['2:14 de Ein Haus.', '2:24 en A house.', '2:33 fr Une maison.']);
  });

  test('may hold notes that are no sentences: they are passed over', () => {
    expect(examples(`source,target,example\na,b,${'x'.repeat(1001)}\nc,d, \ne,f,"g\u0007"\n`)).toEqual([]);
    expect(examples('source,target,example of use\na,b,c\n')).toEqual([]);
    expect(examples('a,b\nc,d\n')).toEqual([]);
    expect(examples('')).toEqual([]);
  });
});

test('the name of a lease is no name for a file to ask for', () => {
  const name = temporaryName({ until: new Date('2026-01-02T03:04:05Z'), run: 'r' });
  expect(faults(glossary(`name: ${JSON.stringify(name)}\n`).findings)).toEqual(['1:7 error name-reserved']);
  const list = { bytes: bytes(`name: ${JSON.stringify(name)}\nlanguage: de\n`), file: 'style-rules/a.yaml' };
  expect(faults(parseStyleListFile(list, { rules: new Map() }).findings)).toEqual(['1:7 error name-reserved']);
});

describe('the settings of previews', () => {
  const parse = (text: string) =>
    parseWorkspace({
      bytes: bytes(`version: 1\ntargets: { local: { service: embedded } }\npreview: ${text}\n`),
      file: 'lexform.yaml',
    });

  test('have defaults one by one', () => {
    const policy = parse('{ variants: { en: en-GB, zh: zh-Hant } }').value?.preview;
    expect([policy?.budget, ...(policy?.variants ?? [])]).toEqual([
      10_000,
      ['en', 'en-GB'],
      ['pt', 'pt-BR'],
      ['zh', 'zh-Hant'],
    ]);
    expect(parse('{ budget: 0 }').value?.preview?.budget).toBe(0);
  });

  test.each([
    ['{ variants: { en: pt-BR } }', ['3:28 error preview-variant']],
    ['{ variants: { xx: yy-YY } }', ['3:28 error preview-variant']],
    ['{ budget: -1 }', ['3:20 error number-range']],
    ['{ budgets: 1 }', ['3:12 error key-unknown']],
  ])('%s is refused', (text, expected) => {
    expect(faults(parse(text).findings)).toEqual(expected);
  });
});
