import { patchedEntries } from '../../src/change/diff-entries.ts';
import {
  type DeveloperKey,
  deactivatedDigest,
  keyId,
  labelDigest,
  limitsDigest,
} from '../../src/kinds/developer-key/developer-key.ts';
import { limitsOn } from '../../src/kinds/developer-key/developer-key-change.ts';
import {
  type DictionaryChange,
  dictionariesOf,
  glossaryDigest,
  type LiveDictionary,
  type LiveGlossary,
  namedEntriesDigest,
} from '../../src/kinds/glossary/glossary.ts';
import type { LiveState } from '../../src/kinds/states.ts';
import {
  type CustomInstruction,
  instructionDigest,
  isInstruction,
  type LiveInstruction,
  type LiveStyleList,
  rulesDigest,
  type StyleListContent,
  sameInstruction,
  styleListDigest,
} from '../../src/kinds/style-list/style-list.ts';
import { type Entries, NO_ENTRIES } from '../../src/model/entries/entries.ts';
import { type LanguagePair, type PairKey, pairKey } from '../../src/model/entries/language-pair.ts';
import { glossaryId, instructionId, styleId } from '../../src/model/ids.ts';
import { type Change, type Operation, type Plan, shownName, valuesIn } from '../../src/model/plan/plan.ts';
import { nameDigest } from '../../src/model/resources/digest.ts';

/** What the files ask for, by address: a POST and a PUT of rules send what stands there. */
export interface Wanted {
  readonly styleLists: ReadonlyMap<string, StyleListContent>;
}

/** The state after a plan, and every operation whose part had not the digest that the plan says, before or after it. */
export interface Simulated {
  readonly live: LiveState;
  readonly mismatches: readonly string[];
}

const entriesOfPair = (glossary: LiveGlossary | undefined, pair: LanguagePair): Entries =>
  glossary?.dictionaries.get(pairKey(pair))?.entries ?? NO_ENTRIES;

const withEntries = (glossary: LiveGlossary, pair: LanguagePair, entries: Entries): LiveGlossary => {
  const dictionaries = new Map<PairKey, LiveDictionary>(glossary.dictionaries);
  dictionaries.set(pairKey(pair), { pair, entryCount: entries.size, entries });
  return { ...glossary, dictionaries };
};

const digestOrAbsent = (entries: Entries): string => (entries.size === 0 ? 'absent' : entries.digest);

const read = (glossary: LiveGlossary): ReadonlyMap<PairKey, { readonly entries: Entries }> =>
  new Map([...glossary.dictionaries].map(([pair, { entries = NO_ENTRIES }]) => [pair, { entries }]));

function dictionaryOf(change: Change, { id, touches: [key] }: Operation): DictionaryChange {
  const found = dictionariesOf(change).find(({ pair }) => pairKey(pair) === key?.[1]);
  if (found === undefined) throw new Error(`${id} is about no dictionary of the change`);
  return found;
}

const renames = ({ touches }: Operation): boolean => touches.some(([part]) => part === 'name');

/** The digest of exactly the part that an operation touches. */
function glossaryPart(operation: Operation, change: Change, glossary: LiveGlossary | undefined): string {
  switch (operation.kind) {
    case 'create-glossary':
    case 'delete-glossary':
      return glossary === undefined ? 'absent' : glossaryDigest(glossary.name, read(glossary));
    case 'rename-glossary':
      return nameDigest(glossary?.name ?? '');
    case 'merge-entries': {
      const entries = entriesOfPair(glossary, dictionaryOf(change, operation).pair);
      return renames(operation) ? namedEntriesDigest(glossary?.name ?? '', entries) : digestOrAbsent(entries);
    }
    case 'put-dictionary':
    case 'delete-dictionary':
      return digestOrAbsent(entriesOfPair(glossary, dictionaryOf(change, operation).pair));
    default:
      throw new Error(`no such call: ${operation.kind}`);
  }
}

