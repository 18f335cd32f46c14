import {
  type NamedValue,
  namedValues,
  type StaleDetail,
  type StaleInput,
  staleDetail,
} from '../../../change/stale-detail.ts';
import type { Client } from '../../../client/client.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { type Digest, instructionId, type StyleId, styleId } from '../../../model/ids.ts';
import { type Change, languageOf, nameOf, type Operation, shownName, valuesIn } from '../../../model/plan/plan.ts';
import { nameDigest } from '../../../model/resources/digest.ts';
import {
  type Lending,
  newTarget,
  type OperationTarget,
  type PartOfResource,
  partTarget,
  type ServiceFacet,
  type TargetContext,
} from '../../service/service-facet.ts';
import { withoutDefaults } from '../instructions.ts';
import {
  type ConfiguredRules,
  type CustomInstruction,
  instructionDigest,
  isInstruction,
  type LiveStyleList,
  rulesDigest,
  type StyleListContent,
  sameInstruction,
  styleListDigest,
} from '../style-list.ts';
import { STYLE_LIST } from '../style-list-kind.ts';
import { STYLE_LIST_LEDGER } from '../style-list-ledger.ts';
import { styleListCalls } from './style-list-calls.ts';

/** The content with these values. */
const contentOf = (values: readonly NamedValue[], language: string): StyleListContent =>
  STYLE_LIST_LEDGER.fromValues([[['language'], language], ...values], new Map());

/**
 * Gives instructions the keys of known ones with the same content. Each known one is used once; other instructions keep
 * their keys.
 */
function identified(
  instructions: readonly NamedValue[],
  known: readonly NamedValue[],
  language: string,
): readonly NamedValue[] {
  const left = [...known];
  return instructions.map(([key, content]) => {
    const at = left.findIndex(
      ([, each]) => isInstruction(each) && isInstruction(content) && sameInstruction(each, content, language),
    );
    return [at < 0 ? key : (left.splice(at, 1)[0]?.[0] ?? key), content];
  });
}

/** The digest of values, computed like the one of the operation. */
function digestIn(language: string, { kind }: Operation): Pick<StaleInput, 'digest'> {
  if (kind === 'replace-rules') return { digest: (values) => rulesDigest(contentOf(values, language).rules) };
  if (kind !== 'create-style-list' && kind !== 'delete-style-list') return {};
  return { digest: (values) => styleListDigest(contentOf(values, language)) };
}

/**
 * Compares the part of a style list that an operation should have changed with the plan. `now`: the live list;
 * `undefined` if it was deleted.
 */
export function staleStyleList(
  change: Change,
  operation: Operation,
  { now: live, base }: { readonly now: LiveStyleList | undefined; readonly base: StyleListContent | undefined },
): StaleDetail {
  const isCreation = operation.kind === 'create-style-list';
  // A replacement contains parts of the old list that are not in the plan, so its values cannot be compared.
  if (isCreation && change.action === 'replace') return { values: [], count: 0, complete: false };
  // An added instruction has no id yet, so it is not searched among the live ones.
  if (operation.kind === 'add-instruction') return { values: [], count: 0, complete: true };
  const now = live && withoutDefaults(live);
  const { from, to = '' } = languageOf(change);
  const listLanguage = now?.content.language ?? from ?? to;
  const there = (now?.instructions ?? []).map(({ id, content }): NamedValue => [['instruction', id], content]);
  const planned = (side: 'from' | 'to'): readonly NamedValue[] =>
    valuesIn(change, 'instruction').flatMap(({ key, [side]: value }) => (value === undefined ? [] : [[key, value]]));
  // An instruction in the plan keeps its id, even if its content has changed since.
  const before = planned('from');
  const known = [...before, ...there.filter(([[, id]]) => before.every(([[, other]]) => other !== id))];
  const recorded = (base?.instructions ?? []).map(
    (content, index): NamedValue => [['instruction', `ledger ${index}`], content],
  );
  const valuesOf = (content: StyleListContent, instructions: readonly NamedValue[]): readonly NamedValue[] => [
    ...namedValues(STYLE_LIST.values(content)),
    ...instructions,
  ];
  return staleDetail({
    change,
    operation,
    ...digestIn(listLanguage, operation),
    now: now ? valuesOf(now.content, isCreation ? identified(there, planned('to'), listLanguage) : there) : [],
    base: base && valuesOf(base, identified(recorded, known, listLanguage)),
    isAlike: (left, right) => isInstruction(left) && isInstruction(right) && sameInstruction(left, right, listLanguage),
  });
}

