import { CALLS } from '../../contract/calls.ts';
import { defined } from '../../model/defined.ts';
import { type Entries, NO_ENTRIES } from '../../model/entries/entries.ts';
import { type PairKey, pairKey, parsePairKey } from '../../model/entries/language-pair.ts';
import { REVIEW_FIELDS, type ReviewField, type TermFields } from '../../model/entries/term-fields.ts';
import type { Digest } from '../../model/ids.ts';
import { byCodeUnit } from '../../model/order.ts';
import { type Additions, valuesAtHand, valuesOfAdditions, withAdditions } from '../../model/plan/additions.ts';
import { isRenamed, nameOf, valueChange } from '../../model/plan/change-values.ts';
import type { Change, Operation } from '../../model/plan/plan.ts';
import { nameDigest } from '../../model/resources/digest.ts';
import type { ValueChange, ValueKey } from '../../model/resources/value.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import { compareEntries, patchedEntries, sourceOfKey } from '../change/diff-entries.ts';
import { type ChangeBody, type Digests, type Draft, numbered } from '../change/draft.ts';
import type { Locate } from '../resource.ts';
import type {
  DesiredDictionary,
  DesiredGlossary,
  DictionaryChange,
  GlossaryAddress,
  LiveGlossary,
  OwnedGlossary,
} from './glossary.ts';
import { dictionariesOf, glossaryDigest, namedEntriesDigest } from './glossary.ts';
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
  /** What the plan says of a term beside its change. Default: all that the files say. */
  readonly columns?: readonly ReviewField[];
}

/** What was listed must also have been read, or the plan would take "not read" for "empty". */
function readEntriesOf({ live, address }: GlossaryPart): Entries {
  if (live === undefined) return NO_ENTRIES;
  if (live.entries === undefined) throw new Error(`the entries of ${address} were not read before the plan was made`);
  return live.entries;
}

/** Adds to a value what its row says of the term; `undefined`: files without such columns need no look. */
function marker(
  dictionary: DesiredDictionary | undefined,
  columns: readonly ReviewField[] = REVIEW_FIELDS,
): ((value: ValueChange) => ValueChange) | undefined {
  if (dictionary === undefined) return undefined;
  const { fieldsOf, heldBack, changedFields } = dictionary;
  if (fieldsOf === undefined && heldBack === undefined && changedFields === undefined) return undefined;
  const held = new Map((heldBack ?? []).map((row) => [row.source, row]));
  return (value) => {
    const source = sourceOfKey(value.key);
    const row: TermFields | undefined = value.to === undefined ? held.get(source) : fieldsOf?.(source);
    const said = row && defined(Object.fromEntries(columns.map((column) => [column, row[column]])));
    const changed = changedFields?.get(source)?.filter(({ field }) => columns.includes(field)) ?? [];
    const term = {
      ...said,
      ...(row !== undefined && value.to === undefined && { heldBack: true as const }),
      ...(changed.length > 0 && { changed }),
    };
    return Object.keys(term).length === 0 ? value : { ...value, term };
  };
}

/**
 * Where a wide table still has the row of a term, whose cell in this dictionary is empty now. The dictionaries of the
 * other languages of the table know their rows.
 */
function emptiedCell({ dictionaries }: DesiredGlossary, pair: PairKey): Locate {
  const own = dictionaries.get(pair);
  const { source } = parsePairKey(pair);
  const beside = [...dictionaries.values()].filter(
    (each) => each !== own && each.pair.source === source && each.origin.file === own?.origin.file,
  );
  return (phrase) => beside.reduce<SourceRef | undefined>((found, { locate }) => found ?? locate(phrase), undefined);
}

function dictionaryDelta(part: GlossaryPart, input: GlossaryChangeInput): DictionaryDelta | undefined {
  const { pair, address } = part;
  const before = readEntriesOf(part);
  const wanted = part.desired?.entries ?? NO_ENTRIES;
  const diff = compareEntries(pair, before, wanted, part.desired?.locate);
  const base = input.owned?.content.dictionaries.get(pair)?.entries;
  const removed =
    input.desired.mode === 'additive'
      ? diff.removed.filter(({ key }) => base?.get(sourceOfKey(key)) !== undefined)
      : diff.removed;
  const emptied = emptiedCell(input.desired, pair);
  const gone = removed.map((value) => {
    const at = emptied(sourceOfKey(value.key));
    return at === undefined ? value : { ...value, at };
  });
  const mark = marker(input.desired.dictionaries.get(pair), input.columns) ?? ((value) => value);
  const others = [...gone, ...diff.changed].map(mark);
  const { entries, value } = diff.added;
  if (others.length + entries.size === 0) return undefined;
  const added: Additions = { entries, value: (entry, row) => mark(value(entry, row)) };
  const isWanted = removed.length === diff.removed.length;
  const after = isWanted ? wanted : patchedEntries(before, [...others, ...valuesOfAdditions(added)]);
  const body: Omit<DictionaryChange, 'origin'> = {
    address,
    pair: parsePairKey(pair),
    action: before.size === 0 ? 'create' : after.size === 0 ? 'delete' : 'update',
    before: before.size,
    after: after.size,
    values: others,
  };
  const change = { ...body, ...(part.desired !== undefined && { origin: part.desired.origin }) };
  return { change: entries.size === 0 ? change : withAdditions(change, others, added), before, after };
}