/** The effect that the service's description gives the call. */
function runGlossary(
  operation: Operation,
  change: Change,
  glossary: LiveGlossary | undefined,
): LiveGlossary | undefined {
  if (operation.kind === 'create-glossary') {
    const empty = { id: glossaryId(`new ${change.address}`), name: shownName(change), dictionaries: new Map() };
    return dictionariesOf(change).reduce<LiveGlossary>(
      (made, { pair, values }) => withEntries(made, pair, patchedEntries(NO_ENTRIES, values)),
      empty,
    );
  }
  if (glossary === undefined) throw new Error(`404: ${operation.path}`);
  switch (operation.kind) {
    case 'rename-glossary':
      return { ...glossary, name: shownName(change) };
    case 'merge-entries': {
      const { pair, values } = dictionaryOf(change, operation);
      const merged = values.filter(({ to }) => to !== undefined);
      const next = withEntries(glossary, pair, patchedEntries(entriesOfPair(glossary, pair), merged));
      return renames(operation) ? { ...next, name: shownName(change) } : next;
    }
    case 'put-dictionary': {
      const { pair, values } = dictionaryOf(change, operation);
      return withEntries(glossary, pair, patchedEntries(entriesOfPair(glossary, pair), values));
    }
    case 'delete-dictionary': {
      const dictionaries = new Map(glossary.dictionaries);
      if (!dictionaries.delete(pairKey(dictionaryOf(change, operation).pair)))
        throw new Error(`404: ${operation.path}`);
      return { ...glossary, dictionaries };
    }
    case 'delete-glossary':
      return undefined;
    default:
      throw new Error(`no such call: ${operation.kind}`);
  }
}

const withInstructions = (list: LiveStyleList, instructions: readonly LiveInstruction[]): LiveStyleList => ({
  ...list,
  instructions,
  content: { ...list.content, instructions: instructions.map(({ content }) => content) },
});

const touchedId = ({ touches: [key] }: Operation): string => key?.[1] ?? '';

function instructionAt(change: Change, operation: Operation): CustomInstruction {
  const made = valuesIn(change, 'instruction').find(({ key }) => key[1] === touchedId(operation))?.to;
  if (!isInstruction(made)) throw new Error('the operation has no instruction to send');
  return made;
}

function listPart(operation: Operation, change: Change, list: LiveStyleList | undefined): string {
  if (list === undefined) return 'absent';
  const { content, instructions } = list;
  switch (operation.kind) {
    case 'create-style-list':
    case 'delete-style-list':
      return styleListDigest(content);
    case 'rename-style-list':
      return nameDigest(content.name);
    case 'replace-rules':
      return rulesDigest(content.rules);
    case 'add-instruction': {
      const to = instructionAt(change, operation);
      const same = instructions.filter((each) => sameInstruction(each.content, to, content.language)).length;
      return same < (operation.occurrence ?? 0) ? 'absent' : instructionDigest(to, content.language);
    }
    case 'edit-instruction':
    case 'delete-instruction': {
      const found = instructions.find(({ id }) => id === touchedId(operation));
      return found === undefined ? 'absent' : instructionDigest(found.content, content.language);
    }
    default:
      throw new Error(`no such call: ${operation.kind}`);
  }
}

function runList(
  operation: Operation,
  change: Change,
  wanted: StyleListContent | undefined,
  list: LiveStyleList | undefined,
): LiveStyleList | undefined {
  if (operation.kind === 'create-style-list') {
    if (wanted === undefined) throw new Error('nothing to send');
    const made = { id: styleId(`new ${change.address}`), content: wanted, instructions: [], version: 1 };
    return withInstructions(
      made,
      wanted.instructions.map((content, index) => ({ id: instructionId(`${change.address} ${index}`), content })),
    );
  }
  if (list === undefined) throw new Error(`404: ${operation.path}`);
  switch (operation.kind) {
    case 'rename-style-list':
      return { ...list, content: { ...list.content, name: shownName(change) } };
    case 'replace-rules':
      return { ...list, content: { ...list.content, rules: wanted?.rules ?? new Map() } };
    case 'add-instruction':
      if (list.instructions.length >= 200) throw new Error('400: a list holds at most 200 instructions');
      return withInstructions(list, [
        ...list.instructions,
        { id: instructionId(operation.id), content: instructionAt(change, operation) },
      ]);
    case 'edit-instruction':
      return withInstructions(
        list,
        list.instructions.map((each) =>
          each.id === touchedId(operation) ? { ...each, content: instructionAt(change, operation) } : each,
        ),
      );
    case 'delete-instruction':
      return withInstructions(
        list,
        list.instructions.filter(({ id }) => id !== touchedId(operation)),
      );
    case 'delete-style-list':
      return undefined;
    default:
      throw new Error(`no such call: ${operation.kind}`);
  }
}

