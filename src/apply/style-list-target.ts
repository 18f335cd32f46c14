import { styleListCalls } from '../client/calls/style-list-calls.ts';
import type { TargetContext } from '../kinds/service/service-facet.ts';
import { patchedRules, patchedStyleList } from '../kinds/style-list/patched-style-list.ts';
import { staleStyleList } from '../kinds/style-list/stale-style-list.ts';
import type { CustomInstruction, LiveStyleList, StyleListContent } from '../kinds/style-list/style-list.ts';
import {
  instructionDigest,
  isInstruction,
  rulesDigest,
  sameInstruction,
  styleListDigest,
} from '../kinds/style-list/style-list.ts';
import { instructionId, type StyleId, styleId } from '../model/ids.ts';
import { languageOf, nameOf, shownName, valuesIn } from '../model/plan/change-values.ts';
import type { Operation } from '../model/plan/plan.ts';
import { nameDigest } from '../model/resources/digest.ts';
import { type Observation, type OperationTarget, sends } from './operation-target.ts';

const ABSENT: Observation = { digest: 'absent' };

interface TargetInput extends TargetContext<LiveStyleList, StyleListContent> {
  /**
   * What the last look at the list found, shared by the operations of one change. The read-back after one operation is
   * the look before the next one, which follows at once; so a list of ten changed instructions is read eleven times and
   * not twenty.
   */
  readonly seen: { list?: LiveStyleList | undefined };
}

const wholeObservation = ({ id, content }: LiveStyleList): Observation => ({ digest: styleListDigest(content), id });

function createTarget({ client, list: all, change, base }: TargetInput, operation: Operation): OperationTarget {
  const [{ to: name }, { to: language }, { notIds = [] }] = [nameOf(change), languageOf(change), operation];
  const isTwin = ({ id, content }: LiveStyleList): boolean =>
    content.name === name && content.language === language && !notIds.includes(id);
  let now: LiveStyleList | undefined;
  return {
    stale: () => staleStyleList(change, operation, { now, base }),
    async observe({ createdId, fresh }) {
      if (createdId !== undefined) {
        const list = await styleListCalls(client).read(styleId(createdId));
        return list === undefined ? ABSENT : wholeObservation(list);
      }
      const twins = (await all(fresh)).filter(isTwin);
      now = twins[0];
      const observations = twins.map(wholeObservation);
      return observations.find(({ digest }) => digest === operation.post) ?? observations[0] ?? ABSENT;
    },
    async send() {
      const old = change.id === undefined ? undefined : await styleListCalls(client).read(styleId(change.id));
      const content = patchedStyleList(change, old);
      // The list that is replaced is no longer what the plan was made from.
      if (styleListDigest(content) !== operation.post)
        throw new Error(
          `${change.address} has changed since the plan was made, so what would replace it is not what was planned`,
        );
      return (await styleListCalls(client).create(content)).id;
    },
  };
}

/** A target in an existing list: `find` observes it, `send` makes the call that changes it. */
function targetInList(
  input: TargetInput & { readonly operation: Operation },
  id: StyleId,
  find: (list: LiveStyleList) => Observation,
  send: () => Promise<void>,
): OperationTarget {
  const { client, seen, change, operation, base } = input;
  return {
    stale: () => staleStyleList(change, operation, { now: seen.list, base }),
    async observe({ fresh }) {
      if (fresh || seen.list === undefined) seen.list = await styleListCalls(client).read(id);
      return seen.list === undefined ? ABSENT : find(seen.list);
    },
    send: sends(send),
  };
}

/** What an instruction is in the list now. */
function instructionObservation(list: LiveStyleList, instruction: string): Observation {
  const { language } = list.content;
  const found = list.instructions.find(({ id }) => id === instruction);
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
export function styleListTarget(given: TargetInput, operation: Operation): OperationTarget {
  if (operation.kind === 'create-style-list') return createTarget(given, operation);
  const input = { ...given, operation };
  const { client, change, seen } = input;
  if (change.id === undefined) throw new Error(`the plan has ${operation.id} and no id of ${change.address}`);
  const id = styleId(change.id);
  const styleLists = styleListCalls(client);
  const [, touched = ''] = operation.touches[0] ?? [];
  const instruction = instructionId(touched);
  const contentAfter = (): CustomInstruction => {
    const planned = valuesIn(change, 'instruction').find(({ key }) => key[1] === touched)?.to;
    if (!isInstruction(planned)) throw new Error(`the plan has ${operation.id} and no instruction for it`);
    return planned;
  };
  switch (operation.kind) {
    case 'rename-style-list':
      return targetInList(
        input,
        id,
        ({ content }) => ({ digest: nameDigest(content.name) }),
        async () => styleLists.rename(id, shownName(change)),
      );
    case 'replace-rules':
      return targetInList(
        input,
        id,
        ({ content }) => ({ digest: rulesDigest(content.rules) }),
        async () => {
          const rules = patchedRules(seen.list?.content.rules ?? new Map(), change);
          if (rulesDigest(rules) !== operation.post)
            throw new Error(`the rules of ${change.address} to be sent are not those that were planned`);
          await styleLists.replaceRules(id, rules);
        },
      );
    case 'add-instruction': {
      const content = contentAfter();
      return targetInList(
        input,
        id,
        (list) => addedObservation(list, content, operation.occurrence ?? 1),
        async () => styleLists.addInstruction(id, content),
      );
    }
    case 'edit-instruction': {
      const content = contentAfter();
      return targetInList(
        input,
        id,
        (list) => instructionObservation(list, touched),
        async () => {
          // Where the file names no source language, the service has that of the list, or is given it in place of
          // another one.
          const language = seen.list?.content.language ?? languageOf(change).to ?? '';
          const { sourceLanguage = language } = content;
          await styleLists.editInstruction(id, instruction, { ...content, sourceLanguage });
        },
      );
    }
    case 'delete-instruction':
      return targetInList(
        input,
        id,
        (list) => instructionObservation(list, touched),
        async () => styleLists.deleteInstruction(id, instruction),
      );
    case 'delete-style-list':
      return targetInList(input, id, wholeObservation, async () => styleLists.delete(id));
    default:
      throw new Error(`${operation.id} of ${change.address} is ${operation.kind}, which no style list has`);
  }
}
