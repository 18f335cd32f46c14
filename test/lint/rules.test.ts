import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hitsOfTerm, scanPhrases, wantedOf } from '../../src/lint/lint-dictionary.ts';
import type { LintTerm } from '../../src/lint/lint-input.ts';
import type { Needs, TermRule } from '../../src/lint/rule.ts';
import { RULES, ruleNamed } from '../../src/lint/rules/registry.ts';
import { type PairKey, parsePairKey } from '../../src/model/entries/language-pair.ts';
import { entries } from '../support/build.ts';
import { packedOf } from '../support/packed-of.ts';
import { runs } from '../support/runs.ts';
import { anyPair, anyPhrase } from './any-phrase.ts';
import { lackingDetails } from './linted.ts';

const TERM_RULES = RULES.filter((rule): rule is TermRule => rule.scope === 'term');

/** What a fix must not break. */
const ON = TERM_RULES.filter(({ level }) => level !== 'off');

const anyTerm: fc.Arbitrary<LintTerm> = fc
  .record({ pair: anyPair, source: anyPhrase, target: anyPhrase, same: fc.nat(5) })
  .map(({ same, ...term }) => (same === 0 ? { ...term, target: term.source } : term));

/** Whether the scanner visits a row for a rule, over strings and over bytes. */
function isVisited(needs: Needs, { pair, source, target }: LintTerm): readonly boolean[] {
  return [entries([[source, target]]), packedOf([[source, target]])].map((rows) => {
    let visited = false;
    scanPhrases(rows, pair, wantedOf([needs]), () => {
      visited = true;
    });
    return visited;
  });
}

