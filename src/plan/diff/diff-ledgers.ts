import { NO_ENTRIES } from '../../model/entries/entries.ts';
import { parsePairKey } from '../../model/entries/language-pair.ts';
import { type InstructionId, instructionId } from '../../model/ids.ts';
import type { LedgerState, OwnedDeveloperKey, OwnedGlossary, OwnedStyleList } from '../../model/ledger/ledger-state.ts';
import { byCodeUnit } from '../../model/order.ts';
import {
  type Address,
  type DeveloperKeyAddress,
  dictionaryAddress,
  type GlossaryAddress,
  type StyleListAddress,
} from '../../model/resources/address.ts';
import { KEY_LIMITS, type KeyLimits } from '../../model/resources/developer-key.ts';
import type { DictionaryChange, InstructionChange, RuleChange } from '../plan.ts';
import { diffEntries } from './diff-entries.ts';
import { diffRules } from './diff-rules.ts';
import { pairInstructions } from './pair-instructions.ts';

/** A value of a resource on both sides; absent where the resource is on one side only. */
export interface BeforeAfter<Value> {
  readonly before?: Value;
  readonly after?: Value;
}

interface ResourceBase<Of extends Address> {
  /** `moved`: the very same resource was known under `movedFrom`; what else changed of it is told too. */
  readonly action: 'added' | 'changed' | 'moved' | 'removed';
  readonly address: Of;
  readonly movedFrom?: Of;
  /** The id at the service. Another one after it: the resource was made anew. */
  readonly id: BeforeAfter<string>;
  readonly protect: BeforeAfter<boolean>;
}

export interface GlossaryLedgerChange extends ResourceBase<GlossaryAddress> {
  readonly kind: 'glossary';
  readonly name: BeforeAfter<string>;
  /** Those that differ, by pair. */
  readonly dictionaries: readonly DictionaryChange[];
}

/** An instruction without its id: the ledger keeps none. */
type WithoutId<Change> = Change extends unknown ? Omit<Change, 'id'> : never;
export type LedgerInstructionChange = WithoutId<InstructionChange>;

export interface StyleListLedgerChange extends ResourceBase<StyleListAddress> {
  readonly kind: 'style-list';
  readonly name: BeforeAfter<string>;
  readonly language: BeforeAfter<string>;
  readonly rules: readonly RuleChange[];
  /** Removed, then changed, then added. */
  readonly instructions: readonly LedgerInstructionChange[];
}

/** A limit before and after; a side on which no file named it is absent. */
export interface LimitLedgerChange extends BeforeAfter<number | null> {
  readonly limit: keyof KeyLimits;
}

/** A side on which the history knew nothing but the id says nothing of the rest. */
export interface DeveloperKeyLedgerChange extends ResourceBase<DeveloperKeyAddress> {
  readonly kind: 'developer-key';
  readonly label: BeforeAfter<string>;
  readonly deactivated: BeforeAfter<boolean>;
  /** Those that differ; of a key that came or went, all that the files named. */
  readonly limits: readonly LimitLedgerChange[];
}

/** What two states of a ledger say differently of one resource. */
export type LedgerChange = GlossaryLedgerChange | StyleListLedgerChange | DeveloperKeyLedgerChange;

interface Owned {
  readonly id: string;
  readonly protect: boolean;
}

/** One resource on both sides, under its address after the step; that it had another one before is a move. */
interface Sides<Of extends Address, Content extends Owned> {
  readonly address: Of;
  readonly movedFrom?: Of;
  readonly before?: Content;
  readonly after?: Content;
}

/** Which resource is which: by address, else by the id that only one address bears on each side. */
function sidesOf<Of extends Address, Content extends Owned>(
  before: ReadonlyMap<Of, Content>,
  after: ReadonlyMap<Of, Content>,
): readonly Sides<Of, Content>[] {
  const gone = new Map(
    [...before].filter(([address]) => !after.has(address)).map(([address, { id }]) => [id, address]),
  );
  const moved = new Set<Of>();
  const there = [...after].map(([address, now]): Sides<Of, Content> => {
    const old = before.get(address);
    if (old !== undefined) return { address, before: old, after: now };
    const movedFrom = gone.get(now.id);
    const was = movedFrom === undefined ? undefined : before.get(movedFrom);
    if (movedFrom === undefined || was === undefined || moved.has(movedFrom)) return { address, after: now };
    moved.add(movedFrom);
    return { address, movedFrom, before: was, after: now };
  });
  const removed = [...before]
    .filter(([address]) => !after.has(address) && !moved.has(address))
    .map(([address, old]): Sides<Of, Content> => ({ address, before: old }));
  return [...there, ...removed];
}

const bothOf = <Content, Value>(
  { before, after }: { readonly before?: Content; readonly after?: Content },
  value: (content: Content) => Value,
): BeforeAfter<Value> => ({
  ...(before !== undefined && { before: value(before) }),
  ...(after !== undefined && { after: value(after) }),
});

const differs = ({ before, after }: BeforeAfter<unknown>): boolean => before !== after;

function baseOf<Of extends Address, Content extends Owned>(sides: Sides<Of, Content>): ResourceBase<Of> {
  const { address, movedFrom, before, after } = sides;
  return {
    action:
      before === undefined ? 'added' : after === undefined ? 'removed' : movedFrom === undefined ? 'changed' : 'moved',
    address,
    ...(movedFrom !== undefined && { movedFrom }),
    id: bothOf(sides, ({ id }) => id),
    protect: bothOf(sides, ({ protect }) => protect),
  };
}

const baseDiffers = ({ action, id, protect }: ResourceBase<Address>): boolean =>
  action !== 'changed' || differs(id) || differs(protect);

