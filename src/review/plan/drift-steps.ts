import type { RefusedVerdict } from '../../plan/guard/refusal.ts';
import { type Sentence, say } from '../format/sentence.ts';

/** The heading of the steps. */
export const DRIFT_STEPS = 'The service was changed outside the files. Before you approve:';

/**
 * The steps of a reviewer if the plan would overwrite changes on the service; empty if it would not. `isAction`: an
 * input of the Action is the only consent.
 */
export function driftSteps({ refusals }: RefusedVerdict, isAction: boolean): readonly Sentence[] {
  const drifted = refusals.filter(({ code }) => code === 'drift-undone');
  if (drifted.length === 0) return [];
  const isConflict = drifted.some((each) => 'isConflict' in each || 'hasConflict' in each);
  const [theirs, ours] = [{ command: 'lexform pull --theirs' }, { command: 'lexform pull --ours' }];
  const inConflict = say` (in a conflict, ${theirs})`;
  const isDeleted = drifted.some((each) => 'deleted' in each);
  const deleting = say`, with ${{ command: '--allow-delete ADDRESS' }} for each dictionary or resource that was deleted
    on the service`;
  const more = say`${isConflict ? inConflict : ''}${isDeleted ? deleting : ''}`;
  const pull = say`runs ${{ command: 'lexform pull' }}${more}, commits`;
  const consent = isAction ? 'a person who may edit the workflow consents' : 'a person consents';
  return [
    say`Ask in your team, and ask the author of the pull request, which values are right. The service does not record
      who changed them.`,
    say`To keep the values of the service, the author ${pull} and pushes, or copies some of them into the files. Then
      the plan is made again.`,
    ...(isConflict
      ? [say`To keep the values of the files in the conflicts, the author runs ${ours}. Then the plan is made again.`]
      : []),
    say`To overwrite all of them, ${consent} as shown below. ${isAction ? 'No label allows it. ' : ''}The ledger keeps
      the overwritten values.`,
  ];
}
