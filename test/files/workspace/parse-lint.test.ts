import { describe, expect, test } from 'vitest';
import { parseGlossaryFile } from '../../../src/kinds/glossary/files/glossary-file.ts';
import type { Finding } from '../../../src/model/finding.ts';
import { findingMessage } from '../../../src/review/messages/finding-text.ts';
import { parseWorkspace } from '../../../src/steps/workspace/read-workspace.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const WORKSPACE = 'version: 1\ntargets: { local: { service: embedded } }\nlint:\n';
const workspace = (lint: string) => parseWorkspace({ bytes: bytes(`${WORKSPACE}${lint}`), file: 'lexform.yaml' });
const glossary = (lint: string) =>
  parseGlossaryFile({ bytes: bytes(`name: L\nlint:\n${lint}`), file: 'glossaries/legal/glossary.yaml' });
const faults = (findings: readonly Finding[]) =>
  findings.map(({ severity, code, at }) => `${at.line}:${at.column} ${severity} ${code}`);

describe('lint: of lexform.yaml', () => {
  test('everything that it may say', () => {
    const { value, findings } = workspace(`  extends: strict
  rules: { space/double: error, terms/near-duplicate: off }
  overrides:
    - languages: [JA, en->KO]
      rules: { space/double: off }
    - addresses: [glossary.legal/en-de, style_rules.*]
      rules: {}
  waive:
    - rule: space/double
      reason: " as in the logo "
    - { rule: terms/near-duplicate, terms: "Acme *", languages: [de], addresses: ["glossary.*"], reason: names }
  baseline: .lint-baseline.json
  together: [[glossary.product, glossary.legal]]
`);
    expect(findings).toEqual([]);
    expect(value?.lint).toEqual({
      extends: 'strict',
      rules: new Map([
        ['space/double', 'error'],
        ['terms/near-duplicate', 'off'],
      ]),
      overrides: [
        { languages: ['ja', 'en->ko'], rules: new Map([['space/double', 'off']]) },
        { addresses: ['glossary.legal/en->de', 'style_rules.*'], rules: new Map() },
      ],
      waivers: [
        { rule: 'space/double', reason: 'as in the logo', at: { file: 'lexform.yaml', line: 12, column: 7 } },
        {
          rule: 'terms/near-duplicate',
          terms: 'Acme *',
          languages: ['de'],
          addresses: ['glossary.*'],
          reason: 'names',
          at: { file: 'lexform.yaml', line: 14, column: 7 },
        },
      ],
      baseline: '.lint-baseline.json',
      together: [['glossary.product', 'glossary.legal']],
    });
    expect(value?.origins?.get('.lint-baseline.json')).toMatchObject({ line: 15, column: 13 });
  });

  test('what is left out asks for nothing', () => {
    expect(workspace('  {}\n').value?.lint).toEqual({ rules: new Map(), overrides: [], waivers: [], together: [] });
    expect(
      parseWorkspace({ bytes: bytes(WORKSPACE.replace('lint:\n', '')), file: 'lexform.yaml' }).value,
    ).not.toHaveProperty('lint');
  });

  test.each([
    ['another preset', 'extends: all', ['4:12 error value-not-allowed']],
    ['a rule that is none', 'rules: { space/duble: off }', ['4:12 error key-unknown']],
    ['a rule that the service enforces', 'rules: { space/outer: off }', ['4:12 error key-unknown']],
    ['a level that is none', 'rules: { space/double: info }', ['4:26 error value-not-allowed']],
    ['an override without rules', 'overrides: [{ languages: [de] }]', ['4:15 error key-missing']],
    ['an override for no language', 'overrides: [{ languages: [], rules: {} }]', ['4:28 error value-empty']],
    ['a country', 'overrides: [{ languages: [jp], rules: {} }]', ['4:29 warning language-unknown']],
    ['no language', 'overrides: [{ languages: [german], rules: {} }]', ['4:29 error language-unsupported']],
    ['a variant', 'overrides: [{ languages: [de, en-GB->de], rules: {} }]', ['4:33 error language-variant']],
    ['no address', 'overrides: [{ addresses: [legal], rules: {} }]', ['4:29 error address-pattern']],
    ['a waiver of what is none', 'waive: [{ rule: x, reason: y }]', ['4:19 error value-not-allowed']],
    ['a waiver without a reason', 'waive: [{ rule: space/double }]', ['4:11 error key-missing']],
    ['an empty reason', 'waive: [{ rule: space/double, reason: "" }]', ['4:41 error value-empty']],
    ['a blank reason', 'waive: [{ rule: space/double, reason: "\\t" }]', ['4:41 error lint-waiver-reason']],
    ['a baseline elsewhere', 'baseline: ../x.json', ['4:13 error path-outside-workspace']],
    ['one glossary', 'together: [[glossary.a]]', ['4:14 error lint-together']],
    ['one glossary twice', 'together: [[glossary.a, glossary.a]]', ['4:14 error lint-together']],
    ['none', 'together: [[]]', ['4:14 error lint-together']],
    ['a pattern', 'together: [[glossary.a, "glossary.*"]]', ['4:27 error lint-together']],
    ['a dictionary', 'together: [[glossary.a, glossary.b/en->de]]', ['4:27 error lint-together']],
  ])('%s is a fault at its place', (_, lint, expected) => {
    expect(faults(workspace(`  ${lint}\n`).findings)).toEqual(expected);
  });

  test('every fault is told', () => {
    const { findings } = workspace(`  overrides: [{ languages: [german], addresses: [legal], rules: {} }]
  waive: [{ rule: space/double, reason: " ", addresses: [x] }]
  together: [[a, b]]
`);
    expect(faults(findings)).toEqual([
      '4:29 error language-unsupported',
      '4:50 error address-pattern',
      '5:41 error lint-waiver-reason',
      '5:58 error address-pattern',
      '6:15 error lint-together',
      '6:18 error lint-together',
    ]);
  });

  test('a name that is nearly that of a rule is told with that one', () => {
    const [fault] = workspace('  rules: { space/duble: off }\n').findings;
    expect(fault && findingMessage(fault)).toMatch(
      /^the key "space\/duble" is unknown in lint\.rules, .*; did you mean "space\/double"\?$/,
    );
  });
});

