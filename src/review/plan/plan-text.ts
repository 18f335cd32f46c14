import pc from 'picocolors';
import type { Colors } from 'picocolors/types.js';
import { pairKey } from '../../model/entries/language-pair.ts';
import { planCounts } from '../../plan/counts.ts';
import type { GuardVerdict } from '../../plan/guard/refusal.ts';
import type {
  Change,
  DeveloperKeyChange,
  DictionaryChange,
  GlossaryChange,
  Plan,
  StyleListChange,
} from '../../plan/plan.ts';
import { adoptsText } from '../apply/recorded-text.ts';
import { secretsText } from '../apply/secrets-text.ts';
import { inPlace, visible } from '../format/escape.ts';
import { counted, groupedDigits } from '../format/plural.ts';
import { cut } from '../format/truncate.ts';
import { noLedgerText } from '../ledger/no-ledger-text.ts';
import { notAskedText } from './against-text.ts';
import { entryLine, instructionLines, limitLine, ruleLine } from './change-lines.ts';
import { guardText } from './guard-text.ts';
import { tallyText } from './tally-text.ts';
import { verdictLine } from './verdict-line.ts';
import { nature, wordChange } from './word-change.ts';

const REPLACED =
  'The language of a style list cannot be changed: a new list with a NEW id replaces it. ' +
  'Update every use of the old id.';

export interface PlanTextOptions {
  readonly color: boolean;
  /** Show every term, however many. */
  readonly full?: boolean;
  /**
   * Most lines of one dictionary, unless `full`. Default 40. Removed terms are never cut, unless the whole dictionary
   * goes.
   */
  readonly maxEntries?: number;
  readonly guard?: GuardVerdict;
  /** List what the service has and no file names, and do not only count it. */
  readonly unmanaged?: boolean;
  /** The file that the secrets of new keys go to; absent: they are not kept. */
  readonly secretsFile?: string;
  /** What the plan was made from, such as `the backup in nightly`; default: the files. */
  readonly wanted?: string;
}

interface Style {
  readonly colors: Colors;
  readonly max: number;
}

/** Terms of a dictionary that goes as a whole: that it goes, and with how many, stands above them. */
const GOING_SHOWN = 10;

function dictionaryLines(change: DictionaryChange, { colors, max }: Style): readonly string[] {
  const pair = visible(pairKey(change.pair));
  const word = { create: 'new dictionary', delete: 'dictionary deleted', update: `of ${groupedDigits(change.before)}` }[
    change.action
  ];
  const goes = change.action === 'delete';
  const shown = goes && Number.isFinite(max) ? change.entries.slice(0, GOING_SHOWN) : cut(change.entries, max);
  const hidden = change.entries.length - shown.length;
  return [
    `  ${colors.bold(pair)}  ${tallyText(change.entries)}  (${word})`,
    ...shown.map((entry) => `    ${entryLine(entry, colors)}`),
    ...(hidden > 0 ? [`    … and ${groupedDigits(hidden)} more; --full shows all`] : []),
  ];
}

const ACTIONS = {
  create: 'create',
  update: 'change',
  delete: 'delete',
  replace: 'replace',
  deactivate: 'deactivate',
} as const;
const MARKS = { create: '+', update: '~', delete: '-', replace: '!', deactivate: '-' } as const;

function heading(change: Change, { colors }: Style): readonly string[] {
  const { action, address, nameBefore, nameAfter } = change;
  const paint = action === 'create' ? colors.green : action === 'update' ? colors.yellow : colors.red;
  const noun = change.kind === 'developer-key' ? 'label' : 'name';
  const name = inPlace(visible(nameAfter ?? nameBefore ?? ''));
  const notes = [
    ...(change.adopted && (action === 'update' || action === 'deactivate') ? [`matched by its ${noun}`] : []),
    ...(change.kind === 'style-list' && change.leftOf !== undefined
      ? [`left over from the replacement of ${visible(change.leftOf)}`]
      : []),
    ...(action === 'delete' ? ['cannot be undone'] : []),
    ...(action === 'deactivate' ? ['cannot be undone; whatever uses the key stops working at once'] : []),
  ];
  return [
    `${paint(`${MARKS[action]} ${ACTIONS[action]} ${visible(address)}`)}  "${name}"` +
      `${notes.length === 0 ? '' : colors.dim(`  (${notes.join(', ')})`)}`,
    ...(nameBefore !== undefined && nameAfter !== undefined && nameBefore !== nameAfter
      ? [`    ${noun}: ${wordChange(nameBefore, nameAfter, colors)}${nature(nameBefore, nameAfter)}`]
      : []),
  ];
}

const glossaryLines = (change: GlossaryChange, style: Style): readonly string[] => [
  ...heading(change, style),
  ...[...change.dictionaries]
    .sort((left, right) => Number(right.action === 'delete') - Number(left.action === 'delete'))
    .flatMap((each) => dictionaryLines(each, style)),
];

