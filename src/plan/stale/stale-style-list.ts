import { rulesDigest, sameInstruction, styleListDigest } from '../../model/resources/digest.ts';
import type { LiveInstruction, LiveStyleList } from '../../model/resources/live.ts';
import type { ConfiguredRules, CustomInstruction, StyleListContent } from '../../model/resources/style-list.ts';
import { withoutDefaults } from '../diff/instruction-spelling.ts';
import type { InstructionChange, StyleListChange, StyleListOperation } from '../plan.ts';
import {
  cellsOf,
  compareCells,
  type PlannedCell,
  type StaleCell,
  type StaleCells,
  type StaleDetail,
  type StaleSide,
} from './stale-detail.ts';

const NAME: StaleCell = { kind: 'name' };

const ruleCells = (rules: ConfiguredRules): readonly (readonly [StaleCell, StaleSide])[] =>
  [...rules].flatMap(([category, selected]) =>
    [...selected].map(([rule, option]): readonly [StaleCell, StaleSide] => [{ kind: 'rule', category, rule }, option]),
  );

const plannedRules = ({ rules }: StyleListChange): readonly PlannedCell[] =>
  rules.map((change) => ({
    cell: { kind: 'rule', category: change.category, rule: change.rule },
    ...(change.kind !== 'added' && { from: change.from }),
    ...(change.kind !== 'removed' && { to: change.to }),
  }));

/** The content that cells are. */
function contentOf(cells: StaleCells, language: string): StyleListContent {
  const rules = new Map<string, Map<string, string>>();
  const instructions: CustomInstruction[] = [];
  let name = '';
  for (const [cell, value] of cells.values()) {
    if (cell.kind === 'name') name = String(value);
    if (cell.kind === 'instruction') instructions.push(value as CustomInstruction);
    if (cell.kind === 'rule')
      rules.set(cell.category, (rules.get(cell.category) ?? new Map<string, string>()).set(cell.rule, String(value)));
  }
  return { name, language, rules, instructions };
}

/**
 * Instructions under the ids of live ones of the same content; those that the service does not have under ids of their
 * own.
 */
function identified(
  instructions: readonly CustomInstruction[],
  live: readonly LiveInstruction[],
  language: string,
): readonly (readonly [StaleCell, CustomInstruction])[] {
  const left = [...live];
  return instructions.map((content, index) => {
    const at = left.findIndex((each) => sameInstruction(each.content, content, language));
    const id = at < 0 ? `new ${index}` : (left.splice(at, 1)[0]?.id ?? '');
    return [{ kind: 'instruction', id }, content];
  });
}

const instructionSides = (change: InstructionChange): Pick<PlannedCell, 'from' | 'to'> => ({
  ...(change.kind !== 'added' && { from: change.from }),
  ...(change.kind !== 'removed' && { to: change.to }),
});

/** A list that the plan makes or deletes as a whole. */
function staleWhole(
  change: StyleListChange,
  { pre, kind }: StyleListOperation,
  now: LiveStyleList | undefined,
  base: StyleListContent | undefined,
): StaleDetail {
  // What takes the place of a list is made of parts of it that the plan does not hold.
  if (kind === 'create-style-list' && change.action === 'replace') return { values: [], count: 0, complete: false };
  const language = now?.content.language ?? change.languageBefore ?? change.languageAfter ?? '';
  const live = now?.instructions ?? [];
  const cells = (content: StyleListContent | undefined, known: readonly LiveInstruction[]): StaleCells =>
    cellsOf(
      content === undefined
        ? []
        : [[NAME, content.name], ...ruleCells(content.rules), ...identified(content.instructions, known, language)],
    );
  // One that the plan knows is the same one under its id, whatever somebody has made of it since.
  const before = change.instructions.flatMap((each): readonly LiveInstruction[] =>
    each.kind === 'added' ? [] : [{ id: each.id, content: each.from }],
  );
  const sinceThen = live.filter(({ id }) => before.every((each) => each.id !== id));
  const added = change.instructions.flatMap((each) => (each.kind === 'added' ? [each.to] : []));
  const { nameBefore, nameAfter } = change;
  const planned: readonly PlannedCell[] = [
    {
      cell: NAME,
      ...(nameBefore !== undefined && { from: nameBefore }),
      ...(kind === 'create-style-list' && nameAfter !== undefined && { to: nameAfter }),
    },
    ...plannedRules(change),
    ...identified(added, live, language).map(([cell, to]): PlannedCell => ({ cell, to })),
    ...change.instructions.flatMap((each): readonly PlannedCell[] =>
      each.kind === 'added' ? [] : [{ cell: { kind: 'instruction', id: each.id }, ...instructionSides(each) }],
    ),
  ];
  return {
    ...compareCells({
      planned,
      now: cells(now?.content, live),
      ...(base !== undefined && { base: cells(base, [...before, ...sinceThen]) }),
      isNew: pre === 'absent',
      isPlannedFrom: (found) => styleListDigest(contentOf(found, language)) === pre,
      same: sameIn(language),
    }),
    size: {
      from: change.rulesBefore + change.instructionsBefore,
      now: ruleCells(now?.content.rules ?? new Map()).length + live.length,
    },
  };
}

const sameIn =
  (language: string) =>
  (left: StaleSide, right: StaleSide): boolean =>
    typeof left === 'object' && typeof right === 'object' && left !== null && right !== null
      ? sameInstruction(left, right, language)
      : left === right;

/**
 * What became of the part of a style list that an operation was to change. `now`: `undefined` when the list is gone.
 */
export function staleStyleList(
  change: StyleListChange,
  operation: StyleListOperation,
  { now: live, base }: { readonly now: LiveStyleList | undefined; readonly base: StyleListContent | undefined },
): StaleDetail {
  const now = live === undefined ? undefined : withoutDefaults(live);
  const isPlannedFrom = (): boolean => true;
  switch (operation.kind) {
    case 'create-style-list':
    case 'delete-style-list':
      return staleWhole(change, operation, now, base);
    case 'rename-style-list': {
      const [from, to] = [change.nameBefore, change.nameAfter];
      const planned = [{ cell: NAME, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }];
      const found = cellsOf(now === undefined ? [] : [[NAME, now.content.name]]);
      return compareCells({ planned, now: found, isNew: false, isPlannedFrom });
    }
    case 'replace-rules':
      return {
        ...compareCells({
          planned: plannedRules(change),
          now: cellsOf(ruleCells(now?.content.rules ?? new Map())),
          ...(base !== undefined && { base: cellsOf(ruleCells(base.rules)) }),
          isNew: operation.pre === 'absent',
          isPlannedFrom: (found) => rulesDigest(contentOf(found, '').rules) === operation.pre,
        }),
        size: { from: change.rulesBefore, now: ruleCells(now?.content.rules ?? new Map()).length },
      };
    case 'add-instruction':
    case 'edit-instruction':
    case 'delete-instruction': {
      const planned = change.instructions[operation.instruction];
      const id = 'instructionId' in operation ? operation.instructionId : 'new';
      const found = now?.instructions.find((each) => each.id === id);
      const cell: StaleCell = { kind: 'instruction', id };
      return compareCells({
        planned: planned === undefined ? [] : [{ cell, ...instructionSides(planned) }],
        now: cellsOf(found === undefined ? [] : [[cell, found.content]]),
        isNew: false,
        isPlannedFrom,
        same: sameIn(now?.content.language ?? ''),
      });
    }
    default:
      return operation satisfies never;
  }
}
