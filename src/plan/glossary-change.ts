import type { GlossaryAddress } from '../model/address.ts';
import type { DesiredGlossary } from '../model/desired.ts';
import { glossaryDigest, nameDigest, namedEntriesDigest } from '../model/digest.ts';
import { type Entries, NO_ENTRIES } from '../model/entries.ts';
import type { Digest, GlossaryId } from '../model/ids.ts';
import { parsePairKey } from '../model/language-pair.ts';
import type { OwnedGlossary } from '../model/ledger-state.ts';
import type { LiveGlossary } from '../model/live.ts';
import { byCodeUnit } from '../model/order.ts';
import { diffEntries, patchedEntries } from './diff-entries.ts';
import type { GlossaryPart } from './glossary-parts.ts';
import type { DictionaryChange, GlossaryChange, GlossaryOperation } from './plan.ts';

/** A dictionary change with the entries before and after it, from which its operation is compiled. */
interface DictionaryDelta {
  readonly change: DictionaryChange;
  readonly before: Entries;
  readonly after: Entries;
  readonly removes: boolean;
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
  readonly sameName: readonly GlossaryId[];
}

/** What was listed must also have been read, or the plan would take "not read" for "empty". */
function readEntriesOf({ live, address }: GlossaryPart): Entries {
  if (live === undefined) return NO_ENTRIES;
  if (live.entries === undefined) throw new Error(`the entries of ${address} were not read before the plan was made`);
  return live.entries;
}

function dictionaryDelta(part: GlossaryPart, input: GlossaryChangeInput): DictionaryDelta | undefined {
  const before = readEntriesOf(part);
  const wanted = part.desired?.entries ?? NO_ENTRIES;
  const diff = diffEntries(before, wanted, part.desired?.locate);
  const base = input.owned?.content.dictionaries.get(part.pair)?.entries;
  const removed =
    input.desired.mode === 'additive'
      ? diff.removed.filter(({ source }) => base?.get(source) !== undefined)
      : diff.removed;
  const entries = [...removed, ...diff.changed, ...diff.added];
  if (entries.length === 0) return undefined;
  const after = removed.length === diff.removed.length ? wanted : patchedEntries(before, entries);
  const change: DictionaryChange = {
    address: part.address,
    pair: parsePairKey(part.pair),
    action: before.size === 0 ? 'create' : after.size === 0 ? 'delete' : 'update',
    before: before.size,
    after: after.size,
    entries,
    ...(part.desired !== undefined && { origin: part.desired.origin }),
  };
  return { change, before, after, removes: removed.length > 0 };
}

const digestOrAbsent = (entries: Entries): Digest | 'absent' => (entries.size === 0 ? 'absent' : entries.digest);

type WithoutId<Operation> = Operation extends unknown ? Omit<Operation, 'id'> : never;

/** Nothing removed: a PATCH with the difference. Something removed: a PUT. The pair gone: a DELETE. The pair new: a PUT. */
function dictionaryOperation(
  delta: DictionaryDelta,
  id: GlossaryId,
  rename?: { readonly from: string; readonly to: string },
): WithoutId<GlossaryOperation> {
  const { change, before, after, removes } = delta;
  const { pair } = change;
  const path = `/v3/glossaries/${encodeURIComponent(id)}`;
  const digests = { pre: digestOrAbsent(before), post: digestOrAbsent(after) };
  if (change.action === 'delete') {
    const query = `source_lang=${encodeURIComponent(pair.source)}&target_lang=${encodeURIComponent(pair.target)}`;
    return { kind: 'delete-dictionary', method: 'DELETE', path: `${path}/dictionaries?${query}`, ...digests, pair };
  }
  if (change.action === 'create' || removes)
    return { kind: 'put-dictionary', method: 'PUT', path: `${path}/dictionaries`, ...digests, pair };
  return {
    kind: 'merge-entries',
    method: 'PATCH',
    path,
    ...(rename === undefined
      ? digests
      : { pre: namedEntriesDigest(rename.from, before), post: namedEntriesDigest(rename.to, after) }),
    pair,
    rename: rename !== undefined,
  };
}