const NO_RULES: ConfiguredRules = new Map();

/** Rules after a change of their list. A category without rules is removed. */
export function patchedRules(live: ConfiguredRules, change: Change): ConfiguredRules {
  const rules = new Map([...live].map(([category, selected]) => [category, new Map(selected)]));
  for (const { key, to } of valuesIn(change, 'rule')) {
    const [, category = '', rule = ''] = key;
    const selected = rules.get(category) ?? new Map<string, string>();
    if (to === undefined) selected.delete(rule);
    else selected.set(rule, String(to));
    if (selected.size === 0) rules.delete(category);
    else rules.set(category, selected);
  }
  return rules;
}

function patchedInstructions(live: LiveStyleList['instructions'], change: Change): readonly CustomInstruction[] {
  const changes = valuesIn(change, 'instruction');
  const known = new Map(changes.filter(({ from }) => from !== undefined).map((each) => [each.key[1], each]));
  const left = live.map(({ id, content }) => {
    const planned = known.get(id);
    return planned === undefined ? content : planned.to;
  });
  const added = changes.filter(({ from }) => from === undefined).map(({ to }) => to);
  return [...left, ...added].filter(isInstruction);
}

/** The whole list after a change. `old`: the live list before it; absent for a new list. */
export function patchedStyleList(change: Change, old: LiveStyleList | undefined): StyleListContent {
  return {
    name: shownName(change),
    language: languageOf(change).to ?? '',
    rules: patchedRules(old?.content.rules ?? NO_RULES, change),
    instructions: patchedInstructions(old?.instructions ?? [], change),
  };
}

type Part = Pick<PartOfResource<LiveStyleList>, 'digest' | 'send'>;

interface TargetInput extends TargetContext<LiveStyleList, StyleListContent> {
  /**
   * The list from the last read, shared by the operations of one change: if nothing needs to be sent, one read shows
   * the changes of all of them.
   */
  readonly seen: { list?: LiveStyleList | undefined };
}

const wholeDigest = ({ content }: LiveStyleList): Digest => styleListDigest(content);

function createTarget({ client, list, listedNew, change, base }: TargetInput, operation: Operation): OperationTarget {
  const [{ to: name }, { to: language }] = [nameOf(change), languageOf(change)];
  const calls = styleListCalls(client);
  return newTarget(operation, {
    list,
    listedNew,
    isTwin: ({ content }) => content.name === name && content.language === language,
    read: async (id, _, listed) => listed ?? calls.read(styleId(id)),
    digest: wholeDigest,
    async send() {
      const old = change.id === undefined ? undefined : await calls.read(styleId(change.id));
      const content = patchedStyleList(change, old);
      // The list to replace has changed since the plan was made.
      if (styleListDigest(content) !== operation.post)
        throw new Error(
          `${change.address} has changed since the plan was made, so what would replace it is not what was planned`,
        );
      return (await calls.create(content)).id;
    },
    stale: (now) => staleStyleList(change, operation, { now, base }),
  });
}

/** The digest of an instruction in the live list. */
function instructionNow({ content: { language }, instructions }: LiveStyleList, instruction: string) {
  const found = instructions.find(({ id }) => id === instruction);
  return found === undefined ? 'absent' : instructionDigest(found.content, language);
}

