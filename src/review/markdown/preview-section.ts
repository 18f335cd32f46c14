import type { Preview, SampleEffect, SubjectEffect, TermEffect } from '../../steps/preview/preview.ts';
import { inPlace, visible } from '../format/escape.ts';
import { counted, linesOf } from '../format/text.ts';
import { effectNote, previewTroubles, previewVerdict, unsampledSentence } from '../translate/preview-text.ts';
import { changedSides, phrase } from '../values/word-change.ts';
import { cellCode, PAINTS, shortCode } from './code.ts';
import { placeMarkdown } from './link.ts';
import { type MarkdownOptions, unitsOf } from './options.ts';
import { sentenceList } from './sections.ts';

/** Maximum number of UTF-16 code units of an address, and of a phrase. */
const ADDRESS_MAX_UNITS = 300;
const PHRASE_MAX_UNITS = 200;

const TABLE = '| Sample | Before | After |\n|---|---|---|';

function termCell(effect: TermEffect): string {
  const { verdict, source, target } = effect;
  const shown = verdict === 'ignored' || verdict === 'unchanged' ? `**${verdict}**` : verdict;
  const note =
    effect.coveredBy === undefined ? effectNote(effect) : ` (covered by the term ${short(effect.coveredBy)})`;
  return `${shown}: ${short(source)} → ${short(target)}${note}`;
}

const short = (text: string): string => shortCode(text, PHRASE_MAX_UNITS);

function sampleRow({ sample, before, after, terms }: SampleEffect, { links }: MarkdownOptions): string {
  const [old, now] =
    before === after
      ? [cellCode(inPlace(visible(before))), 'as before']
      : changedSides(before, after, PAINTS).map((each) => cellCode(each));
  const place = placeMarkdown(sample.at, links, { show: cellCode });
  const lines = linesOf(`${cellCode(phrase(sample.text))} ${place}`, terms.map(termCell));
  return `| ${lines.join('<br>')} | ${old} | ${now} |`;
}

/** The part of a subject that fits. */
interface Share {
  readonly head: string;
  readonly rows: readonly string[];
}

/** The head of a subject, and as many whole rows as fit; `undefined` if not even the head and one row fit. */
function shareOf(subject: SubjectEffect, room: number, options: MarkdownOptions): Share | undefined {
  const { address, from, to, samples, failure } = subject;
  const head =
    `**${shortCode(address, ADDRESS_MAX_UNITS)}** ${shortCode(from, 20)} → ${shortCode(to, 20)}` +
    (failure === undefined ? '' : `: not translated, ${shortCode(failure, 500)}`);
  let left = room - head.length - 2 - (samples.length === 0 ? 0 : TABLE.length + 2);
  if (left < 0) return undefined;
  const rows: string[] = [];
  for (const sample of samples) {
    const row = sampleRow(sample, options);
    if (row.length + 1 > left) continue;
    left -= row.length + 1;
    rows.push(row);
  }
  return samples.length > 0 && rows.length === 0 ? undefined : { head, rows };
}

/** UTF-16 code units reserved for the notice about hidden parts. */
const NOTICE_UNITS = 200;

/**
 * The preview as a part of a document, in at most `maxUnits`; empty if not even its verdict fits. The verdict counts
 * all samples, shown or not. Text of files and service in it cannot be markup.
 */
export function previewSection(
  preview: Preview,
  options: MarkdownOptions,
  maxUnits: number,
  pointer: string,
): readonly string[] {
  const verdict = `#### ${previewVerdict(preview)}`;
  let left = maxUnits - verdict.length - 2 - NOTICE_UNITS;
  if (left < 0) return [];
  const lines = [...previewTroubles(preview), ...preview.unsampled.map(unsampledSentence)];
  const troubles = lines.length === 0 ? [] : [sentenceList(lines, Math.floor(left / 4), pointer)];
  left -= unitsOf(troubles);
  const parts: string[] = [];
  let shown = 0;
  for (const subject of preview.subjects) {
    const share = shareOf(subject, left, options);
    if (share === undefined) continue;
    const text = [share.head, ...(share.rows.length === 0 ? [] : [[TABLE, ...share.rows].join('\n')])].join('\n\n');
    left -= text.length + 2;
    shown += share.rows.length;
    parts.push(text);
  }
  const hidden = preview.subjects.reduce((sum, { samples }) => sum + samples.length, 0) - shown;
  return linesOf(verdict, parts, hidden > 0 && `… and ${counted(hidden, 'more sample')}; ${pointer}.`, troubles);
}
