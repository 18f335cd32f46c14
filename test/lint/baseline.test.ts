import fc from 'fast-check';
import { expect, test } from 'vitest';
import { baselineOf, baselineText, parseBaseline, withoutKnown } from '../../src/lint/baseline.ts';
import type { Finding } from '../../src/model/finding.ts';
import { sha256 } from '../../src/model/resources/digest.ts';
import { jsonLine } from '../../src/review/format/json-text.ts';

const finding = (code: string, term: string, text: string, line = 1): Finding => ({
  code,
  severity: 'warning',
  at: { file: 'en-de.csv', line, column: 1 },
  details: { pair: 'en->de', term, text, side: 'target' },
});

const anyFinding = fc
  .tuple(fc.constantFrom('space/double', 'content/comma'), fc.string(), fc.string(), fc.nat(99))
  .map(([code, term, text, line]) => finding(code, term, text, line));

const text = (findings: readonly Finding[]): string => baselineText(baselineOf(findings), jsonLine);
const read = (content: string) => parseBaseline(content, 'lint-baseline.json').value ?? [];

test('what a baseline was made of is not told again, in any order and on any line', () => {
  fc.assert(
    fc.property(fc.array(anyFinding), fc.nat(9), (findings, lines) => {
      const baseline = read(text(findings));
      const moved = findings.toReversed().map((each) => ({ ...each, at: { ...each.at, line: each.at.line + lines } }));
      const { findings: left, known, used } = withoutKnown(moved, baseline);
      expect(left).toEqual([]);
      expect(known).toBe(findings.length);
      expect(used).toEqual(baseline);
    }),
  );
});

test('the same findings give the same bytes', () => {
  fc.assert(
    fc.property(fc.array(anyFinding), (findings) => {
      expect(text(findings.toReversed())).toBe(text(findings));
    }),
  );
});

test('a cell that has changed is told again, and its entry is of no use any more', () => {
  const [before, other] = [
    finding('content/comma', 'cat', 'Katze, Kater'),
    finding('content/comma', 'dog', 'Hund, Rüde'),
  ];
  const baseline = baselineOf([before, other]);
  const now = finding('content/comma', 'cat', 'Katze, Kater, Kätzchen');
  const { findings, known, used } = withoutKnown([now, other], baseline);
  expect(findings).toEqual([now]);
  expect(known).toBe(1);
  expect(used).toEqual(baselineOf([other]));
});

test('a finding about a whole glossary, which has no text, is known by its rule and address', () => {
  const about = (address: string): Finding => ({ ...finding('glossaries/conflict', 'a', ''), details: { address } });
  const [entry] = baselineOf([about('glossary.a')]);
  expect(entry).toMatchObject({ in: 'glossary.a', sha256: sha256('') });
  expect(withoutKnown([about('glossary.a'), about('glossary.b')], read(text([about('glossary.a')])))).toMatchObject({
    findings: [about('glossary.b')],
    known: 1,
  });
});

test('another rule, another pair and errors of the service are told', () => {
  const known = finding('content/comma', 'cat', 'Katze, Kater');
  const others = [
    finding('space/double', 'cat', 'Katze, Kater'),
    { ...known, details: { ...known.details, pair: 'en->fr' } },
    { ...known, code: 'phrase-outer-space' },
  ];
  expect(withoutKnown(others, baselineOf([known])).findings).toEqual(others);
  expect(baselineOf(others)).toHaveLength(2);
});

test.each([
  ['{', 'it is not JSON'],
  ['[]', 'formatVersion'],
  ['{ "formatVersion": 2, "findings": [] }', 'formatVersion'],
  ['{ "formatVersion": 1, "findings": [{ "rule": "a/b" }] }', 'findings[0]'],
])('%s is no baseline', (content, reason) => {
  const { value, findings } = parseBaseline(content, 'lint-baseline.json');
  expect(value).toBeUndefined();
  expect(findings.map(({ code }) => code)).toEqual(['lint-baseline-form']);
  expect(findings[0]?.details.reason).toContain(reason === 'formatVersion' ? '' : reason);
});

test('an entry is one line', () => {
  const content = text([finding('content/comma', 'cat', 'a, b'), finding('content/comma', 'dog', 'a, b')]);
  expect(content.split('\n')).toHaveLength(8);
  expect(JSON.parse(content).findings).toHaveLength(2);
});

test('an entry of a rule that no longer exists is kept apart from the others', () => {
  const entries = baselineOf([finding('space/double', 'a  b', 'a  b')]);
  const old = entries.map((entry) => ({ ...entry, rule: 'space/older' }));
  const { known, used } = withoutKnown([finding('space/double', 'a  b', 'a  b')], [...old, ...entries]);
  expect([known, used]).toEqual([1, entries]);
});
