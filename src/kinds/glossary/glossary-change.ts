import { type Entries, NO_ENTRIES } from '../../model/entries/entries.ts';
import { parsePairKey } from '../../model/entries/language-pair.ts';
import type { Digest } from '../../model/ids.ts';
import type { OwnedGlossary } from '../../model/ledger/ledger-state.ts';
import { byCodeUnit } from '../../model/order.ts';
import { valueChange } from '../../model/plan/change-values.ts';
import type { Change, DictionaryChange } from '../../model/plan/plan.ts';
import type { GlossaryAddress } from '../../model/resources/address.ts';
import type { DesiredGlossary } from '../../model/resources/desired.ts';
import { glossaryDigest, namedEntriesDigest } from '../../model/resources/digest.ts';
import type { LiveGlossary } from '../../model/resources/live.ts';
import { type ChangeBody, type Digests, withOperations } from '../draft.ts';
import { diffEntries, patchedEntries, sourceOfKey } from './diff-entries.ts';
import { glossaryOperations } from './glossary-operations.ts';
import type { GlossaryPart } from './glossary-parts.ts';

/** A dictionary change with the entries before and after it, whose digests its operation has. */
interface DictionaryDelta {
  readonly change: DictionaryChange;
  readonly before: Entries;
  readonly after: Entries;
}

export interface GlossaryChangeInput {
  readonly desired: DesiredGlossary;
  readonly live?: LiveGlossary;
  readonly adopted: boolean;
  readonly owned?: OwnedGlossary;
  readonly parts: readonly GlossaryPart[];
  /** False when the plan is about single dictionaries, so that a new name stays out of it. */
  readonly whole: boolean;
  /** Live glossaries that already bear the desired name. */
  readonly sameName: readonly string[];
}

/** What was listed must also have been read, or the plan would take "not read" for "empty". */
function readEntriesOf({ live, address }: GlossaryPart): Entries {
  if (live === undefined) return NO_ENTRIES;
  if (live.entries === undefined) throw new Error(`the entries of ${address} were not read before the plan was made`);
  return live.entries;
}

function dictionaryDelta(part: GlossaryPart, input: GlossaryChangeInput): DictionaryDelta | undefined {
  const { pair, address } = part;
  const before = readEntriesOf(part);
  const wanted = part.desired?.entries ?? NO_ENTRIES;
  const diff = diffEntries(pair, before, wanted, part.desired?.locate);
  const base = input.owned?.content.dictionaries.get(pair)?.entries;
  const removed =
    input.desired.mode === 'additive'
      ? diff.removed.filter(({ key }) => base?.get(sourceOfKey(key)) !== undefined)
      : diff.removed;
  const values = [...removed, ...diff.changed, ...diff.added];
  if (values.length === 0) return undefined;
  const after = removed.length === diff.removed.length ? wanted : patchedEntries(before, values);
  const change: DictionaryChange = {
    address,
    pair: parsePairKey(pair),
    action: before.size === 0 ? 'create' : after.size === 0 ? 'delete' : 'update',
    before: before.size,
    after: after.size,
    values,
    ...(part.desired !== undefined && { origin: part.desired.origin }),
  };
  return { change, before, after };
}

const ABSENT: Digests = { pre: 'absent', post: 'absent' };

const digestOrAbsent = (entries: Entries): Digest | 'absent' => (entries.size === 0 ? 'absent' : entries.digest);

/** The change that makes one glossary what the files ask for; `undefined` when it is that already. */
export function glossaryChange(input: GlossaryChangeInput): Change | undefined {
  const { desired, live, adopted } = input;
  const deltas = input.parts.map((part) => dictionaryDelta(part, input)).filter((delta) => delta !== undefined);
  const base = {
    kind: 'glossary',
    address: desired.address,
    adopted,
    before: {},
    children: deltas.map(({ change }) => change),
    origin: desired.origin,
  } as const;
  if (live === undefined) {
    const dictionaries = new Map(
      input.parts.flatMap(({ pair, desired: wanted }) => (wanted === undefined ? [] : [[pair, wanted] as const])),
    );
    const body: ChangeBody = { ...base, action: 'create', values: [{ key: ['name'], to: desired.name }] };
    const whole = () => glossaryDigest(desired.name, dictionaries);
    return withOperations(body, glossaryOperations(body, { notIds: input.sameName, whole, of: () => ABSENT }));
  }
  const name = input.whole ? desired.name : live.name;
  if (deltas.length === 0 && name === live.name) return undefined;
  const body: ChangeBody = {
    ...base,
    action: 'update',
    id: live.id,
    values: [valueChange(['name'], live.name, name)],
  };
  const deltaOf = new Map(deltas.map((delta) => [delta.change, delta]));
  const of = (dictionary: DictionaryChange, carries: boolean): Digests => {
    const { before, after } = deltaOf.get(dictionary) as DictionaryDelta;
    return carries
      ? { pre: namedEntriesDigest(live.name, before), post: namedEntriesDigest(name, after) }
      : { pre: digestOrAbsent(before), post: digestOrAbsent(after) };
  };
  return withOperations(body, glossaryOperations(body, { notIds: [], whole: () => 'absent', of }));
}

/** The deletion of a whole glossary, bound to everything that goes with it. */
export function glossaryDeletion(address: GlossaryAddress, live: LiveGlossary): Change {
  const byPair = [...live.dictionaries].sort(([left], [right]) => byCodeUnit(left, right));
  const parts = byPair.flatMap(([pair, dictionary]) =>
    dictionary.entryCount === 0 ? [] : [{ pair, address: `${address}/${pair}` as const, live: dictionary }],
  );
  const dictionaries = new Map(parts.map((part) => [part.pair, { entries: readEntriesOf(part) }]));
  const body: ChangeBody = {
    kind: 'glossary',
    action: 'delete',
    address,
    id: live.id,
    adopted: false,
    values: [{ key: ['name'], from: live.name }],
    before: {},
    children: parts.map((part) => {
      const entries = readEntriesOf(part);
      return {
        address: part.address,
        pair: part.live.pair,
        action: 'delete',
        before: entries.size,
        after: 0,
        values: [...entries].map(([source, from]) => ({ key: ['entry', part.pair, source], from })),
      };
    }),
  };
  const whole = () => glossaryDigest(live.name, dictionaries);
  return withOperations(body, glossaryOperations(body, { notIds: [], whole, of: () => ABSENT }));
}