function styleListLines(change: StyleListChange, style: Style): readonly string[] {
  const { colors, max } = style;
  const rules = cut(change.rules, max);
  const instructions = cut(change.instructions, max);
  const hidden = change.rules.length - rules.length + change.instructions.length - instructions.length;
  return [
    ...heading(change, style),
    ...(change.action === 'replace'
      ? [
          `    language: ${visible(change.languageBefore ?? '')} → ${visible(change.languageAfter ?? '')}`,
          `    ${colors.red(REPLACED)}`,
        ]
      : []),
    ...rules.map((rule) => `    ${ruleLine(rule, colors)}`),
    ...instructions.flatMap((instruction) => instructionLines(instruction, colors)).map((line) => `    ${line}`),
    ...(hidden > 0 ? [`    … and ${groupedDigits(hidden)} more; --full shows all`] : []),
  ];
}

const keyLines = (change: DeveloperKeyChange, style: Style): readonly string[] => [
  ...heading(change, style),
  ...change.limits.map((limit) => `    ${limitLine(limit, change.action === 'create', style.colors)}`),
];

function changeLines(change: Change, style: Style): readonly string[] {
  switch (change.kind) {
    case 'glossary':
      return glossaryLines(change, style);
    case 'style-list':
      return styleListLines(change, style);
    case 'developer-key':
      return keyLines(change, style);
    default:
      return change satisfies never;
  }
}

/** A new key is of little use to whoever never sees it, and it is shown once at most. */
function secretLines(plan: Plan, secretsFile: string | undefined): readonly string[] {
  const created = planCounts(plan).developerKeys.created;
  return created === 0 ? [] : ['', secretsText(created, secretsFile)];
}

/** A plan of more lines than this has its summary last as well as first. */
const SCREEN_LINES = 40;

/** Most adopted resources that are named one by one. */
const ADOPTS_SHOWN = 10;

function adoptLines({ adopts = [] }: Plan, full: boolean): readonly string[] {
  if (adopts.length === 0) return [];
  const shown = full ? adopts : adopts.slice(0, ADOPTS_SHOWN);
  return [
    '',
    `${adoptsText(adopts.length)}:`,
    ...shown.map(({ address, id, name }) => `  ${visible(address)}  "${inPlace(visible(name))}"  ${visible(id)}`),
    ...(shown.length < adopts.length
      ? [`  … and ${groupedDigits(adopts.length - shown.length)} more; --full shows all`]
      : []),
  ];
}

function unmanagedLines(
  { unmanaged, target }: Plan,
  { unmanaged: list = false, wanted }: PlanTextOptions,
): readonly string[] {
  if (unmanaged.length === 0) return [];
  const found =
    `${counted(unmanaged.length, 'resource')} on ${visible(target.name)} ` + `${unmanaged.length === 1 ? 'is' : 'are'}`;
  if (wanted !== undefined) return ['', `${found} not in ${visible(wanted)}, and left unchanged.`];
  const head = `${found} unmanaged`;
  if (!list) return ['', `${head}; --unmanaged lists ${unmanaged.length === 1 ? 'it' : 'them'}.`];
  return [
    '',
    `${head}:`,
    ...unmanaged.map(({ address, id, name }) => `  ${visible(address)}  "${inPlace(visible(name))}"  ${visible(id)}`),
  ];
}

/**
 * The plan as a terminologist reads it: the verdict first, and last as well when the plan is longer than a screen; then
 * each resource with its changes, deletions before everything else, what is unchanged left out. Nothing in it that
 * comes from a file or from the service can move the cursor, hide, or be a command of a CI system.
 */
export function planText(plan: Plan, options: PlanTextOptions): string {
  const colors = pc.createColors(options.color);
  const max = options.full === true ? Number.POSITIVE_INFINITY : (options.maxEntries ?? 40);
  const style: Style = { colors, max };
  const changes = plan.changes.flatMap((change) => ['', ...changeLines(change, style)]);
  const refused = options.guard?.kind === 'refused' ? ['', guardText(options.guard).trimEnd()] : [];
  const verdict = colors.bold(verdictLine(plan, planCounts(plan), options.wanted));
  const lines = [
    verdict,
    ...(plan.against === undefined ? [] : [notAskedText(plan)]),
    ...(plan.ledger === null ? [noLedgerText(plan)] : []),
    ...changes,
    ...secretLines(plan, options.secretsFile),
    ...(plan.moves ?? []).map(
      ({ from, to }) => `moved: ${visible(from)} is now ${visible(to)}; nothing changes on the service`,
    ),
    ...adoptLines(plan, options.full === true),
    ...unmanagedLines(plan, options),
    ...refused,
  ];
  // What has scrolled away is said once more, where the reader is.
  const isLong = lines.join('\n').split('\n').length > SCREEN_LINES;
  return `${[...lines, ...(isLong ? ['', verdict] : [])].join('\n')}\n`;
}