describe('lint: of glossary.yaml', () => {
  test('what names no addresses is about the glossary alone', () => {
    const { value, findings } = glossary(`  rules: { space/double: error }
  overrides: [{ languages: [ja], rules: { space/double: off } }]
  waive:
    - { rule: space/double, reason: x }
    - { rule: space/double, addresses: [glossary.legal/en-ja], reason: x }
`);
    expect(findings).toEqual([]);
    expect(value?.lint).toMatchObject({
      rules: new Map([['space/double', 'error']]),
      overrides: [{ languages: ['ja'], addresses: ['glossary.legal'], rules: new Map([['space/double', 'off']]) }],
      waivers: [{ addresses: ['glossary.legal'] }, { addresses: ['glossary.legal/en->ja'], at: { line: 7 } }],
    });
    expect(glossary('  {}\n').value?.lint).toEqual({ rules: new Map(), overrides: [], waivers: [] });
  });

  test.each([
    ['another glossary', 'glossary.product', ['3:29 error lint-address-elsewhere']],
    ['all glossaries', '"glossary.*"', ['3:29 error lint-address-elsewhere']],
    ['no address', 'legal', ['3:29 error address-pattern', '3:29 error lint-address-elsewhere']],
    ['all dictionaries of it', '"glossary.legal/*"', []],
  ])('an address of %s', (_, address, expected) => {
    expect(faults(glossary(`  overrides: [{ addresses: [${address}], rules: {} }]\n`).findings)).toEqual(expected);
  });

  test.each(['baseline: x.json', 'together: []'])('%s belongs to lexform.yaml', (line) => {
    expect(glossary(`  ${line}\n`).findings.map(({ code }) => code)).toEqual(['key-unknown']);
  });
});
