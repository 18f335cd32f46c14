import { compareEntries, patchedEntries, sourceOfKey } from '../../change/diff-entries.ts';
import { type ChangeBody, type Digests, type Draft, numbered } from '../../change/draft.ts';
import { CALLS } from '../../contract/calls.ts';
import { type Entries, NO_ENTRIES } from '../../model/entries/entries.ts';
import { type PairKey, pairKey, parsePairKey } from '../../model/entries/language-pair.ts';
import { REVIEW_FIELDS, type ReviewField, type TermFields } from '../../model/entries/term-fields.ts';
import { type SourceRef, warningAt } from '../../model/finding.ts';
import type { Digest } from '../../model/ids.ts';
import { byCodeUnit } from '../../model/lists.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { type Additions, valuesAtHand, valuesOfAdditions, withAdditions } from '../../model/plan/additions.ts';
import { type Change, isRenamed, nameOf, type Operation, type Scope, valueChange } from '../../model/plan/plan.ts';
import { nameDigest } from '../../model/resources/digest.ts';
import type { Locate, ValueChange, ValueKey } from '../../model/resources/resource.ts';
import type { MatchPlan, PlanContext } from '../kind.ts';
import type { Match } from '../states.ts';
import {
  type DesiredDictionary,
  type DesiredGlossary,
  type DictionaryAddress,
  type DictionaryChange,
  dictionariesOf,
  dictionaryAddress,
  type GlossaryAddress,
  glossaryDigest,
  type LiveDictionary,
  type LiveGlossary,
  namedEntriesDigest,
  type OwnedGlossary,
} from './glossary.ts';

/** The input of the operations of a change that the change itself does not contain. */
interface GlossarySides {
  /** Ids of live glossaries that already have the name of the one to create. */
  readonly existingIds: readonly string[];
  /** Digest of the whole glossary: after its creation, or before its deletion. */
  readonly wholeDigest: () => Operation['pre'];
  /**
   * The digests of one dictionary. `withRename`: its call also renames the glossary, and both digests include the name.
   */
  readonly of: (dictionary: DictionaryChange, withRename: boolean) => Digests;
}

const NAME: ValueKey = ['name'];
const WHOLE: readonly ValueKey[] = [NAME, ['entry']];

const removes = (change: DictionaryChange): boolean => valuesAtHand(change).some(({ to }) => to === undefined);

/**
 * The call for one dictionary: PATCH with the difference if no entry is removed, otherwise PUT. A deleted pair: DELETE.
 * A new pair: PUT.
 */
function dictionaryOperation(change: DictionaryChange, id: string, withRename: boolean, digests: Digests): Draft {
  const { pair, action } = change;
  const touches: readonly ValueKey[] = [['entry', pairKey(pair)]];
  if (action === 'delete')
    return { kind: 'delete-dictionary', ...CALLS.glossaries.deleteDictionary(id, pair), ...digests, touches };
  if (action === 'create' || removes(change))
    return { kind: 'put-dictionary', ...CALLS.glossaries.putDictionary(id), ...digests, touches };
  const both = withRename ? [...touches, NAME] : touches;
  return { kind: 'merge-entries', ...CALLS.glossaries.patch(id), ...digests, touches: both };
}

function updateOperations(body: ChangeBody, id: string, sides: GlossarySides): readonly Draft[] {
  const { from = '', to = '' } = nameOf(body);
  const carrier = isRenamed(body)
    ? dictionariesOf(body).find((dictionary) => dictionary.action === 'update' && !removes(dictionary))
    : undefined;
  const dictionaryDrafts = dictionariesOf(body).map((dictionary) => {
    const withRename = dictionary === carrier;
    return dictionaryOperation(dictionary, id, withRename, sides.of(dictionary, withRename));
  });
  const rename: Draft = {
    kind: 'rename-glossary',
    ...CALLS.glossaries.patch(id),
    pre: nameDigest(from),
    post: nameDigest(to),
    touches: [NAME],
  };
  const deletes = dictionaryDrafts.filter(({ kind }) => kind === 'delete-dictionary');
  // Additions run before deletions, so that an interrupted run has lost nothing.
  return [
    ...(isRenamed(body) && carrier === undefined ? [rename] : []),
    ...dictionaryDrafts.filter(({ kind }) => kind !== 'delete-dictionary'),
    ...deletes,
  ];
}

/**
 * The calls that make a change of a glossary, in running order. A function of the change and of digests, so that a
 * saved plan can be checked with it.
 */
