import { type Entries, NO_ENTRIES } from '../../src/model/entries/entries.ts';
import { type LanguagePair, type PairKey, pairKey } from '../../src/model/entries/language-pair.ts';
import { glossaryId, instructionId, styleId } from '../../src/model/ids.ts';
import { type DeveloperKey, keyId } from '../../src/model/resources/developer-key.ts';
import {
  deactivatedDigest,
  glossaryDigest,
  instructionDigest,
  labelDigest,
  limitsDigest,
  nameDigest,
  namedEntriesDigest,
  rulesDigest,
  sameInstruction,
  styleListDigest,
} from '../../src/model/resources/digest.ts';
import type {
  LiveDictionary,
  LiveGlossary,
  LiveInstruction,
  LiveState,
  LiveStyleList,
} from '../../src/model/resources/live.ts';
import type { CustomInstruction, StyleListContent } from '../../src/model/resources/style-list.ts';
import { patchedEntries } from '../../src/plan/diff/diff-entries.ts';
import type {
  DeveloperKeyChange,
  DeveloperKeyOperation,
  GlossaryChange,
  GlossaryOperation,
  Plan,
  StyleListChange,
  StyleListOperation,
} from '../../src/plan/plan.ts';

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

/** The digest of exactly the part that an operation touches. */
function glossaryPart(operation: GlossaryOperation, glossary: LiveGlossary | undefined): string {
  switch (operation.kind) {
    case 'create-glossary':
    case 'delete-glossary':
      return glossary === undefined ? 'absent' : glossaryDigest(glossary.name, read(glossary));
    case 'rename-glossary':
      return nameDigest(glossary?.name ?? '');
    case 'merge-entries': {
      const entries = entriesOfPair(glossary, operation.pair);
      return operation.rename ? namedEntriesDigest(glossary?.name ?? '', entries) : digestOrAbsent(entries);
    }
    case 'put-dictionary':
    case 'delete-dictionary':
      return digestOrAbsent(entriesOfPair(glossary, operation.pair));
    default:
      return operation satisfies never;
  }
}

/** The effect that the service's description gives the call. */
function runGlossary(
  operation: GlossaryOperation,
  change: GlossaryChange,
  glossary: LiveGlossary | undefined,
): LiveGlossary | undefined {
  const changesOf = (pair: LanguagePair) =>
    change.dictionaries.find((dictionary) => pairKey(dictionary.pair) === pairKey(pair))?.entries ?? [];
  if (operation.kind === 'create-glossary') {
    const empty = { id: glossaryId(`new ${change.address}`), name: change.nameAfter ?? '', dictionaries: new Map() };
    return change.dictionaries.reduce<LiveGlossary>(
      (made, { pair, entries }) => withEntries(made, pair, patchedEntries(NO_ENTRIES, entries)),
      empty,
    );
  }
  if (glossary === undefined) throw new Error(`404: ${operation.path}`);
  switch (operation.kind) {
    case 'rename-glossary':
      return { ...glossary, name: change.nameAfter ?? '' };
    case 'merge-entries': {
      const merged = changesOf(operation.pair).filter(({ kind }) => kind !== 'removed');
      const next = withEntries(
        glossary,
        operation.pair,
        patchedEntries(entriesOfPair(glossary, operation.pair), merged),
      );
      return operation.rename ? { ...next, name: change.nameAfter ?? '' } : next;
    }
    case 'put-dictionary':
      return withEntries(
        glossary,
        operation.pair,
        patchedEntries(entriesOfPair(glossary, operation.pair), changesOf(operation.pair)),
      );
    case 'delete-dictionary': {
      const dictionaries = new Map(glossary.dictionaries);
      if (!dictionaries.delete(pairKey(operation.pair))) throw new Error(`404: ${operation.path}`);
      return { ...glossary, dictionaries };
    }
    case 'delete-glossary':
      return undefined;
    default:
      return operation satisfies never;
  }
}

const withInstructions = (list: LiveStyleList, instructions: readonly LiveInstruction[]): LiveStyleList => ({
  ...list,
  instructions,
  content: { ...list.content, instructions: instructions.map(({ content }) => content) },
});

function instructionAt(change: StyleListChange, index: number): CustomInstruction {
  const made = change.instructions[index];
  if (made === undefined || made.kind === 'removed') throw new Error('the operation has no instruction to send');
  return made.to;
}

