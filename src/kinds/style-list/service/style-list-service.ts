import type { Client } from '../../../client/client.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { type Digest, instructionId, type StyleId, styleId } from '../../../model/ids.ts';
import { languageOf, nameOf, type Operation, shownName, valuesIn } from '../../../model/plan/plan.ts';
import { nameDigest } from '../../../model/resources/digest.ts';
import type { OperationTarget } from '../../service/operation-target.ts';
import type { Lending, ServiceFacet, TargetContext } from '../../service/service-facet.ts';
import { newTarget, type PartOfResource, partTarget } from '../../service/targets.ts';
import { patchedRules, patchedStyleList } from '../patched-style-list.ts';
import { staleStyleList } from '../stale-style-list.ts';
import {
  type CustomInstruction,
  instructionDigest,
  isInstruction,
  type LiveStyleList,
  rulesDigest,
  type StyleListContent,
  sameInstruction,
  styleListDigest,
} from '../style-list.ts';
import { styleListCalls } from './style-list-calls.ts';

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