export function glossaryOperations(body: ChangeBody, sides: GlossarySides): readonly Operation[] {
  const { id = '', action, address } = body;
  if (action === 'update') return numbered(address, updateOperations(body, id, sides));
  const { existingIds } = sides;
  return numbered(address, [
    action === 'create'
      ? {
          kind: 'create-glossary',
          ...CALLS.glossaries.create(),
          pre: 'absent',
          post: sides.wholeDigest(),
          touches: WHOLE,
          notIds: existingIds,
        }
      : {
          kind: 'delete-glossary',
          ...CALLS.glossaries.delete(id),
          pre: sides.wholeDigest(),
          post: 'absent',
          touches: WHOLE,
        },
  ]);
}

type GlossaryMatch = Match<DesiredGlossary, LiveGlossary, OwnedGlossary>;

/** A dictionary change with the entries before and after it, from which the digests of its operation are made. */
interface DictionaryDelta {
  readonly change: DictionaryChange;
  readonly before: Entries;
  readonly after: Entries;
}

/**
 * One dictionary of a glossary, in the files and on the service. On both sides, an empty dictionary counts as missing.
 */
interface GlossaryPart {
  readonly pair: PairKey;
  readonly address: DictionaryAddress;
  readonly desired?: DesiredDictionary;
  readonly live?: LiveDictionary;
}

interface GlossaryParts {
  /** The pairs in the plan, in the order of their addresses. */
  readonly parts: readonly GlossaryPart[];
  /** Live pairs that no file names, that the ledger does not own, and that no `deletable` pattern matches. */
  readonly unmanaged: readonly GlossaryPart[];
}

/** The dictionaries of a glossary that the plan includes. `isManaged`: false for an unmanaged one. */
function glossaryParts(
  { desired, live }: GlossaryMatch,
  scope: Scope,
  isManaged: (pair: PairKey) => boolean,
): GlossaryParts {
  const { address } = desired;
  const pairs = new Set<PairKey>([...desired.dictionaries.keys(), ...(live?.dictionaries.keys() ?? [])]);
  const parts: GlossaryPart[] = [];
  const unmanaged: GlossaryPart[] = [];
  for (const pair of [...pairs].sort(byCodeUnit)) {
    if (!scope.child(address, pair)) continue;
    const wanted = desired.dictionaries.get(pair);
    const found = live?.dictionaries.get(pair);
    const part: GlossaryPart = {
      pair,
      address: dictionaryAddress(address, pair),
      ...(wanted !== undefined && wanted.entries.size > 0 && { desired: wanted }),
      ...(found !== undefined && found.entryCount > 0 && { live: found }),
    };
    if (part.desired === undefined && part.live === undefined) continue;
    if (part.desired !== undefined || isManaged(pair)) parts.push(part);
    else unmanaged.push(part);
  }
  return { parts, unmanaged };
}

/** The entries of a live dictionary. Throws if they exist but were not read: "not read" does not mean "empty". */
function readEntriesOf({ live, address }: GlossaryPart): Entries {
  if (live === undefined) return NO_ENTRIES;
  if (live.entries === undefined) throw new Error(`the entries of ${address} were not read before the plan was made`);
  return live.entries;
}

/** Makes the function that adds the other fields of its row to a value. `undefined`: the files have no such columns. */
function marker(
  dictionary: DesiredDictionary | undefined,
  columns: readonly ReviewField[] = REVIEW_FIELDS,
): ((value: ValueChange) => ValueChange) | undefined {
  if (dictionary === undefined) return undefined;
  const names: readonly (ReviewField | 'inheritedFrom')[] = [...columns, 'inheritedFrom'];
  const { fieldsOf, heldBack, changedFields } = dictionary;
  if (fieldsOf === undefined && heldBack === undefined && changedFields === undefined) return undefined;
  const heldRows = new Map((heldBack ?? []).map((row) => [row.source, row]));
  return (value) => {
    const source = sourceOfKey(value.key);
    const row: TermFields | undefined = value.to === undefined ? heldRows.get(source) : fieldsOf?.(source);
    const columnValues = row && omitUndefined(Object.fromEntries(names.map((name) => [name, row[name]])));
    const changed = changedFields?.get(source)?.filter(({ field }) => columns.includes(field)) ?? [];
    const term = {
      ...columnValues,
      ...(row !== undefined && value.to === undefined && { heldBack: true as const }),
      ...(changed.length > 0 && { changed }),
    };
    return Object.keys(term).length === 0 ? value : { ...value, term };
  };
}

/**
 * The place of the row in a wide table that still contains a term, although its cell in this dictionary is empty now.
 * The dictionaries of the other languages in the table know the row.
 */
function emptiedCell({ dictionaries }: DesiredGlossary, pair: PairKey): Locate {
  const dictionary = dictionaries.get(pair);
  const { source } = parsePairKey(pair);
  const siblings = [...dictionaries.values()].filter(
    (each) => each !== dictionary && each.pair.source === source && each.origin.file === dictionary?.origin.file,
  );
  return (phrase) => siblings.reduce<SourceRef | undefined>((found, { locate }) => found ?? locate(phrase), undefined);
}

