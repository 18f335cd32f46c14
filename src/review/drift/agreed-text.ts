import { kindAt } from '../../kinds/registry.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import { listedTokens, type Sentence, say } from '../format/sentence.ts';
import { counted, firstItems } from '../format/text.ts';
import { valueName } from '../values/value-words.ts';

/** Maximum number of values that are named. */
const NAMED = 10;

/**
 * The values that were changed on the service and have the same new value in the files: what a pull has written, or
 * what two people have changed in the same way. `undefined`: none.
 */
export function agreedSentence({ agreed = [] }: Drift): Sentence | undefined {
  const [first] = agreed;
  if (first === undefined) return undefined;
  const names = firstItems(agreed, NAMED).map(({ address, key }): Sentence => {
    const name = valueName(kindAt(address), key, undefined);
    const place = key[0] === 'entry' ? `${address}/${key[1]}` : address;
    return say`${{ theirs: name }} (${{ theirs: place }})`;
  });
  const more = agreed.length - names.length;
  const all = more > 0 ? [...names, [counted(more, 'other')]] : names;
  return say`${counted(agreed.length, 'value')} changed on the service ${agreed.length === 1 ? 'is' : 'are'} in the
    files now, for example after a pull: ${listedTokens(all)}.`;
}