describe('the rules', () => {
  test('have ids of the form group/name, each once, also among earlier ids', () => {
    const ids = RULES.flatMap(({ id, aliases = [] }) => [id, ...aliases]);
    expect(ids.filter((id) => !/^[a-z]+(?:-[a-z]+)*\/[a-z]+(?:-[a-z]+)*$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.map((id) => ruleNamed(id)?.id)).not.toContain(undefined);
  });

  test('have examples of both kinds, and one of a fix where they have one', () => {
    const lacking = RULES.filter(
      (rule) =>
        rule.bad.length === 0 ||
        rule.good.length === 0 ||
        (rule.scope !== 'style-list' &&
          (rule.fixes !== undefined) !== rule.bad.some(({ fixed }) => fixed !== undefined)),
    );
    expect(lacking.map(({ id }) => id)).toEqual([]);
  });

  const badRows = TERM_RULES.flatMap((rule) => rule.bad.map((example) => ({ id: rule.id, rule, ...example })));
  test.each(badRows)('$id finds $source → $target', ({ rule, pair, source, target, fixed }) => {
    const term = { pair: parsePairKey(pair as PairKey), source, target };
    const hits = hitsOfTerm([rule], term, ON);
    expect(hits).not.toEqual([]);
    expect(isVisited(rule.needs(term.pair) ?? {}, term)).toEqual([true, true]);
    for (const { side, details = {} } of hits) {
      const all = { pair, term: source, text: side === 'source' ? source : target, side, ...details };
      expect(lackingDetails({ code: rule.id, details: all })).toEqual([]);
    }
    expect(hits.find(({ fix }) => fix !== undefined)?.fix?.text).toBe(fixed);
  });

  const goodRows = TERM_RULES.flatMap((rule) => rule.good.map((example) => ({ id: rule.id, rule, ...example })));
  test.each(goodRows)('$id does not find $source → $target', ({ rule, pair, source, target }) => {
    expect(hitsOfTerm([rule], { pair: parsePairKey(pair as PairKey), source, target })).toEqual([]);
  });

  test('good examples are hits of no other rule that is on', () => {
    const odd = goodRows.flatMap(({ pair, source, target, id }) =>
      hitsOfTerm(ON, { pair: parsePairKey(pair as PairKey), source, target }).map(({ rule }) => `${id}: ${rule}`),
    );
    expect(odd).toEqual([]);
  });
});

describe('laws of the rules over rows', () => {
  test.each(TERM_RULES.map((rule) => ({ id: rule.id, rule })))('the needs of $id miss nothing', ({ rule }) => {
    fc.assert(
      fc.property(anyTerm, (term) => {
        if (rule.check(term).length === 0) return;
        const needs = rule.needs(term.pair);
        expect(needs).toBeDefined();
        expect(isVisited(needs as Needs, term)).toEqual([true, true]);
      }),
      { numRuns: runs(400) },
    );
  });

  const anyShort = fc.array(fc.constantFrom('a', 'ab', 'ä', 'б', '家', '1', '/', ' '), { maxLength: 4 });
  const anyText = anyShort.map((pieces) => `a${pieces.join('')}`);
  const anyRows = fc.uniqueArray(fc.tuple(anyText, anyText), { selector: ([source]) => source, maxLength: 8 });

  test('a pass over bytes visits and counts what a pass over strings does', () => {
    fc.assert(
      fc.property(anyRows, anyPair, fc.constantFrom(...TERM_RULES), (rows, pair, rule) => {
        const wanted = wantedOf([rule.needs(pair) ?? {}]);
        const passes = [entries(rows), packedOf(rows)].map((each) => {
          const visited: string[] = [];
          const counts = scanPhrases(each, pair, wanted, (...phrases) => visited.push(JSON.stringify(phrases)));
          return { visited, counts };
        });
        expect(passes[1]).toEqual(passes[0]);
        const identical = rows.filter(([source, target]) => source === target).length;
        expect(passes[0]?.counts).toMatchObject({ rows: rows.length, identical });
      }),
      { numRuns: runs(500) },
    );
  });

  test('phrases of which one begins with the other are not identical', () => {
    const rows = [
      ['house', 'houses'],
      ['houses', 'house'],
      ['mouse', 'house'],
      ['same', 'same'],
    ] as const;
    for (const each of [entries(rows), packedOf(rows)])
      expect(scanPhrases(each, parsePairKey('en->de'), wantedOf([]), () => {}).identical).toBe(1);
  });

  test('a word with a Cyrillic letter beyond U+FFFF is checked', () => {
    const rule = TERM_RULES.find(({ id }) => id === 'script/mixed');
    const term = { pair: parsePairKey('en->de'), source: 'a\u{1e030}', target: 'a\u{1e030}' };
    expect(rule?.check(term)).toHaveLength(2);
    expect(isVisited(rule?.needs(term.pair) ?? {}, term)).toEqual([true, true]);
  });

  test('a fix settles its finding, makes no other one, and leaves a phrase that the service takes', () => {
    fc.assert(
      fc.property(anyTerm, (term) => {
        const hits = hitsOfTerm(TERM_RULES, term);
        const before = new Set(hits.map(({ rule, side }) => `${rule} ${side}`));
        for (const { rule, side, fix } of hits) {
          if (fix === undefined) continue;
          const after = hitsOfTerm(TERM_RULES, { ...term, [side]: fix.text }).map((hit) => `${hit.rule} ${hit.side}`);
          expect(after).not.toContain(`${rule} ${side}`);
          expect(after.filter((each) => !before.has(each))).toEqual([]);
          expect(fix.text).toBe(fix.text.trim());
          expect(fix.text).not.toBe('');
        }
      }),
      { numRuns: runs(1500) },
    );
  });

  test('findings do not depend on which rules look', () => {
    fc.assert(
      fc.property(anyTerm, fc.subarray(TERM_RULES), (term, some) => {
        const found = (rules: readonly TermRule[]) =>
          hitsOfTerm(rules, term).map(({ rule, side, details }) => ({ rule, side, details }));
        const ids = some.map(({ id }) => id);
        expect(found(some)).toEqual(found(TERM_RULES).filter(({ rule }) => ids.includes(rule)));
      }),
      { numRuns: runs(200) },
    );
  });

  test('a phrase of 1,000 characters takes no rule a second, whatever it repeats', () => {
    const pieces = [
      '(',
      'a (',
      'a/',
      'a / ',
      'a, ',
      '&a',
      '«',
      '"a',
      '  ',
      'a\u200b',
      '。、',
      '(a(',
      '[0,',
      'а a',
      'a;',
      '/',
    ];
    const slow = TERM_RULES.flatMap((rule) =>
      pieces
        .filter((piece) => {
          const phrase = `${piece.repeat(1000 / piece.length)}b`.trim();
          const start = performance.now();
          hitsOfTerm([rule], { pair: { source: 'en', target: 'de' }, source: phrase, target: `${phrase}c` });
          return performance.now() - start > 1000;
        })
        .map((piece) => `${rule.id} ${piece}`),
    );
    expect(slow).toEqual([]);
  });
});