const numbered = (
  address: GlossaryAddress,
  operations: readonly WithoutId<GlossaryOperation>[],
): readonly GlossaryOperation[] =>
  operations.map((operation, index) => ({ id: `${address}#${index + 1}`, ...operation }));

function updateOperations(
  deltas: readonly DictionaryDelta[],
  live: LiveGlossary,
  rename?: { readonly from: string; readonly to: string },
): readonly WithoutId<GlossaryOperation>[] {
  const carrier =
    rename === undefined ? undefined : deltas.find(({ change, removes }) => change.action === 'update' && !removes);
  const ofDictionaries = deltas.map((delta) =>
    dictionaryOperation(delta, live.id, delta === carrier ? rename : undefined),
  );
  const ofName: readonly WithoutId<GlossaryOperation>[] =
    rename === undefined || carrier !== undefined
      ? []
      : [
          {
            kind: 'rename-glossary',
            method: 'PATCH',
            path: `/v3/glossaries/${encodeURIComponent(live.id)}`,
            pre: nameDigest(rename.from),
            post: nameDigest(rename.to),
          },
        ];
  const deletes = ofDictionaries.filter(({ kind }) => kind === 'delete-dictionary');
  // What is new comes before what goes, so that a run that stops half-way has lost nothing.
  return [...ofName, ...ofDictionaries.filter(({ kind }) => kind !== 'delete-dictionary'), ...deletes];
}

/** The change that makes one glossary what the files ask for; `undefined` when it is that already. */
export function glossaryChange(input: GlossaryChangeInput): GlossaryChange | undefined {
  const { desired, live, adopted } = input;
  const deltas = input.parts.map((part) => dictionaryDelta(part, input)).filter((delta) => delta !== undefined);
  const base = {
    kind: 'glossary',
    address: desired.address,
    adopted,
    origin: desired.origin,
    dictionaries: deltas.map(({ change }) => change),
  } as const;
  if (live === undefined) {
    const dictionaries = new Map(
      input.parts.flatMap(({ pair, desired: wanted }) => (wanted === undefined ? [] : [[pair, wanted] as const])),
    );
    const create: WithoutId<GlossaryOperation> = {
      kind: 'create-glossary',
      method: 'POST',
      path: '/v3/glossaries',
      pre: 'absent',
      post: glossaryDigest(desired.name, dictionaries),
      notIds: input.sameName,
    };
    return { ...base, action: 'create', nameAfter: desired.name, operations: numbered(desired.address, [create]) };
  }
  const rename = input.whole && live.name !== desired.name ? { from: live.name, to: desired.name } : undefined;
  if (deltas.length === 0 && rename === undefined) return undefined;
  return {
    ...base,
    action: 'update',
    id: live.id,
    nameBefore: live.name,
    nameAfter: rename?.to ?? live.name,
    operations: numbered(desired.address, updateOperations(deltas, live, rename)),
  };
}

/** The deletion of a whole glossary, bound to everything that goes with it. */
export function glossaryDeletion(address: GlossaryAddress, live: LiveGlossary): GlossaryChange {
  const byPair = [...live.dictionaries].sort(([left], [right]) => byCodeUnit(left, right));
  const parts = byPair.flatMap(([pair, dictionary]) =>
    dictionary.entryCount === 0 ? [] : [{ pair, address: `${address}/${pair}` as const, live: dictionary }],
  );
  const dictionaries = new Map(parts.map((part) => [part.pair, { entries: readEntriesOf(part) }]));
  return {
    kind: 'glossary',
    action: 'delete',
    address,
    id: live.id,
    adopted: false,
    nameBefore: live.name,
    dictionaries: parts.map((part) => {
      const entries = readEntriesOf(part);
      return {
        address: part.address,
        pair: part.live.pair,
        action: 'delete',
        before: entries.size,
        after: 0,
        entries: [...entries].map(([source, from]) => ({ kind: 'removed', source, from })),
      };
    }),
    operations: [
      {
        id: `${address}#1`,
        kind: 'delete-glossary',
        method: 'DELETE',
        path: `/v3/glossaries/${encodeURIComponent(live.id)}`,
        pre: glossaryDigest(live.name, dictionaries),
        post: 'absent',
      },
    ],
  };
}
