import type { LedgerNote } from './ledger.ts';

/** One line, without anything that could steer a terminal or begin another fact. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

const PREFIX = 'Lexform-';

/** A note as the message of a commit: the summary, and the facts as trailers. */
export function noteText({ summary, facts }: LedgerNote): string {
  const trailers = facts.map(([name, value]) => `${PREFIX}${name}: ${oneLine(value)}`);
  return [oneLine(summary), ...(trailers.length === 0 ? [] : ['', ...trailers]), ''].join('\n');
}

/** A message as a note. Lines that are no facts of the tool are passed over: people may write commits too. */
export function parseNote(message: string): LedgerNote {
  const [summary = '', ...lines] = message.split('\n');
  const facts = lines.flatMap((line): readonly (readonly [string, string])[] => {
    const found = /^Lexform-([A-Za-z-]+): (.*)$/.exec(line);
    return found?.[1] !== undefined ? [[found[1], found[2] ?? '']] : [];
  });
  return { summary, facts };
}
