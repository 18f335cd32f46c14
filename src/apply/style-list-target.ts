import type { Client } from '../client/client.ts';
import { type StyleId, styleId } from '../model/ids.ts';
import {
  instructionDigest,
  nameDigest,
  rulesDigest,
  sameInstruction,
  styleListDigest,
} from '../model/resources/digest.ts';
import type { LiveStyleList } from '../model/resources/live.ts';
import type { CustomInstruction, StyleListContent } from '../model/resources/style-list.ts';
import type { StyleListChange, StyleListOperation } from '../plan/plan.ts';
import { staleStyleList } from '../plan/stale/stale-style-list.ts';
import type { Listings } from './listings.ts';
import type { Observation, OperationTarget } from './operation-target.ts';
import { patchedRules, patchedStyleList } from './style-list-content.ts';

const ABSENT: Observation = { digest: 'absent' };

interface TargetInput {
  readonly client: Client;
  readonly listings: Listings;
  readonly change: StyleListChange;
  /**
   * What the last look at the list found, shared by the operations of one change. The read-back after one operation is
   * the look before the next one, which follows at once; so a list of ten changed instructions is read eleven times and
   * not twenty.
   */
  readonly seen: { list?: LiveStyleList | undefined };
  /** What the ledger had of the list when the plan was made. */
  readonly base?: StyleListContent | undefined;
}

const wholeObservation = ({ id, content }: LiveStyleList): Observation => ({ digest: styleListDigest(content), id });

function createTarget(
  { client, listings, change, base }: TargetInput,
  operation: StyleListOperation & { readonly kind: 'create-style-list' },
): OperationTarget {
  const isTwin = ({ id, content }: LiveStyleList): boolean =>
    content.name === change.nameAfter && content.language === change.languageAfter && !operation.notIds.includes(id);
  let now: LiveStyleList | undefined;
  return {
    stale: () => staleStyleList(change, operation, { now, base }),
    async observe({ createdId, fresh }) {
      if (createdId !== undefined) {
        const list = await client.styleLists.read(styleId(createdId));
        return list === undefined ? ABSENT : wholeObservation(list);
      }
      const twins = (await listings.styleLists(fresh)).filter(isTwin);
      now = twins[0];
      const observations = twins.map(wholeObservation);
      return observations.find(({ digest }) => digest === operation.post) ?? observations[0] ?? ABSENT;
    },
    async send() {
      const old = change.id === undefined ? undefined : await client.styleLists.read(change.id);
      const content = patchedStyleList(change, old);
      // The list that is replaced is no longer what the plan was made from.
      if (styleListDigest(content) !== operation.post)
        throw new Error(
          `${change.address} has changed since the plan was made, so what would replace it is not what was planned`,
        );
      return (await client.styleLists.create(content)).id;
    },
  };
}

/** A target in an existing list: `find` observes it, `send` makes the call that changes it. */
function targetInList(
  input: TargetInput & { readonly operation: StyleListOperation },
  id: StyleId,
  find: (list: LiveStyleList) => Observation,
  send: () => Promise<void>,
): OperationTarget {
  const { client, seen, change, operation, base } = input;
  return {
    stale: () => staleStyleList(change, operation, { now: seen.list, base }),
    async observe({ fresh }) {
      if (fresh || seen.list === undefined) seen.list = await client.styleLists.read(id);
      return seen.list === undefined ? ABSENT : find(seen.list);
    },
    async send() {
      await send();
      return undefined;
    },
  };
}

/** Where an instruction of the plan is in the list now. `posts`: contents that count as "it is there already". */
function instructionObservation(
  list: LiveStyleList,
  operation: StyleListOperation & { readonly kind: 'edit-instruction' | 'delete-instruction' },
): Observation {
  const { language } = list.content;
  const found = list.instructions.find(({ id }) => id === operation.instructionId);
  return found === undefined ? ABSENT : { digest: instructionDigest(found.content, language) };
}

function addedObservation(list: LiveStyleList, content: CustomInstruction, occurrence: number): Observation {
  const { language } = list.content;
  const there = list.instructions.filter((each) => sameInstruction(each.content, content, language)).length;
  return there >= occurrence ? { digest: instructionDigest(content, language) } : ABSENT;
}

/**
 * The target of an operation on a style list. It is longer than 60 lines because it is one table: for each operation,
 * how to observe and how to send.
 */
export function styleListTarget(given: TargetInput, operation: StyleListOperation): OperationTarget {
  if (operation.kind === 'create-style-list') return createTarget(given, operation);
  const input = { ...given, operation };
  const { client, change, seen } = input;
  const { id } = change;
  if (id === undefined) throw new Error(`the plan has ${operation.id} and no id of ${change.address}`);
  const { styleLists } = client;
  const contentAfter = (index: number): CustomInstruction => {
    const planned = change.instructions[index];
    if (planned === undefined || planned.kind === 'removed')
      throw new Error(`the plan has ${operation.id} and no instruction for it`);
    return planned.to;
  };
  switch (operation.kind) {
    case 'rename-style-list':
      return targetInList(
        input,
        id,
        ({ content }) => ({ digest: nameDigest(content.name) }),
        async () => styleLists.rename(id, change.nameAfter ?? ''),
      );
    case 'replace-rules':
      return targetInList(
        input,
        id,
        ({ content }) => ({ digest: rulesDigest(content.rules) }),
        async () => {
          const rules = patchedRules(seen.list?.content.rules ?? new Map(), change.rules);
          if (rulesDigest(rules) !== operation.post)
            throw new Error(`the rules of ${change.address} to be sent are not those that were planned`);
          await styleLists.replaceRules(id, rules);
        },
      );
    case 'add-instruction': {
      const content = contentAfter(operation.instruction);
      return targetInList(
        input,
        id,
        (list) => addedObservation(list, content, operation.occurrence),
        async () => styleLists.addInstruction(id, content),
      );
    }
    case 'edit-instruction': {
      const content = contentAfter(operation.instruction);
      return targetInList(
        input,
        id,
        (list) => instructionObservation(list, operation),
        async () => {
          // Where the file names no source language, the service has that of the list, or is given it in place of
          // another one.
          const language = seen.list?.content.language ?? change.languageAfter ?? '';
          const { sourceLanguage = language } = content;
          await styleLists.editInstruction(id, operation.instructionId, { ...content, sourceLanguage });
        },
      );
    }
    case 'delete-instruction':
      return targetInList(
        input,
        id,
        (list) => instructionObservation(list, operation),
        async () => styleLists.deleteInstruction(id, operation.instructionId),
      );
    case 'delete-style-list':
      return targetInList(input, id, wholeObservation, async () => styleLists.delete(id));
    default:
      return operation satisfies never;
  }
}
