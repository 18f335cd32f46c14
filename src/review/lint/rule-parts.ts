import type { Example, InstructionExample, Rule } from '../../lint/rule.ts';
import type { LintLevel } from '../../model/workspace/lint-settings.ts';
import { counted } from '../format/text.ts';

/**
 * The cells of an example, by the title of their columns. Columns that are empty in all examples of a rule are left
 * out.
 */
export type ExampleRow = ReadonlyMap<string, string>;

/** The documentation of a rule, in the words that text and markdown share. Nothing is escaped. */
export interface RuleParts {
  /** Facts without user text, each with a name: level, fix, precision. */
  readonly facts: readonly (readonly [name: string, words: string])[];
  readonly exceptions: readonly string[];
  readonly bad: readonly ExampleRow[];
  readonly good: readonly ExampleRow[];
}

const levelWord = (level: LintLevel): string => (level === 'off' ? 'off until settings name it' : level);

/** The level of a rule's findings, in words. */
export function levelText({ level, strict = level, scope }: Rule): string {
  if (scope === 'file') return 'error; the service refuses it, so no setting changes that';
  return level === strict ? levelWord(level) : `${levelWord(level)}; in strict ${strict}`;
}

/** The numbers of hits, summed over all lists. */
export const precisionOf = ({ precision }: Rule): { readonly right: number; readonly hits: number } => ({
  right: precision.reduce((sum, { right }) => sum + right, 0),
  hits: precision.reduce((sum, { hits }) => sum + hits, 0),
});

const filled = (cells: readonly (readonly [title: string, text: string | undefined])[]): ExampleRow =>
  new Map(cells.flatMap(([title, text]) => (text === undefined || text === '' ? [] : [[title, text] as const])));

const termRow = ({ pair, source, target, fixed, note }: Example): ExampleRow =>
  filled([
    ['pair', pair],
    ['source phrase', source],
    ['target phrase', target],
    ['after the fix', fixed],
    ['note', note],
  ]);

const instructionRow = ({ language, prompt, others = [], rules = [], note }: InstructionExample): ExampleRow =>
  filled([
    ['language', language],
    ['prompt', prompt],
    ['beside', others.join(' / ')],
    ['configured rule', rules.map(([category, rule, option]) => `${category}.${rule}: ${option}`).join(', ')],
    ['note', note],
  ]);

const rowsOf = (examples: readonly (Example | InstructionExample)[]): readonly ExampleRow[] =>
  examples.map((example) => ('pair' in example ? termRow(example) : instructionRow(example)));

/** The titles of the columns of some examples, in their order. */
export const titlesOf = (rows: readonly ExampleRow[]): readonly string[] =>
  [
    'pair',
    'language',
    'source phrase',
    'target phrase',
    'prompt',
    'beside',
    'configured rule',
    'after the fix',
    'note',
  ].filter((title) => rows.some((row) => row.has(title)));

/** The fix of a rule; `undefined`: it has none. */
export const fixesOf = (rule: Rule) => ('fixes' in rule ? rule.fixes : undefined);

export function rulePartsOf(rule: Rule): RuleParts {
  const { aliases = [], exceptions = [], precision, why } = rule;
  const fixes = fixesOf(rule);
  return {
    facts: [
      ['level', levelText(rule)],
      ...(aliases.length === 0 ? [] : [['earlier names', aliases.join(', ')] as const]),
      ['why', why],
      ['fix', fixes === undefined ? 'none' : `${fixes.safety}: ${fixes.how}`],
      ...precision.map(
        ({ right, hits, lists }) => ['precision', `${right} of ${counted(hits, 'hit')} right (${lists})`] as const,
      ),
    ],
    exceptions,
    bad: rowsOf(rule.bad),
    good: rowsOf(rule.good),
  };
}