/** What the operations of a change need that the change itself does not say. */
interface GlossarySides {
  /** Live glossaries that bear the name of the one to create. */
  readonly notIds: readonly string[];
  /** Of the whole glossary: after its creation, before its deletion. */
  readonly whole: () => Operation['pre'];
  /**
   * Of one dictionary. `carries`: the new name of the glossary rides on its call, and both digests cover the name too.
   */
  readonly of: (dictionary: DictionaryChange, carries: boolean) => Digests;
}

const NAME: ValueKey = ['name'];
const WHOLE: readonly ValueKey[] = [NAME, ['entry']];

const removes = (change: DictionaryChange): boolean => valuesAtHand(change).some(({ to }) => to === undefined);

/**
 * Nothing removed: a PATCH with the difference. Something removed: a PUT. The pair gone: a DELETE. The pair new: a PUT.
 */
function dictionaryOperation(change: DictionaryChange, id: string, carries: boolean, digests: Digests): Draft {
  const { pair, action } = change;
  const touches: readonly ValueKey[] = [['entry', pairKey(pair)]];
  if (action === 'delete')
    return { kind: 'delete-dictionary', ...CALLS.glossaries.deleteDictionary(id, pair), ...digests, touches };
  if (action === 'create' || removes(change))
    return { kind: 'put-dictionary', ...CALLS.glossaries.putDictionary(id), ...digests, touches };
  const both = carries ? [...touches, NAME] : touches;
  return { kind: 'merge-entries', ...CALLS.glossaries.patch(id), ...digests, touches: both };
}

function updateOperations(body: ChangeBody, id: string, sides: GlossarySides): readonly Draft[] {
  const { from = '', to = '' } = nameOf(body);
  const carrier = isRenamed(body)
    ? dictionariesOf(body).find((dictionary) => dictionary.action === 'update' && !removes(dictionary))
    : undefined;
  const ofDictionaries = dictionariesOf(body).map((dictionary) => {
    const carries = dictionary === carrier;
    return dictionaryOperation(dictionary, id, carries, sides.of(dictionary, carries));
  });
  const rename: Draft = {
    kind: 'rename-glossary',
    ...CALLS.glossaries.patch(id),
    pre: nameDigest(from),
    post: nameDigest(to),
    touches: [NAME],
  };
  const deletes = ofDictionaries.filter(({ kind }) => kind === 'delete-dictionary');
  // What is new comes before what goes, so that a run that stops half-way has lost nothing.
  return [
    ...(isRenamed(body) && carrier === undefined ? [rename] : []),
    ...ofDictionaries.filter(({ kind }) => kind !== 'delete-dictionary'),
    ...deletes,
  ];
}

/**
 * The calls that make a change of a glossary, in running order. A function of the change and of digests, so that a
 * saved plan can be checked by it.
 */
export function glossaryOperations(body: ChangeBody, sides: GlossarySides): readonly Operation[] {
  const { id = '', action, address } = body;
  if (action === 'update') return numbered(address, updateOperations(body, id, sides));
  const { notIds } = sides;
  return numbered(address, [
    action === 'create'
      ? {
          kind: 'create-glossary',
          ...CALLS.glossaries.create(),
          pre: 'absent',
          post: sides.whole(),
          touches: WHOLE,
          notIds,
        }
      : { kind: 'delete-glossary', ...CALLS.glossaries.delete(id), pre: sides.whole(), post: 'absent', touches: WHOLE },
  ]);
}

const ABSENT: Digests = { pre: 'absent', post: 'absent' };

const digestOrAbsent = (entries: Entries): Digest | 'absent' => (entries.size === 0 ? 'absent' : entries.digest);

/** The change that makes one glossary what the files ask for; `undefined` when it is that already. */
export function glossaryChange(input: GlossaryChangeInput): Change | undefined {
  const { desired, live, parts, adopted } = input;
  const deltas = parts.map((part) => dictionaryDelta(part, input)).filter((delta) => delta !== undefined);
  const name = live === undefined || input.whole ? desired.name : live.name;
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
    notIds: input.sameName,
    whole: () =>
      glossaryDigest(name, new Map(parts.flatMap(({ pair, desired: wanted }) => (wanted ? [[pair, wanted]] : [])))),
    of(dictionary, carries) {
      const { before, after } = deltaOf.get(dictionary) as DictionaryDelta;
      return carries
        ? { pre: namedEntriesDigest(live?.name ?? name, before), post: namedEntriesDigest(name, after) }
        : { pre: digestOrAbsent(before), post: digestOrAbsent(after) };
    },
  };
  return { ...body, operations: glossaryOperations(body, sides) };
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
  return { ...body, operations: glossaryOperations(body, { notIds: [], whole, of: () => ABSENT }) };
}
