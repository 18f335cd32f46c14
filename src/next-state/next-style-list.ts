import type {
  CustomInstruction,
  DesiredStyleList,
  LiveStyleList,
  OwnedStyleList,
} from '../kinds/style-list/style-list.ts';
import { instructionDigest, isInstruction, rulesDigest, sameInstruction } from '../kinds/style-list/style-list.ts';
import { valuesIn } from '../model/plan/change-values.ts';
import type { Change } from '../model/plan/plan.ts';
import type { ChangeOutcome, RunSides } from './run-outcomes.ts';

/** Instructions with those changes made to them that went well. `isDone`: default all. */
export function instructionsAfter(
  before: readonly CustomInstruction[],
  change: Change,
  language: string,
  isDone: ChangeOutcome['isDone'] = () => true,
): readonly CustomInstruction[] {
  const list = [...before];
  const planned = valuesIn(change, 'instruction').filter(({ key }) => isDone(key) === true);
  for (const { from, to } of planned) {
    const at = isInstruction(from) ? list.findIndex((each) => sameInstruction(each, from, language)) : -1;
    if (at >= 0) list.splice(at, 1);
    if (isInstruction(to)) list.splice(at < 0 ? list.length : at, 0, to);
  }
  return list;
}

/** What the ledger says of a list after a run. */
export function listContent(
  { desired, live, after, change, done }: RunSides<DesiredStyleList, LiveStyleList>,
  before: OwnedStyleList | undefined,
): OwnedStyleList['content'] {
  const wanted = after?.content ?? desired.content;
  if (change === undefined || done === undefined) {
    // Without a change the files and the service agree, unless the plan was narrowed or made from other files.
    const agree = live !== undefined && sameList(desired.content, live.content);
    return agree ? desired.content : (before?.content ?? desired.content);
  }
  if (done.whole) return wanted;
  const old = before?.content ?? live?.content ?? desired.content;
  const create = change.operations.find(({ pre }) => pre === 'absent');
  if (change.action !== 'update' && create !== undefined && done.operation(create.id)) return wanted;
  const well = (part: string): boolean => change.action === 'update' && done.isDone([part]) === true;
  return {
    name: well('name') ? wanted.name : old.name,
    language: old.language,
    rules: well('rule') ? wanted.rules : old.rules,
    instructions: instructionsAfter(old.instructions, change, old.language, done.isDone),
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
