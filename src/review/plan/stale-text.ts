import type { StaleValue } from '../../change/stale-detail.ts';
import { kindAt } from '../../kinds/registry.ts';
import { operationText } from '../../kinds/words.ts';
import type { Address } from '../../model/resources/address.ts';
import type { ConfigDiff } from '../../plan/diff/diff-ledgers.ts';
import type { StaleOutcome } from '../../plan/outcome.ts';
import { visible } from '../format/escape.ts';
import { type Sentence, say } from '../format/sentence.ts';
import {
  counted,
  firstItems,
  firstOf,
  groupedDigits,
  indented,
  linesOf,
  plural,
  withLineEnds,
} from '../format/text.ts';
import { sideText, valueTitle } from '../values/value-words.ts';

/** Maximum number of values that are listed for one call; the others are counted. */
const SHOWN = 10;

/** Maximum number of characters of one value, because a prompt may be long. */
const VALUE_MAX_CHARS = 200;

/** One value on its three sides. `is`: the word before the third side; default: the present value of the service. */
function valueText(address: Address, value: StaleValue, inPair: boolean, is = 'now'): string {
  const kind = kindAt(address);
  const options = { inPair, maxChars: VALUE_MAX_CHARS };
  const [from, to, now] = (['from', 'to', 'now'] as const).map((side) => sideText(kind, value, side, options));
  const title = valueTitle(kind, value, options);
  if (!value.planned) return `${title}: not in the plan, was ${from}, now ${now}`;
  const done = JSON.stringify(value.now) === JSON.stringify(value.to) ? ' (as planned)' : '';
  return `${title}: planned ${from} → ${to}, ${is} ${now}${done}`;
}

const isGone = ({ now, operation }: StaleOutcome): boolean => now === 'absent' && operation.pre !== 'absent';

/** True if a call concerns one dictionary, which the reader knows. */
const isInPair = ({ operation }: StaleOutcome): boolean =>
  operation.touches.some(([part, pair]) => part === 'entry' && pair !== undefined);

/** The sentence about further differences: a plan contains only the values that it changes. */
function beyond({ detail: { size } }: StaleOutcome): string {
  const sizes =
    size === undefined ? '' : ` (of ${groupedDigits(size.from)} values then, ${groupedDigits(size.now)} now)`;
  return `more has changed that neither the plan nor the ledger records${sizes}; "lexform drift" shows what differs`;
}

/** The summary for a call whose part has changed; the differences follow. */
export function staleHead(outcome: StaleOutcome): string {
  const { count } = outcome.detail;
  const what = isGone(outcome) ? 'it no longer exists on the service' : 'it has changed since the plan was made';
  return count === 0 ? what : `${what}, in ${counted(count, 'place')}:`;
}

/**
 * The differences on three sides: before the plan, after the plan, and now. Only a few lines, but the numbers count all
 * differences.
 */
export function staleLines(outcome: StaleOutcome): readonly string[] {
  const { values, count, complete } = outcome.detail;
  const shown = firstItems(values, SHOWN, count);
  const more = count - shown.length;
  return linesOf(
    shown.map((value) => valueText(outcome.address, value, isInPair(outcome))),
    more > 0 && `… and ${groupedDigits(more)} more`,
    !complete && beyond(outcome),
  );
}

/** Like `staleLines`, in one line and with the first value only. */
export function staleSentence(outcome: StaleOutcome): Sentence {
  const { values, count, complete } = outcome.detail;
  const [first] = values;
  // The direction marks are set again around the whole.
  const text = first && valueText(outcome.address, first, isInPair(outcome)).replaceAll('\u200e', '');
  const value = text === undefined ? '' : say` ${{ theirs: text, max: 300 }}`;
  const more = count > 1 ? `; and ${groupedDigits(count - 1)} more` : '';
  return say`${staleHead(outcome)}${value}${more}${complete ? '' : `; ${beyond(outcome)}`}`;
}

/**
 * The three sides in the form for documents: the digests of the part, and its values. User text is never used as a key.
 */
export const staleSides = ({ operation, now, detail }: StaleOutcome) => ({
  plannedFrom: operation.pre,
  plannedTo: operation.post,
  now,
  differences: detail,
});

/**
 * The parts of a plan that no longer match the service, for a refusal before the first call. `undefined`: the service
 * could not be read.
 */
export function staleRefusal(stale: readonly StaleOutcome[] | undefined): string {
  if (stale === undefined) return 'The service could not be read now.\n';
  if (stale.length === 0)
    return 'Everything that the plan changes is as it was when the plan was made, or already as planned.\n';
  return withLineEnds([
    `On the service, ${counted(stale.length, 'part')} of the plan ${plural(stale.length, 'has', 'have')} changed ` +
      'since the plan was made:',
    ...firstOf(
      stale,
      SHOWN,
      (outcome) => [
        `  ${visible(outcome.address)}: ${operationText(outcome.operation)}: ${staleHead(outcome)}`,
        ...indented(staleLines(outcome), 4),
      ],
      (count) => `  … and ${counted(count, 'more part')}`,
    ),
  ]);
}

/** The differences between a saved plan and the present files; empty if the values of the plan match. */
export const wishedText = (wished: readonly ConfigDiff[]): string =>
  withLineEnds(
    firstOf(
      wished,
      SHOWN,
      ({ address, values, count }) => {
        const shown = firstItems(values, SHOWN, count).map((value) =>
          valueText(address, value, false, 'the files ask for'),
        );
        const more = count - shown.length;
        const lines = linesOf(shown, more > 0 && `… and ${groupedDigits(more)} more`);
        return lines.map((line) => `  ${visible(address)}: ${line}`);
      },
      (count) => `  … and ${counted(count, 'more resource')}`,
    ),
  );
