import type { RefusedVerdict } from '../../plan/guard/refusal.ts';
import { type Sentence, say } from '../format/sentence.ts';

/** The steps of a reviewer of a refused plan. */
export interface ReviewSteps {
  /** Why there are steps: one sentence, which ends with a full stop. */
  readonly why: string;
  readonly steps: readonly Sentence[];
}

/** The words between the reason and the steps. */
export const BEFORE_APPROVAL = 'Before you approve:';

/**
 * The steps of a reviewer if the plan would overwrite changes on the service, or delete something. `undefined`: it does
 * neither. `isAction`: true in the GitHub Action.
 */
export function reviewSteps({ refusals }: RefusedVerdict, isAction: boolean): ReviewSteps | undefined {
  const drifted = refusals.filter(({ code }) => code === 'drift-undone');
  if (drifted.length > 0)
    return { why: 'The service was changed outside the files.', steps: driftSteps(drifted, isAction) };
  if (!refusals.some(({ code }) => code === 'delete-needs-consent')) return undefined;
  const consent = isAction ? 'a person with write access consents' : 'a person consents';
  return {
    why: 'The plan deletes resources or dictionaries.',
    steps: [
      say`Ask the author of the pull request whether each deletion is intended.`,
      say`To keep a resource, the author restores its files, commits and pushes. Then the plan is made again.`,
      say`To delete them, ${consent} as shown below.`,
    ],
  };
}

/** The steps about drift. In the Action, an input is the only consent. */
function driftSteps(drifted: RefusedVerdict['refusals'], isAction: boolean): readonly Sentence[] {
  const isConflict = drifted.some((each) => 'isConflict' in each || 'hasConflict' in each);
  const [theirs, ours] = [{ command: 'lexform pull --theirs' }, { command: 'lexform pull --ours' }];
  const inConflict = say` (with conflicts, ${theirs})`;
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
      ? [
          say`To keep the values of the files in the conflicts, and those of the service elsewhere, the author runs
            ${ours}, commits and pushes. Then the plan is made again, and is not refused for these conflicts.`,
        ]
      : []),
    say`To overwrite all values of the service, ${consent} as shown below.
      ${isAction ? 'No label allows it. ' : ''}The ledger keeps the overwritten values.`,
  ];
}
