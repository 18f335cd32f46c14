import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HeldBackTerm } from '../../../src/model/entries/held-back.ts';
import type { Plan } from '../../../src/model/plan/plan.ts';
import { planCounts } from '../../../src/plan/counts.ts';
import { reportLines } from '../../../src/review/apply/report-text.ts';
import { comparisonSentence } from '../../../src/review/compare/comparison-text.ts';
import { driftSentence } from '../../../src/review/drift/drift-text.ts';
import { visible } from '../../../src/review/format/escape.ts';
import { listedTokens, type Sentence, say, sentenceText } from '../../../src/review/format/sentence.ts';
import { sentenceMarkup } from '../../../src/review/html/pieces.ts';
import { noLedgerSentence } from '../../../src/review/ledger/no-ledger-text.ts';
import { code, sentenceMarkdown } from '../../../src/review/markdown/code.ts';
import { movedSentence, secretsSentence, unmanagedAre } from '../../../src/review/plan/beside-text.ts';
import { otherNotesSentence, sinceSentence } from '../../../src/review/plan/since-text.ts';
import { verdictSentence } from '../../../src/review/plan/verdict-line.ts';
import { heldBackSentence } from '../../../src/review/values/held-back-text.ts';
import { at } from '../../support/changes.ts';
import { htmlTokens, textOnPage } from '../../support/html-tokens.ts';
import { runs } from '../../support/runs.ts';
import { anySeed, randomOf } from '../../support/seeded.ts';
import { inlineProblems, shownOf } from '../markdown/gfm.ts';
import { comparisonLike, driftLike, hostileText, planOf, reportOf } from '../markdown/hostile.ts';

describe('a sentence', () => {
  test('has words of ours and text of others, and a line break is a space', () => {
    const who = listedTokens([[{ theirs: 'a|b' }], [{ theirs: 'c' }], [{ theirs: 'd' }]]);
    const sentence = say`Plan for ${who}: ${2} calls;
      run ${{ command: 'lexform plan' }}`;
    expect(sentenceText(sentence)).toBe('Plan for a|b, c and d: 2 calls; run lexform plan');
    expect(sentenceMarkdown(sentence)).toBe(
      'Plan for <code>a&#124;b</code>, <code>c</code> and <code>d</code>: 2 calls; run `lexform plan`',
    );
  });

  test('has room for so much of a text in a comment, and shows all of it elsewhere', () => {
    const long = 'x'.repeat(200);
    expect(sentenceText([{ theirs: long }])).toBe(long);
    expect(sentenceMarkdown([{ theirs: long }])).toBe(`<code>${'x'.repeat(120)}…</code>`);
    expect(sentenceMarkdown([{ theirs: long, max: 3 }])).toBe('<code>xxx…</code>');
  });

  test('shows a command that backticks cannot hold as code', () => {
    expect(sentenceMarkdown([{ command: 'a`b' }])).toBe('<code>a&#96;b</code>');
    expect(sentenceMarkdown([{ command: 'a\u202eb' }])).toBe('<code>a⟨U&#43;202E⟩b</code>');
  });
});

/** Every sentence that reports have in common, of hostile texts. */
function allSentences(random: () => number): readonly Sentence[] {
  const text = () => hostileText(random);
  const plan: Plan = planOf(text, { terms: 1, random });
  const row = { address: 'glossary.x/en->de' as const, at: at(text(), 1), source: text(), target: text() };
  const since = { ref: text(), base: text(), leftOut: 2 };
  const heldBack = {
    rows: 3,
    reasons: [{ reason: 'choice', by: 'pos', rows: 3 }],
    listed: [
      {
        at: row.at,
        reason: 'choice',
        partOfSpeech: text(),
        entries: [{ address: 'a', source: text(), target: text() }],
      },
    ] as HeldBackTerm[],
  } as const;
  return [
    verdictSentence(plan, planCounts(plan), say`the backup in ${{ theirs: text() }}`),
    verdictSentence({ ...plan, since }, planCounts({ ...plan, changes: [] })),
    driftSentence(driftLike(text)),
    comparisonSentence(comparisonLike(text)),
    sinceSentence(since),
    sinceSentence({ ...since, because: text() }),
    noLedgerSentence(plan),
    ...(['folder', 'remote'] as const).map((kind) =>
      noLedgerSentence({ ...plan, ledgerHome: { kind, name: text() } as never }),
    ),
    secretsSentence(1, text()),
    ...(plan.moves ?? []).map((move) => movedSentence(move)),
    unmanagedAre(plan),
    otherNotesSentence({ rows: 9, listed: [{ ...row, fields: [{ field: 'note', from: text(), to: text() }] }] }),
    heldBackSentence(heldBack),
    ...reportLines(reportOf(plan, text), plan, { color: false }).ending,
  ];
}

/** All of a sentence, however long its texts are. */
const whole = (sentence: Sentence): Sentence =>
  sentence.map((token) =>
    typeof token === 'object' && 'theirs' in token ? { theirs: token.theirs, max: 1e6 } : token,
  );

/** What a page shows of a sentence; a stand-in for a hidden character has a title, which is not shown. */
function readOnPage(sentence: Sentence): string {
  const tokens = htmlTokens(`<!DOCTYPE html>\n${sentenceMarkup(sentence).html}`);
  const tags = tokens.flatMap((token) => (token.kind === 'open' ? [token.name] : []));
  expect(tags.filter((name) => name !== 'bdi' && name !== 'span')).toEqual([]);
  return tokens.flatMap((token) => (token.kind === 'text' ? [token.text] : [])).join('');
}

test('no text of others becomes markup, and every renderer states the same', () => {
  const check = (seed: number): void => {
    for (const sentence of allSentences(randomOf(seed))) {
      // Without the direction marks that are ours.
      const text = sentenceText(sentence).replaceAll('\u200e', '');
      expect(text).toBe(visible(text));
      expect(inlineProblems(sentenceMarkdown(sentence).replaceAll(/`[^`]*`/g, ''))).toEqual([]);
      const markdown = sentenceMarkdown(whole(sentence));
      const read = shownOf(markdown.replaceAll(/`([^`]*)`/g, (_, command: string) => code(command)));
      expect(read.replaceAll('\u200e', '')).toBe(text);
      const parts = sentence.map((token) => {
        if (typeof token === 'string') return token;
        return textOnPage('theirs' in token ? token.theirs : token.command);
      });
      expect(readOnPage(sentence)).toBe(parts.join(''));
    }
  };
  fc.assert(fc.property(anySeed, check), { numRuns: runs(100) });
});