/** The digest of an added instruction if the list contains enough instructions with its content, otherwise `absent`. */
function addedNow(list: LiveStyleList, content: CustomInstruction, occurrence: number) {
  const { language } = list.content;
  const there = list.instructions.filter((each) => sameInstruction(each.content, content, language)).length;
  return there >= occurrence ? instructionDigest(content, language) : 'absent';
}

/** The part of an existing list that an operation changes, and its call. */
function partOf({ client, change }: TargetInput, operation: Operation, id: StyleId): Part {
  const calls = styleListCalls(client);
  const [, touched = ''] = operation.touches[0] ?? [];
  const instruction = instructionId(touched);
  const contentAfter = (): CustomInstruction => {
    const planned = valuesIn(change, 'instruction').find(({ key }) => key[1] === touched)?.to;
    if (!isInstruction(planned)) throw new Error(`the plan has ${operation.id} and no instruction for it`);
    return planned;
  };
  const touchedDigest = (list: LiveStyleList) => instructionNow(list, touched);
  switch (operation.kind) {
    case 'rename-style-list':
      return {
        digest: ({ content }) => nameDigest(content.name),
        send: async () => calls.rename(id, shownName(change)),
      };
    case 'replace-rules':
      return {
        digest: ({ content }) => rulesDigest(content.rules),
        async send(now) {
          const rules = patchedRules(now?.content.rules ?? new Map(), change);
          if (rulesDigest(rules) !== operation.post)
            throw new Error(`the rules of ${change.address} to be sent are not those that were planned`);
          await calls.replaceRules(id, rules);
        },
      };
    case 'add-instruction': {
      const content = contentAfter();
      return {
        digest: (list) => addedNow(list, content, operation.occurrence ?? 1),
        send: async () => calls.addInstruction(id, content),
      };
    }
    case 'edit-instruction': {
      const content = contentAfter();
      return {
        digest: touchedDigest,
        async send(now) {
          // If the file sets no source language, the language of the list is sent, possibly in place of another one.
          const language = now?.content.language ?? languageOf(change).to ?? '';
          const { sourceLanguage = language } = content;
          await calls.editInstruction(id, instruction, { ...content, sourceLanguage });
        },
      };
    }
    case 'delete-instruction':
      return { digest: touchedDigest, send: async () => calls.deleteInstruction(id, instruction) };
    case 'delete-style-list':
      return { digest: wholeDigest, send: async () => calls.delete(id) };
    default:
      throw new Error(`${operation.id} of ${change.address} is ${operation.kind}, which no style list has`);
  }
}

/** The targets of the operations on a style list. They share the list that was read. */
const styleListTargets: ServiceFacet<LiveStyleList, StyleListContent>['targets'] = (context) => {
  const input: TargetInput = { ...context, seen: {} };
  const { client, change, seen, base } = input;
  return (operation) => {
    if (operation.kind === 'create-style-list') return createTarget(input, operation);
    if (change.id === undefined) throw new Error(`the plan has ${operation.id} and no id of ${change.address}`);
    const id = styleId(change.id);
    return partTarget({
      ...partOf(input, operation, id),
      async read(fresh) {
        if (fresh || seen.list === undefined) seen.list = await styleListCalls(client).read(id);
        return seen.list;
      },
      stale: (now) => staleStyleList(change, operation, { now, base }),
    });
  };
};

export const STYLE_LIST_SERVICE: ServiceFacet<LiveStyleList, StyleListContent> & {
  lending(client: Client): Lending<StyleListContent>;
} = {
  list: async (client) => styleListCalls(client).list(),
  // A full last page is followed by an empty one.
  listCalls: (resources) => Math.floor(resources / PAGE_SIZE.max) + 1,
  lending(client) {
    const calls = styleListCalls(client);
    return {
      create: async (content) => calls.create(content),
      nameOf: async (id) => (await calls.read(styleId(id)))?.content.name,
      remove: async (id) => calls.delete(styleId(id)),
    };
  },
  targets: styleListTargets,
};
