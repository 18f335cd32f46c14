import { byCodeUnit } from '../../model/order.ts';
import type { CustomInstruction, StyleListContent } from '../../model/resources/style-list.ts';
import { ruleCount } from '../diff/diff-rules.ts';
import type { InstructionComparison, PerTarget, RuleComparison, StyleListComparison } from './comparison.ts';

type Sides = PerTarget<StyleListContent>;

/** True when all values that are there are the same; a side that is not there is asked by nobody. */
const alike = (values: readonly unknown[]): boolean => new Set(values).size < 2;

const present = <Value>(values: PerTarget<Value>): readonly Value[] => values.filter((value) => value !== null);

function compareRules(sides: Sides): readonly RuleComparison[] {
  const names = new Map<string, readonly [category: string, rule: string]>();
  for (const { rules } of present(sides))
    for (const [category, selected] of rules)
      for (const rule of selected.keys()) names.set(JSON.stringify([category, rule]), [category, rule]);
  return [...names]
    .sort(([left], [right]) => byCodeUnit(left, right))
    .map(([, [category, rule]]) => ({
      category,
      rule,
      options: sides.map((side) => side?.rules.get(category)?.get(rule) ?? null),
    }))
    .filter(({ options }) => !alike(options.filter((_, index) => sides[index] !== null)));
}

/** One text of an instruction and how often a list has it. */
interface Tally {
  readonly instruction: CustomInstruction;
  count: number;
}

/** An omitted source language is the language of the list, so of lists in two languages these two are alike. */
const textKey = ({ label, prompt, sourceLanguage }: CustomInstruction, language: string): string =>
  JSON.stringify([label, prompt, sourceLanguage === undefined || sourceLanguage === language ? '' : sourceLanguage]);

function tallies({ instructions, language }: StyleListContent): ReadonlyMap<string, Tally> {
  const found = new Map<string, Tally>();
  for (const instruction of instructions) {
    const key = textKey(instruction, language);
    const tally = found.get(key);
    if (tally === undefined) found.set(key, { instruction, count: 1 });
    else tally.count += 1;
  }
  return found;
}

/** Rows of one label: what is left on each side when what all sides have is taken away. */
function rowsOf(label: string, left: PerTarget<ReadonlyMap<string, Tally>>): readonly InstructionComparison[] {
  const most = (side: ReadonlyMap<string, Tally> | null): number =>
    [...(side?.values() ?? [])].reduce((sum, { count }) => sum + count, 0);
  if (left.every((side) => most(side) < 2))
    return [{ label, instructions: left.map((side) => [...(side?.values() ?? [])][0]?.instruction ?? null) }];
  const keys = [...new Set(present(left).flatMap((side) => [...side.keys()]))].sort(byCodeUnit);
  return keys.flatMap((key) => {
    const times = Math.max(...left.map((side) => side?.get(key)?.count ?? 0));
    return Array.from({ length: times }, (_, time) => ({
      label,
      instructions: left.map((side) => {
        const tally = side?.get(key);
        return tally !== undefined && tally.count > time ? tally.instruction : null;
      }),
    }));
  });
}

function compareInstructions(sides: Sides): readonly InstructionComparison[] {
  const counted = sides.map((side) => (side === null ? null : tallies(side)));
  const shared = (key: string): number => Math.min(...present(counted).map((side) => side.get(key)?.count ?? 0));
  const left = counted.map((side) =>
    side === null
      ? null
      : [...side].flatMap(([key, { instruction, count }]) => {
          const rest = count - shared(key);
          return rest === 0 ? [] : [[key, { instruction, count: rest }] as const];
        }),
  );
  const labels = new Set(present(left).flatMap((side) => side.map(([, { instruction }]) => instruction.label)));
  return [...labels].sort(byCodeUnit).flatMap((label) =>
    rowsOf(
      label,
      left.map((side) =>
        side === null ? null : new Map(side.filter(([, { instruction }]) => instruction.label === label)),
      ),
    ),
  );
}

/** What differs between the lists of one name; `undefined` when every target has it and all are alike. */
export function compareStyleLists(
  known: Pick<StyleListComparison, 'name' | 'held'>,
  sides: Sides,
): StyleListComparison | undefined {
  const languages = sides.map((side) => side?.language ?? null);
  const rules = compareRules(sides);
  const instructions = compareInstructions(sides);
  const sameLanguage = alike(present(languages));
  if (!sides.includes(null) && sameLanguage && rules.length === 0 && instructions.length === 0) return undefined;
  return {
    kind: 'style-list',
    ...known,
    ...(!sameLanguage && { languages }),
    sizes: sides.map((side) =>
      side === null ? null : { rules: ruleCount(side.rules), instructions: side.instructions.length },
    ),
    rules,
    instructions,
  };
}
