import { describe, expect, test } from 'vitest';
import {
  deactivatedDigest,
  developerKeyDigest,
  labelDigest,
  limitsDigest,
} from '../../../src/kinds/developer-key/developer-key.ts';
import type { ConfiguredRules, StyleListContent } from '../../../src/kinds/style-list/style-list.ts';
import {
  instructionDigest,
  rulesDigest,
  sameInstruction,
  styleListDigest,
} from '../../../src/kinds/style-list/style-list.ts';
import { canonicalJson, digestOf, nameDigest } from '../../../src/model/resources/digest.ts';

const rules = (...triples: readonly (readonly [string, string, string])[]): ConfiguredRules => {
  const made = new Map<string, Map<string, string>>();
  for (const [category, rule, option] of triples)
    made.set(category, (made.get(category) ?? new Map<string, string>()).set(rule, option));
  return made as unknown as ConfiguredRules;
};

const TONE = { label: 'Tone', prompt: 'Be friendly.' };
const LIST = {
  name: 'Marketing',
  language: 'de',
  rules: rules(['punctuation', 'apostrophe', 'curly']),
  instructions: [TONE],
} as unknown as StyleListContent;

test('digests of ledgers that are written stay what they are', () => {
  expect(nameDigest('Product terms')).toBe('sha256:78b15503398e4bb1fb513928b0c895039e22d02c91abf8d9038ab0341b5af2c6');
});

test('canonical JSON sorts keys by code unit at every depth and keeps the order of lists', () => {
  expect(canonicalJson({ b: [2, 1], ä: null, a: { 10: true, 2: 'x' }, absent: undefined as never })).toBe(
    '{"a":{"10":true,"2":"x"},"b":[2,1],"ä":null}',
  );
});

describe('the digest of an instruction', () => {
  test('depends on label, prompt and source language', () => {
    const digests = [
      instructionDigest(TONE, 'de'),
      instructionDigest({ ...TONE, label: 'tone' }, 'de'),
      instructionDigest({ ...TONE, prompt: 'Be friendly' }, 'de'),
      instructionDigest({ ...TONE, sourceLanguage: 'en' }, 'de'),
      instructionDigest({ ...TONE, sourceLanguage: 'fr' }, 'de'),
      instructionDigest(TONE, 'fr-CA'),
    ];
    expect(new Set(digests).size).toBe(digests.length);
  });

  test('takes no source language for the language of the list, as the service does', () => {
    expect(instructionDigest({ ...TONE, sourceLanguage: 'de' }, 'de')).toBe(instructionDigest(TONE, 'de'));
    expect(sameInstruction({ ...TONE, sourceLanguage: 'de' }, TONE, 'de')).toBe(true);
    expect(sameInstruction({ ...TONE, sourceLanguage: 'en' }, TONE, 'de')).toBe(false);
    expect(sameInstruction({ ...TONE, label: 'x' }, TONE, 'de')).toBe(false);
    expect(sameInstruction({ ...TONE, prompt: 'x' }, TONE, 'de')).toBe(false);
  });
});

test('the digest of rules depends on category, rule and option, and not on their order', () => {
  const one = rules(['a', 'b', 'c'], ['d', 'e', 'f']);
  expect(rulesDigest(rules(['d', 'e', 'f'], ['a', 'b', 'c']))).toBe(rulesDigest(one));
  const others = [
    rules(['a', 'b', 'c']),
    rules(['a', 'b', 'x'], ['d', 'e', 'f']),
    rules(['a', 'x', 'c'], ['d', 'e', 'f']),
  ];
  expect(new Set([one, ...others, rules(['x', 'b', 'c'], ['d', 'e', 'f'])].map(rulesDigest)).size).toBe(5);
});

test('the digest of a style list depends on each of its parts, and not on the order of its instructions', () => {
  const two = { ...LIST, instructions: [TONE, { label: 'Form', prompt: 'Say du.' }] } as StyleListContent;
  expect(styleListDigest({ ...two, instructions: two.instructions.toReversed() })).toBe(styleListDigest(two));
  const lists: readonly StyleListContent[] = [
    LIST,
    two,
    { ...LIST, name: 'marketing' },
    { ...LIST, rules: rules() },
    { ...LIST, instructions: [{ ...TONE, sourceLanguage: 'en' }] } as StyleListContent,
    { ...LIST, language: 'fr' } as StyleListContent,
  ];
  expect(new Set(lists.map(styleListDigest)).size).toBe(lists.length);
});

test('the digest of a developer key depends on label, limits and activity', () => {
  const key = { label: 'ci', deactivated: false, limits: { characters: 5, speechToTextMilliseconds: null } };
  const keys = [
    key,
    { ...key, label: 'x' },
    { ...key, deactivated: true },
    { ...key, limits: { ...key.limits, characters: 6 } },
    { ...key, limits: { ...key.limits, characters: null } },
    { ...key, limits: { ...key.limits, speechToTextMilliseconds: 0 } },
  ] as unknown as readonly Parameters<typeof developerKeyDigest>[0][];
  expect(new Set(keys.map(developerKeyDigest)).size).toBe(keys.length);
  expect(labelDigest('a')).not.toBe(labelDigest('b'));
  expect(deactivatedDigest(true)).not.toBe(deactivatedDigest(false));
});

test('the digest of limits tells a limit that is not named from one that is lifted, and from 0', () => {
  const all = [{}, { characters: null }, { characters: 0 }].map((limits) => limitsDigest(limits));
  expect(new Set(all).size).toBe(3);
  expect(digestOf([])).toBe(limitsDigest({}));
});