function dictionaryChanges(sides: Sides<GlossaryAddress, OwnedGlossary>): readonly DictionaryChange[] {
  const [old, now] = [sides.before?.content.dictionaries, sides.after?.content.dictionaries];
  const pairs = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])].sort(byCodeUnit);
  return pairs.flatMap((pair): readonly DictionaryChange[] => {
    const before = old?.get(pair)?.entries ?? NO_ENTRIES;
    const after = now?.get(pair)?.entries ?? NO_ENTRIES;
    // By number and digest: a dictionary of 10 MB is not walked when it is what it was.
    if (before.size === after.size && before.digest === after.digest) return [];
    const { removed, changed, added } = diffEntries(before, after);
    return [
      {
        address: dictionaryAddress(sides.address, pair),
        pair: parsePairKey(pair),
        action: before.size === 0 ? 'create' : after.size === 0 ? 'delete' : 'update',
        before: before.size,
        after: after.size,
        entries: [...removed, ...changed, ...added],
      },
    ];
  });
}

function glossaryChange(sides: Sides<GlossaryAddress, OwnedGlossary>): readonly LedgerChange[] {
  const base = baseOf(sides);
  const name = bothOf(sides, ({ content }) => content.name);
  const dictionaries = dictionaryChanges(sides);
  if (!baseDiffers(base) && !differs(name) && dictionaries.length === 0) return [];
  return [{ kind: 'glossary', ...base, name, dictionaries }];
}

function instructionChanges({
  before,
  after,
}: Sides<StyleListAddress, OwnedStyleList>): readonly LedgerInstructionChange[] {
  const old = before?.content.instructions ?? [];
  const now = after?.content.instructions ?? [];
  const language = after?.content.language ?? before?.content.language ?? '';
  // The ledger knows no ids of instructions; the place in the list tells two of one content apart.
  const live = old.map((content, index): { readonly id: InstructionId; readonly content: typeof content } => ({
    id: instructionId(String(index)),
    content,
  }));
  const { edits, adds, deletes } = pairInstructions(live, now, language);
  return [
    ...deletes.map(({ content: from }): LedgerInstructionChange => ({ kind: 'removed', from })),
    ...edits.flatMap(({ live: { content: from }, to }): readonly LedgerInstructionChange[] => {
      const next = now[to];
      return next === undefined ? [] : [{ kind: 'changed', from, to: next }];
    }),
    ...adds.flatMap((index): readonly LedgerInstructionChange[] => {
      const to = now[index];
      return to === undefined ? [] : [{ kind: 'added', to }];
    }),
  ];
}

function styleListChange(sides: Sides<StyleListAddress, OwnedStyleList>): readonly LedgerChange[] {
  const base = baseOf(sides);
  const name = bothOf(sides, ({ content }) => content.name);
  const language = bothOf(sides, ({ content }) => content.language);
  const rules = diffRules(
    sides.before?.content.rules ?? new Map(),
    sides.after?.content.rules ?? new Map(),
    () => undefined,
  );
  const instructions = instructionChanges(sides);
  const isSame = rules.length === 0 && instructions.length === 0 && !differs(name) && !differs(language);
  if (!baseDiffers(base) && isSame) return [];
  return [{ kind: 'style-list', ...base, name, language, rules, instructions }];
}

/** A value that one side does not have: the resource is not there, or the history did not know it yet. */
const bothKnown = <Content, Value>(
  { before, after }: { readonly before?: Content; readonly after?: Content },
  value: (content: Content) => Value | undefined,
): BeforeAfter<Value> => {
  const [was, is] = [before, after].map((side) => (side === undefined ? undefined : value(side)));
  return { ...(was !== undefined && { before: was }), ...(is !== undefined && { after: is }) };
};

/** Of a key whose first apply failed, the ledger has the id and no more. */
const isKnown = (owned: OwnedDeveloperKey | undefined): boolean =>
  owned === undefined || owned.content.label !== undefined;

function limitChanges(sides: Sides<DeveloperKeyAddress, OwnedDeveloperKey>): readonly LimitLedgerChange[] {
  if (!isKnown(sides.before) || !isKnown(sides.after)) return [];
  return KEY_LIMITS.flatMap((limit) => {
    const both = bothKnown(sides, ({ content }) => content.limits[limit]);
    return differs(both) ? [{ limit, ...both }] : [];
  });
}

function keyChange(sides: Sides<DeveloperKeyAddress, OwnedDeveloperKey>): readonly LedgerChange[] {
  const base = baseOf(sides);
  const label = bothKnown(sides, ({ content }) => content.label);
  const deactivated = bothKnown(sides, ({ content }) => content.deactivated);
  const limits = limitChanges(sides);
  // What the history only learns has not changed.
  const learns = ({ before, after }: BeforeAfter<unknown>): boolean => before === undefined || after === undefined;
  const isSame = [label, deactivated].every((both) => learns(both) || !differs(both)) && limits.length === 0;
  return baseDiffers(base) || !isSame ? [{ kind: 'developer-key', ...base, label, deactivated, limits }] : [];
}

/** What changed from one state of a ledger to another, term by term; removed resources first, then by address. Pure. */
export function diffLedgers(before: LedgerState, after: LedgerState): readonly LedgerChange[] {
  const changes = [
    ...sidesOf(before.glossaries, after.glossaries).flatMap(glossaryChange),
    ...sidesOf(before.styleLists, after.styleLists).flatMap(styleListChange),
    ...sidesOf(before.developerKeys, after.developerKeys).flatMap(keyChange),
  ];
  return changes.sort(
    (left, right) =>
      Number(right.action === 'removed') - Number(left.action === 'removed') || byCodeUnit(left.address, right.address),
  );
}
