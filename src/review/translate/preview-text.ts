import pc from 'picocolors';
import type { Colors } from 'picocolors/types.js';
import {
  type Preview,
  type PreviewCost,
  type SampleEffect,
  type SubjectEffect,
  type TermEffect,
  type Unsampled,
  type Verdict,
  verdictCounts,
} from '../../steps/preview/preview.ts';
import { shown, visible } from '../format/escape.ts';
import { joinedTokens, type Sentence, say, sentenceText } from '../format/sentence.ts';
import { counted, groupedDigits, indented, linesOf, plural, withLineEnds } from '../format/text.ts';
import { changedSides, phrase, wordChange } from '../values/word-change.ts';

/** The verdicts in the order of output: the most important first. */
const VERDICTS: readonly Verdict[] = ['ignored', 'unchanged', 'inflected', 'removed', 'applied'];

/**
 * `preview of prod: will spend 212 characters in 4 calls, at most 10,000; 2 samples are left out`. One line, with its
 * line end.
 */
export function costLine(
  { name }: { readonly name: string },
  { budget, characters, calls, leftOut }: PreviewCost,
): string {
  const rest =
    leftOut === 0
      ? ''
      : `; ${counted(leftOut, 'sample')} ${plural(leftOut, 'is', 'are')} left out, --preview-budget allows more`;
  return (
    `preview of ${visible(name)}: will spend ${counted(characters, 'character')} in ` +
    `${counted(calls, 'call')}, at most ${groupedDigits(budget)}${rest}\n`
  );
}

/** `Preview: 12 terms in 5 samples: 1 ignored, 11 applied; 212 characters spent`. */
export function previewVerdict(preview: Preview): string {
  const { cost, billedCharacters, subjects } = preview;
  const counts = verdictCounts(preview);
  const terms = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const shown = subjects.reduce((sum, { samples }) => sum + samples.length, 0);
  const words = VERDICTS.filter((verdict) => counts.has(verdict)).map(
    (verdict) => `${groupedDigits(counts.get(verdict) ?? 0)} ${verdict}`,
  );
  const termPart = terms === 0 ? '' : `${counted(terms, 'term')} in `;
  const spent = billedCharacters ?? (shown === cost.samples ? cost.characters : undefined);
  const samples =
    cost.samples + cost.leftOut === 0 ? 'no samples for what changes' : `${termPart}${counted(shown, 'sample')}`;
  return (
    `Preview: ${samples}${words.length === 0 ? '' : `: ${words.join(', ')}`}` +
    (spent === undefined || shown === 0 ? '' : `; ${counted(spent, 'character')} spent`)
  );
}

/** The reason for the verdict, if it is known: ` (1 of 2 places)`. */
export function effectNote({ verdict, coveredBy, expected, found, kind }: TermEffect): string {
  if (coveredBy !== undefined) return ` (covered by the term ${phrase(coveredBy)})`;
  return kind !== 'removed' && verdict !== 'ignored' && found < expected ? ` (${found} of ${expected} places)` : '';
}

const PAINTS: Readonly<Record<Verdict, 'red' | 'yellow' | 'green'>> = {
  ignored: 'red',
  unchanged: 'yellow',
  inflected: 'yellow',
  removed: 'green',
  applied: 'green',
};

function termLine(effect: TermEffect, colors: Colors): string {
  const { verdict, kind, source, target } = effect;
  const word = colors[PAINTS[verdict]](verdict);
  const pair = `${phrase(source)} → ${phrase(target)}`;
  return `${word}: ${kind === 'removed' ? `${pair}, removed` : pair}${effectNote(effect)}`;
}

/** `samples/en.yaml:12`. */
const place = ({ file, line }: SampleEffect['sample']['at']): string => `${visible(file)}:${line}`;

/** Both translations; in one line if brackets can mark the differences, or if both are equal. */
function translationLines({ before, after }: SampleEffect, colors: Colors): readonly string[] {
  if (before === after) return [`${shown(after)}  ${colors.dim('(as before)')}`];
  if (!colors.isColorSupported) return [wordChange(before, after, colors)];
  const [old, now] = changedSides(before, after, colors);
  return [`- ${old}`, `+ ${now}`];
}

/** The effect on a sample. */
function sampleLines(effect: SampleEffect, colors: Colors): readonly string[] {
  const { sample, terms } = effect;
  return [
    `    ${shown(sample.text)}  ${colors.dim(`(${place(sample.at)})`)}`,
    ...indented([...translationLines(effect, colors), ...terms.map((term) => termLine(term, colors))], 6),
  ];
}

function subjectLines({ address, from, to, samples, failure }: SubjectEffect, colors: Colors): readonly string[] {
  return linesOf(
    `  ${colors.bold(visible(address))}  ${visible(from)} → ${visible(to)}`,
    failure !== undefined && `    ${colors.red('not translated')}: ${visible(failure)}`,
    samples.flatMap((sample) => sampleLines(sample, colors)),
  );
}

/** `glossary.product/en->de: 3 changed terms have no sample, such as invoice, order`. */
export function unsampledSentence({ address, terms, first }: Unsampled): Sentence {
  const what = { theirs: address };
  if (terms === 0) return say`${what}: no sample is in a language that it could be used for`;
  const phrases = joinedTokens(
    first.map((theirs) => [{ theirs }]),
    ', ',
  );
  return say`${what}: ${counted(terms, 'changed term')} ${plural(terms, 'has', 'have')} no
    sample${first.length < terms ? ', such as ' : ': '}${phrases}`;
}

/** Reasons why a preview is incomplete, and resources that it could not remove. */
export const previewTroubles = ({ failure, leftBehind, swept, cost }: Preview): readonly Sentence[] => [
  ...(failure === undefined ? [] : [say`the preview stopped: ${{ theirs: failure, max: 500 }}`]),
  ...(cost.leftOut === 0
    ? []
    : [
        say`the budget of ${counted(cost.budget, 'character')} leaves out ${counted(cost.leftOut, 'sample')};
          --preview-budget allows more`,
      ]),
  ...leftBehind.map((name) => say`could not be removed; a later preview removes it: "${{ theirs: name }}"`),
  ...(swept === 0 ? [] : [say`removed ${counted(swept, 'temporary resource')} of an earlier preview`]),
];

/**
 * The preview as a part of the plan in the terminal: the verdict, then each sample with marked differences and a
 * verdict for each changed term.
 */
export function previewText(preview: Preview, options: { readonly color: boolean }): string {
  const colors = pc.createColors(options.color);
  return withLineEnds(
    linesOf(
      colors.bold(previewVerdict(preview)),
      indented(previewTroubles(preview).map(sentenceText), 2),
      preview.subjects.flatMap((subject) => ['', ...subjectLines(subject, colors)]),
      preview.unsampled.length > 0 && ['', ...indented(preview.unsampled.map(unsampledSentence).map(sentenceText), 2)],
    ),
  );
}