const limitsTo = (change: Change): Partial<DeveloperKey['limits']> => limitsOn('to', valuesIn(change, 'limit'));

function keyPart(operation: Operation, change: Change, key: DeveloperKey | undefined): string {
  if (key === undefined) return 'absent';
  switch (operation.kind) {
    case 'create-developer-key':
    case 'rename-developer-key':
      return labelDigest(key.label);
    case 'limit-developer-key':
      return limitsDigest(
        Object.fromEntries(Object.entries(key.limits).filter(([limit]) => limit in limitsTo(change))),
      );
    case 'deactivate-developer-key':
      return deactivatedDigest(key.deactivated);
    default:
      throw new Error(`no such call: ${operation.kind}`);
  }
}

function runKey(operation: Operation, change: Change, key: DeveloperKey | undefined, active: number): DeveloperKey {
  if (operation.kind === 'create-developer-key') {
    if (active >= 25) throw new Error('400: an account may have at most 25 active keys');
    return {
      id: keyId(`new ${change.address}`),
      label: shownName(change),
      creationTime: '',
      deactivated: false,
      limits: { characters: null, speechToTextMilliseconds: null },
    };
  }
  if (key === undefined) throw new Error(`404: ${operation.path}`);
  switch (operation.kind) {
    case 'rename-developer-key':
      return { ...key, label: shownName(change) };
    case 'limit-developer-key':
      return { ...key, limits: { ...key.limits, ...limitsTo(change) } };
    case 'deactivate-developer-key':
      return { ...key, deactivated: true };
    default:
      throw new Error(`no such call: ${operation.kind}`);
  }
}

/** Runs a plan on a state in memory, call by call, with the effects that the service's description gives them. */
export function simulate(live: LiveState, plan: Plan, wanted: Wanted): Simulated {
  const glossaries = new Map((live.glossaries ?? []).map((glossary) => [glossary.id as string, glossary]));
  const lists = new Map((live.styleLists ?? []).map((list) => [list.id as string, list]));
  const keys = new Map((live.developerKeys ?? []).map((key) => [key.id as string, key]));
  const mismatches: string[] = [];
  const compare = (id: string, when: string, planned: string, found: string): void => {
    if (planned !== found) mismatches.push(`${id}: ${when}`);
  };
  const store = <Resource>(all: Map<string, Resource>, id: string, resource: Resource | undefined): void => {
    if (resource === undefined) all.delete(id);
    else all.set(id, resource);
  };
  for (const change of plan.changes) {
    for (const operation of change.operations) {
      const id = operation.kind.startsWith('create-')
        ? `new ${change.address}`
        : (change.id ?? `new ${change.address}`);
      const when = { pre: operation.pre, post: operation.post };
      const check = (side: 'pre' | 'post', found: string): void => compare(operation.id, side, when[side], found);
      if (change.kind === 'glossary') {
        check('pre', glossaryPart(operation, change, glossaries.get(id)));
        store(glossaries, id, runGlossary(operation, change, glossaries.get(id)));
        check('post', glossaryPart(operation, change, glossaries.get(id)));
      } else if (change.kind === 'developer-key') {
        const active = [...keys.values()].filter(({ deactivated }) => !deactivated).length;
        check('pre', keyPart(operation, change, keys.get(id)));
        store(keys, id, runKey(operation, change, keys.get(id), active));
        check('post', keyPart(operation, change, keys.get(id)));
      } else {
        check('pre', listPart(operation, change, lists.get(id)));
        store(lists, id, runList(operation, change, wanted.styleLists.get(change.address), lists.get(id)));
        check('post', listPart(operation, change, lists.get(id)));
      }
    }
  }
  return {
    live: {
      glossaries: [...glossaries.values()],
      styleLists: [...lists.values()],
      developerKeys: [...keys.values()],
    },
    mismatches,
  };
}
