import type { OwnedStyleList } from '../model/ledger/ledger-state.ts';
import type { DesiredStyleList } from '../model/resources/desired.ts';
import { instructionDigest, rulesDigest, sameInstruction } from '../model/resources/digest.ts';
import type { LiveStyleList } from '../model/resources/live.ts';
import type { CustomInstruction } from '../model/resources/style-list.ts';
import type { StyleListChange } from '../plan/plan.ts';
import type { ChangeOutcome } from './run-outcomes.ts';

/** Instructions with the changes that went well made to them. */
function instructionsAfter(
  before: readonly CustomInstruction[],
  change: StyleListChange,
  done: ChangeOutcome,
  language: string,
): readonly CustomInstruction[] {
  const list = [...before];
  for (const operation of change.operations) {
    if (!('instruction' in operation) || !done.operation(operation.id)) continue;
    const planned = change.instructions[operation.instruction];
    if (planned === undefined) continue;
    const at = planned.kind === 'added' ? -1 : list.findIndex((each) => sameInstruction(each, planned.from, language));
    if (at >= 0) list.splice(at, 1);
    if (planned.kind !== 'removed') list.splice(at < 0 ? list.length : at, 0, planned.to);
  }
  return list;
}

/** What the ledger says of a list after a run. */
export function listContent(
  input: {
    readonly desired: DesiredStyleList;
    readonly live: LiveStyleList | undefined;
    readonly after: LiveStyleList | undefined;
    readonly change: StyleListChange | undefined;
    readonly done: ChangeOutcome | undefined;
  },
  before: OwnedStyleList | undefined,
): OwnedStyleList['content'] {
  const { desired, live, after, change, done } = input;
  const wanted = after?.content ?? desired.content;
  if (change === undefined || done === undefined) {
    // Without a change the files and the service agree, unless the plan was narrowed or made from other files.
    const agree = live !== undefined && sameList(desired.content, live.content);
    return agree ? desired.content : (before?.content ?? desired.content);
  }
  if (done.whole) return wanted;
  const old = before?.content ?? live?.content ?? desired.content;
  const well = (kind: string): boolean => {
    const found = change.operations.filter((operation) => operation.kind === kind);
    return found.length > 0 && found.every(({ id }) => done.operation(id));
  };
  if (well('create-style-list')) return wanted;
  return {
    name: well('rename-style-list') ? wanted.name : old.name,
    language: old.language,
    rules: well('replace-rules') ? wanted.rules : old.rules,
    instructions: instructionsAfter(old.instructions, change, done, old.language),
  };
}

function sameList(left: OwnedStyleList['content'], right: OwnedStyleList['content']): boolean {
  const instructions = (list: OwnedStyleList['content']): string =>
    list.instructions
      .map((each) => instructionDigest(each, list.language) as string)
      .sort()
      .join();
  return (
    left.name === right.name &&
    left.language === right.language &&
    rulesDigest(left.rules) === rulesDigest(right.rules) &&
    instructions(left) === instructions(right)
  );
}
