import type { DictionaryChange, GlossaryAddress } from '../../src/kinds/glossary/glossary.ts';
import { type PairKey, parsePairKey } from '../../src/model/entries/language-pair.ts';
import type { SourceRef } from '../../src/model/finding.ts';
import { type Change, type Operation, type OperationKind, type Plan, valueChange } from '../../src/model/plan/plan.ts';
import type { Value, ValueChange, ValueKey } from '../../src/model/resources/resource.ts';

/**
 * One value: `['-', 'dog', 'Hund']` is removed, `['~', 'cat', 'Katz', 'Katze']` changed, `['+', 'x', 'y']` added.
 * The last two may have their place in the files. A rule is named by `['category', 'rule']`, an instruction by its id,
 * an added one by `new 1`.
 */
export type Line<Of extends Value = string> =
  | readonly ['-', name: string | readonly string[], from: Of]
  | readonly ['~', name: string | readonly string[], from: Of, to: Of, at?: SourceRef]
  | readonly ['+', name: string | readonly string[], to: Of, at?: SourceRef];

/** The value of a line. `part`: the beginning of its key. */
export function lineValue(part: ValueKey, line: Line<Value>): ValueChange {
  const key: ValueKey = [...part, ...[line[1]].flat()];
  if (line[0] === '-') return valueChange(key, line[2], undefined);
  return line[0] === '+' ? valueChange(key, undefined, line[2], line[3]) : valueChange(key, line[2], line[3], line[4]);
}

export const at = (file: string, line: number): SourceRef => ({ file, line, column: 1 });

/** One text for both sides, or each by itself. */
type Sides = string | readonly [from: string | undefined, to: string | undefined];

type Action = Change['action'];

/** A name on the sides that a change of this kind has; all of them where they are given one by one. */
function named(part: string, sides: Sides, action: Action, hasFile: boolean): ValueChange {
  if (typeof sides !== 'string') return valueChange([part], ...sides);
  const stays = action !== 'delete' && (action !== 'deactivate' || hasFile);
  return valueChange([part], action === 'create' ? undefined : sides, stays ? sides : undefined);
}

type Rest = Partial<Omit<Change, 'kind' | 'values' | 'children'>>;

const filled = (kind: Change['kind'], address: Change['address'], values: Change['values'], more: Rest): Change => ({
  kind,
  action: 'update',
  address,
  adopted: false,
  values,
  before: kind === 'style-list' ? { rule: 0, instruction: 0 } : {},
  children: [],
  operations: [],
  ...more,
});

/** A change of one dictionary; `glossaryChange` gives it the address of its glossary. */
export const dictionaryChange = (
  pair: PairKey,
  entries: readonly Line[],
  more: Partial<DictionaryChange> = {},
): DictionaryChange => ({
  address: `glossary.product/${pair}`,
  pair: parsePairKey(pair),
  action: 'update',
  before: 1234,
  after: 1234,
  values: entries.map((line) => lineValue(['entry', pair], line)),
  ...more,
});

export const glossaryChange = ({
  name = 'Product',
  dictionaries = [],
  ...more
}: Rest & { readonly name?: Sides; readonly dictionaries?: readonly DictionaryChange[] } = {}): Change => {
  const change = filled('glossary', 'glossary.product', [named('name', name, more.action ?? 'update', true)], more);
  const address = change.address as GlossaryAddress;
  return {
    ...change,
    children: dictionaries.map((each) => ({ ...each, address: `${address}/${each.pair.source}->${each.pair.target}` })),
  };
};

export const styleListChange = ({
  name = 'Website',
  language = 'de',
  rules = [],
  instructions = [],
  ...more
}: Rest & {
  readonly name?: Sides;
  readonly language?: Sides;
  readonly rules?: readonly Line[];
  readonly instructions?: readonly Line<Value>[];
} = {}): Change => {
  const action = more.action ?? 'update';
  const values = [
    named('name', name, action, true),
    named('language', language, action, true),
    ...rules.map((line) => lineValue(['rule'], line)),
    ...instructions.map((line) => lineValue(['instruction'], line)),
  ];
  return filled('style-list', 'style_rules.website', values, more);
};

export const keyChange = ({
  label = 'CI',
  limits = [],
  ...more
}: Rest & { readonly label?: Sides; readonly limits?: readonly Line<number | null>[] } = {}): Change => {
  const action = more.action ?? 'update';
  const deactivated: ValueChange = { key: ['deactivated'], from: false, to: true };
  const values = [
    named('label', label, action, more.origin !== undefined),
    ...(action === 'deactivate' ? [deactivated] : []),
    ...limits.map((line) => lineValue(['limit'], line)),
  ];
  return filled('developer-key', 'developer_key.ci', values, more);
};

export const call = (kind: OperationKind, id: string, touches: readonly ValueKey[] = []): Operation => ({
  id,
  kind,
  method: 'PATCH',
  path: '/x',
  pre: 'absent',
  post: 'absent',
  touches,
});

/** A plan with changes written out by hand: what it says, and not what makes it. */
export const planWith = (changes: readonly Change[], more: Partial<Plan> = {}): Plan => ({
  formatVersion: 1,
  target: { name: 'prod', baseUrl: 'https://service.test' },
  only: [],
  liveFingerprint: 'sha256:0' as Plan['liveFingerprint'],
  changes,
  unmanaged: [],
  ...more,
});
