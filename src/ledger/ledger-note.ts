import type { LedgerNote } from './ledger.ts';

/** One line that can neither control a terminal nor begin another fact. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

const PREFIX = 'Lexform-';

/** The message of a commit for a note: the summary, then the facts as trailers. */
export function noteText({ summary, facts }: LedgerNote): string {
  const trailers = facts.map(([name, value]) => `${PREFIX}${name}: ${oneLine(value)}`);
  return [oneLine(summary), ...(trailers.length === 0 ? [] : ['', ...trailers]), ''].join('\n');
}

/** Parses the message of a commit. Lines that are not facts of Lexform are ignored, because people may also commit. */
export function parseNote(message: string): LedgerNote {
  const [summary = '', ...lines] = message.split('\n');
  const facts = lines.flatMap((line): readonly (readonly [string, string])[] => {
    const found = /^Lexform-([A-Za-z-]+): (.*)$/.exec(line);
    return found?.[1] !== undefined ? [[found[1], found[2] ?? '']] : [];
  });
  return { summary, facts };
}
