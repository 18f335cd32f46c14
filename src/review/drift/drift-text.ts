import pc from 'picocolors';
import type { Colors } from 'picocolors/types.js';
import { pairKey } from '../../model/entries/language-pair.ts';
import type {
  DeveloperKeyDrift,
  DictionaryDrift,
  Drift,
  DriftPart,
  GlossaryDrift,
  ResourceDrift,
  StyleListDrift,
} from '../../plan/drift/drift.ts';
import { DRIFT_PARTS } from '../../plan/drift/drift.ts';
import { driftCounts } from '../../plan/drift/drift-counts.ts';
import { inPlace, visible } from '../format/escape.ts';
import { counted, groupedDigits, listed } from '../format/plural.ts';
import {
  entryDriftLines,
  instructionDriftLines,
  limitDriftLines,
  ruleDriftLines,
  textDriftLines,
} from './drift-lines.ts';

export interface DriftTextOptions {
  readonly color: boolean;
  /** Show every difference, however many. */
  readonly full?: boolean;
  /**
   * Most differences of one dictionary, list of rules or list of instructions, unless `full`. Default 40. Conflicts are
   * never cut.
   */
  readonly maxEntries?: number;
}

interface Style {
  readonly colors: Colors;
  readonly max: number;
}

const NOUNS: Readonly<Record<DriftPart, readonly [one: string, many: string]>> = {
  glossaries: ['glossary', 'glossaries'],
  styleLists: ['style list', 'style lists'],
  developerKeys: ['developer key', 'developer keys'],
  dictionaries: ['dictionary', 'dictionaries'],
  names: ['name', 'names'],
  labels: ['label', 'labels'],
  languages: ['language', 'languages'],
  terms: ['term', 'terms'],
  rules: ['rule', 'rules'],
  instructions: ['instruction', 'instructions'],
  limits: ['limit', 'limits'],
};

/** `2 terms and 1 rule`; empty when there is none. */
const countedParts = (drift: Drift, standing: 'theirs' | 'same'): string => {
  const { parts } = driftCounts(drift);
  return listed(
    DRIFT_PARTS.flatMap((part) => {
      const count = parts[part][standing];
      return count === 0 ? [] : [counted(count, ...NOUNS[part])];
    }),
  );
};

const targetText = ({ target, only }: Drift): string =>
  `${visible(target.name)}${only.length === 0 ? '' : ` (only ${listed(only.map(visible))})`}`;

/** What was changed, without the target: `3 terms changed outside git, 1 conflict`. */
function summary(drift: Drift): string {
  const { both } = driftCounts(drift);
  const theirs = countedParts(drift, 'theirs');
  return [
    ...(theirs === '' ? [] : [`${theirs} changed outside git`]),
    ...(both === 0 ? [] : [counted(both, 'conflict')]),
  ].join(', ');
}

/** The whole comparison in one line: what a plan says before anything else. */
export const driftLine = (drift: Drift): string =>
  drift.resources.length === 0
    ? `No drift on ${targetText(drift)}: nothing was changed outside git.`
    : `Drift on ${targetText(drift)}: ${summary(drift)}.`;

/** Conflicts first, and never cut: they are what nobody must miss. */
function shownLines<Item extends { readonly kind: 'theirs' | 'both' }>(
  items: readonly Item[],
  lines: (item: Item, colors: Colors) => readonly string[],
  { colors, max }: Style,
): readonly string[] {
  const conflicts = items.filter(({ kind }) => kind === 'both');
  const others = items.filter(({ kind }) => kind === 'theirs');
  const shown = [...conflicts, ...others.slice(0, Math.max(max - conflicts.length, 0))];
  const hidden = items.length - shown.length;
  return [
    ...shown.flatMap((item) => lines(item, colors)),
    ...(hidden > 0 ? [`… and ${groupedDigits(hidden)} more; --full shows all`] : []),
  ];
}

const WHOLES = {
  'theirs deleted-outside': ['-', 'deleted outside git'],
  'both deleted-outside': ['!', 'deleted outside git, and changed in the files'],
  'theirs deactivated-outside': ['-', 'deactivated outside git, for good'],
  'both deactivated-outside': ['!', 'deactivated outside git, for good, and changed in the files'],
  'both dropped-here': ['!', 'dropped from the files, and changed outside git'],
  'theirs recreated-outside': ['~', 'deleted outside git, and recreated with another id'],
  'theirs created-outside': ['+', 'created outside git'],
} as const;

