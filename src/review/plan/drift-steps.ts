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
  const inConflict = say` (in a conflict, ${theirs}, or ${ours} for the values of the files)`;
  const isDeleted = drifted.some((each) => 'deleted' in each);
  const deleting = say`, with ${{ command: '--allow-delete ADDRESS' }} for each dictionary or resource that was deleted
    on the service`;
  const more = say`${isConflict ? inConflict : ''}${isDeleted ? deleting : ''}`;
  const pull = say`runs ${{ command: 'lexform pull' }}${more}, commits`;
  const consent = isAction ? 'a person who may edit the workflow consents' : 'a person consents';
  return [
    say`Ask the person who changed the values, or the author of the pull request, which ones are right.`,
    say`To keep the values of the service, the author ${pull} and pushes, or copies them into the files. Then the plan
      is made again.`,
    say`To overwrite them, ${consent} as shown below. ${isAction ? 'No label allows it. ' : ''}The ledger keeps the
      overwritten values.`,
  ];
}