function listPart(operation: StyleListOperation, change: StyleListChange, list: LiveStyleList | undefined): string {
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
      const to = instructionAt(change, operation.instruction);
      const same = instructions.filter((each) => sameInstruction(each.content, to, content.language)).length;
      return same < operation.occurrence ? 'absent' : instructionDigest(to, content.language);
    }
    case 'edit-instruction':
    case 'delete-instruction': {
      const found = instructions.find(({ id }) => id === operation.instructionId);
      return found === undefined ? 'absent' : instructionDigest(found.content, content.language);
    }
    default:
      return operation satisfies never;
  }
}

function runList(
  operation: StyleListOperation,
  change: StyleListChange,
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
      return { ...list, content: { ...list.content, name: change.nameAfter ?? '' } };
    case 'replace-rules':
      return { ...list, content: { ...list.content, rules: wanted?.rules ?? new Map() } };
    case 'add-instruction':
      if (list.instructions.length >= 200) throw new Error('400: a list holds at most 200 instructions');
      return withInstructions(list, [
        ...list.instructions,
        { id: instructionId(operation.id), content: instructionAt(change, operation.instruction) },
      ]);
    case 'edit-instruction':
      return withInstructions(
        list,
        list.instructions.map((each) =>
          each.id === operation.instructionId
            ? { ...each, content: instructionAt(change, operation.instruction) }
            : each,
        ),
      );
    case 'delete-instruction':
      return withInstructions(
        list,
        list.instructions.filter(({ id }) => id !== operation.instructionId),
      );
    case 'delete-style-list':
      return undefined;
    default:
      return operation satisfies never;
  }
}

const limitsTo = (change: DeveloperKeyChange): Partial<DeveloperKey['limits']> =>
  Object.fromEntries(change.limits.map(({ limit, to }) => [limit, to]));

function keyPart(operation: DeveloperKeyOperation, change: DeveloperKeyChange, key: DeveloperKey | undefined): string {
  if (key === undefined) return 'absent';
  switch (operation.kind) {
    case 'create-developer-key':
    case 'rename-developer-key':
      return labelDigest(key.label);
    case 'limit-developer-key':
      return limitsDigest(Object.fromEntries(change.limits.map(({ limit }) => [limit, key.limits[limit]])));
    case 'deactivate-developer-key':
      return deactivatedDigest(key.deactivated);
    default:
      return operation satisfies never;
  }
}

function runKey(
  operation: DeveloperKeyOperation,
  change: DeveloperKeyChange,
  key: DeveloperKey | undefined,
  active: number,
): DeveloperKey {
  if (operation.kind === 'create-developer-key') {
    if (active >= 25) throw new Error('400: an account may have at most 25 active keys');
    return {
      id: keyId(`new ${change.address}`),
      label: change.nameAfter ?? '',
      creationTime: '',
      deactivated: false,
      limits: { characters: null, speechToTextMilliseconds: null },
    };
  }
  if (key === undefined) throw new Error(`404: ${operation.path}`);
  switch (operation.kind) {
    case 'rename-developer-key':
      return { ...key, label: change.nameAfter ?? '' };
    case 'limit-developer-key':
      return { ...key, limits: { ...key.limits, ...limitsTo(change) } };
    case 'deactivate-developer-key':
      return { ...key, deactivated: true };
    default:
      return operation satisfies never;
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
      if (change.kind === 'glossary') {
        const called = operation as GlossaryOperation;
        compare(called.id, 'pre', called.pre, glossaryPart(called, glossaries.get(id)));
        store(glossaries, id, runGlossary(called, change, glossaries.get(id)));
        compare(called.id, 'post', called.post, glossaryPart(called, glossaries.get(id)));
      } else if (change.kind === 'developer-key') {
        const called = operation as DeveloperKeyOperation;
        const active = [...keys.values()].filter(({ deactivated }) => !deactivated).length;
        compare(called.id, 'pre', called.pre, keyPart(called, change, keys.get(id)));
        store(keys, id, runKey(called, change, keys.get(id), active));
        compare(called.id, 'post', called.post, keyPart(called, change, keys.get(id)));
      } else {
        const called = operation as StyleListOperation;
        compare(called.id, 'pre', called.pre, listPart(called, change, lists.get(id)));
        store(lists, id, runList(called, change, wanted.styleLists.get(change.address), lists.get(id)));
        compare(called.id, 'post', called.post, listPart(called, change, lists.get(id)));
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