function dictionaryDelta(
  part: GlossaryPart,
  { desired, owned }: GlossaryMatch,
  columns?: readonly ReviewField[],
): DictionaryDelta | undefined {
  const { pair, address } = part;
  const before = readEntriesOf(part);
  const wanted = part.desired?.entries ?? NO_ENTRIES;
  const diff = compareEntries(pair, before, wanted, part.desired?.locate);
  const base = owned?.content.dictionaries.get(pair)?.entries;
  const removed =
    desired.mode === 'additive'
      ? diff.removed.filter(({ key }) => base?.get(sourceOfKey(key)) !== undefined)
      : diff.removed;
  const emptied = emptiedCell(desired, pair);
  const gone = removed.map((value) => {
    const at = emptied(sourceOfKey(value.key));
    return at === undefined ? value : { ...value, at };
  });
  const mark = marker(desired.dictionaries.get(pair), columns) ?? ((value) => value);
  const others = [...gone, ...diff.changed].map(mark);
  const { entries, value } = diff.added;
  if (others.length + entries.size === 0) return undefined;
  const added: Additions = { entries, value: (entry, row) => mark(value(entry, row)) };
  const isWanted = removed.length === diff.removed.length;
  const after = isWanted ? wanted : patchedEntries(before, [...others, ...valuesOfAdditions(added)]);
  const body: Omit<DictionaryChange, 'origin'> = {
    address,
    pair: parsePairKey(pair),
    ...(part.desired?.layerRows !== undefined && { inherits: true as const }),
    action: before.size === 0 ? 'create' : after.size === 0 ? 'delete' : 'update',
    before: before.size,
    after: after.size,
    values: others,
  };
  const change = { ...body, ...(part.desired !== undefined && { origin: part.desired.origin }) };
  return { change: entries.size === 0 ? change : withAdditions(change, others, added), before, after };
}

const ABSENT: Digests = { pre: 'absent', post: 'absent' };

const digestOrAbsent = (entries: Entries): Digest | 'absent' => (entries.size === 0 ? 'absent' : entries.digest);

/** The change that makes one glossary match the files; `undefined` if it already does. */
function glossaryChange(
  match: GlossaryMatch,
  parts: readonly GlossaryPart[],
  { scope, sameName, columns }: PlanContext,
): Change | undefined {
  const { desired, live, adopted } = match;
  const deltas = parts.map((part) => dictionaryDelta(part, match, columns)).filter((delta) => delta !== undefined);
  // A plan that includes only single dictionaries leaves a new name out.
  const name = live === undefined || scope.whole(desired.address) ? desired.name : live.name;
  if (deltas.length === 0 && name === live?.name) return undefined;
  const body: ChangeBody = {
    kind: 'glossary',
    action: live === undefined ? 'create' : 'update',
    address: desired.address,
    ...(live !== undefined && { id: live.id }),
    adopted,
    values: [valueChange(['name'], live?.name, name)],
    before: {},
    children: deltas.map(({ change }) => change),
    origin: desired.origin,
  };
  const deltaOf = new Map(deltas.map((delta) => [delta.change, delta]));
  const sides: GlossarySides = {
    existingIds: sameName,
    wholeDigest: () =>
      glossaryDigest(name, new Map(parts.flatMap(({ pair, desired: wanted }) => (wanted ? [[pair, wanted]] : [])))),
    of(dictionary, withRename) {
      const { before, after } = deltaOf.get(dictionary) as DictionaryDelta;
      return withRename
        ? { pre: namedEntriesDigest(live?.name ?? name, before), post: namedEntriesDigest(name, after) }
        : { pre: digestOrAbsent(before), post: digestOrAbsent(after) };
    },
  };
  return { ...body, operations: glossaryOperations(body, sides) };
}

/** The plan for one glossary; `undefined`: the plan does not include any part of it. */
export function planGlossary(match: GlossaryMatch, context: PlanContext): MatchPlan | undefined {
  const { desired, live } = match;
  const { address, origin } = desired;
  const { scope, isPlanned } = context;
  const { parts, unmanaged } = glossaryParts(match, scope, isPlanned);
  if (parts.length === 0 && !scope.whole(address)) return undefined;
  if (parts.length === 0 && live === undefined)
    return { findings: [warningAt('glossary-without-entries', origin, { address })] };
  return {
    change: glossaryChange(match, parts, context),
    ...(live && { unmanaged: unmanaged.map((part) => ({ address: part.address, id: live.id, name: live.name })) }),
  };
}

/** The deletion of a whole glossary, bound to all its dictionaries. */
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
  const wholeDigest = () => glossaryDigest(live.name, dictionaries);
  return { ...body, operations: glossaryOperations(body, { existingIds: [], wholeDigest, of: () => ABSENT }) };
}
