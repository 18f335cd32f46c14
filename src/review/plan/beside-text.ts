import type { Plan } from '../../model/plan/plan.ts';
import { type Sentence, say } from '../format/sentence.ts';
import { counted, groupedDigits, plural } from '../format/text.ts';

/** The sentence about resources that already match the files, and that the ledger does not own yet. */
export const adoptsText = (count: number): string =>
  count === 1
    ? '1 resource already matches; apply will start managing it'
    : `${groupedDigits(count)} resources already match; apply will start managing them`;

/** The sentence about the secrets of new keys, shown before the keys are created. */
export function secretsSentence(created: number, file: string | undefined): Sentence {
  const secrets = `The ${plural(created, 'secret', 'secrets')} of ${counted(created, 'new key')} will`;
  return file === undefined
    ? say`${secrets} not be kept; "lexform apply --secrets-file FILE" writes ${plural(created, 'it', 'them')} to a new
      file.`
    : say`${secrets} be written to ${{ theirs: file, max: 300 }}, a new file that only its owner can read.`;
}

/** A resource whose file was renamed. */
export const movedSentence = ({ from, to }: NonNullable<Plan['moves']>[number]): Sentence =>
  say`moved: ${{ theirs: from, max: 100 }} is now ${{ theirs: to, max: 100 }}; nothing changes on the service`;

/** `2 resources on prod are`: the beginning of a sentence about unmanaged resources. */
export const unmanagedAre = ({ unmanaged: { length }, target }: Plan): Sentence =>
  say`${counted(length, 'resource')} on ${{ theirs: target.name }} ${plural(length, 'is', 'are')}`;