/** The mark of a heading and what it says of the whole. */
function wholeWords(
  whole: ResourceDrift['whole'] | DictionaryDrift['whole'],
  { colors }: Style,
): { readonly paint: (text: string) => string; readonly mark: string; readonly words: string } {
  if (whole === undefined) return { paint: colors.bold, mark: '', words: '' };
  const [mark, words] = WHOLES[`${whole.kind} ${whole.how}` as keyof typeof WHOLES];
  const paint = mark === '+' ? colors.green : mark === '~' ? colors.yellow : colors.red;
  return { paint, mark: `${mark} `, words: `  ${words}` };
}

const indented = (lines: readonly string[], by: number): readonly string[] =>
  lines.map((line) => `${' '.repeat(by)}${line}`);

function dictionaryLines(drift: DictionaryDrift, style: Style): readonly string[] {
  const { paint, mark, words } = wholeWords(drift.whole, style);
  const size = drift.whole?.how === 'created-outside' ? '' : `  (of ${groupedDigits(drift.baseSize)})`;
  return [
    `${paint(`${mark}${visible(pairKey(drift.pair))}`)}${size}${words}`,
    ...indented(shownLines(drift.entries, entryDriftLines, style), 2),
  ];
}

const nameLines = ({ name }: GlossaryDrift | StyleListDrift, { colors }: Style): readonly string[] =>
  name === undefined ? [] : textDriftLines('name', name, colors);

const glossaryLines = (drift: GlossaryDrift, style: Style): readonly string[] => [
  ...nameLines(drift, style),
  ...drift.dictionaries.flatMap((each) => dictionaryLines(each, style)),
];

const styleListLines = (drift: StyleListDrift, style: Style): readonly string[] => [
  ...nameLines(drift, style),
  ...(drift.language === undefined ? [] : textDriftLines('language', drift.language, style.colors)),
  ...shownLines(drift.rules, ruleDriftLines, style),
  ...shownLines(drift.instructions, instructionDriftLines, style),
];

const keyLines = ({ label, limits }: DeveloperKeyDrift, { colors }: Style): readonly string[] => [
  ...(label === undefined ? [] : textDriftLines('label', label, colors)),
  ...limits.flatMap((limit) => limitDriftLines(limit, colors)),
];

function insideLines(drift: ResourceDrift, style: Style): readonly string[] {
  switch (drift.kind) {
    case 'glossary':
      return glossaryLines(drift, style);
    case 'style-list':
      return styleListLines(drift, style);
    case 'developer-key':
      return keyLines(drift, style);
    default:
      return drift satisfies never;
  }
}

function resourceLines(drift: ResourceDrift, style: Style): readonly string[] {
  const { paint, mark, words } = wholeWords(drift.whole, style);
  const id = drift.whole?.how === 'recreated-outside' ? ` (${visible(drift.id)})` : '';
  return [
    '',
    `${paint(`${mark}${visible(drift.address)}`)}  "${inPlace(visible(drift.baseName))}"${words}${id}`,
    ...indented(insideLines(drift, style), 2),
  ];
}

function textOf(verdict: string, drift: Drift, options: DriftTextOptions): string {
  const colors = pc.createColors(options.color);
  const max = options.full === true ? Number.POSITIVE_INFINITY : (options.maxEntries ?? 40);
  const same = countedParts(drift, 'same');
  const lines = [
    colors.bold(verdict),
    ...drift.resources.flatMap((each) => resourceLines(each, { colors, max })),
    ...(same === '' ? [] : ['', `Changed the same way in the files and outside git, so not drift: ${same}.`]),
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * What was changed outside git, as a terminologist reads it: the verdict first, then each resource with what differs
 * from the last apply, conflicts side by side. Nothing in it that comes from a file or from the service can move the
 * cursor, hide, or be a command of a CI system.
 */
export const driftText = (drift: Drift, options: DriftTextOptions): string => textOf(driftLine(drift), drift, options);

/**
 * Why an apply is refused, for what `overwritten` found: the same lines, and the ways out. Empty when nothing would be
 * undone.
 */
export const overwrittenText = (drift: Drift, options: DriftTextOptions): string =>
  drift.resources.length === 0
    ? ''
    : textOf(
        `the plan would undo what was changed outside git on ${targetText(drift)}: ${summary(drift)}; "lexform ` +
          'pull" writes it into the files, --overwrite-drift undoes it [drift]',
        drift,
        options,
      );
