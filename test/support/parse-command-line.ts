import type { Command } from 'commander';
import { makeProgram, programTable } from '../../src/shells/cli/program.ts';

/** The words of a command line as a shell splits them, up to a pipe, a redirection, `&&` or a comment. */
export function shellWords(line: string): readonly string[] {
  const words: string[] = [];
  for (const [word] of line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)) {
    if (/^(?:\||>>?|&&|#.*)$/.test(word)) break;
    words.push(word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
  }
  return words;
}

/** What the real parser says against a command line without its `lexform`; nothing when it chooses a command. */
export function parserComplaint(words: readonly string[]): string | undefined {
  let [chosen, said] = [false, ''];
  const program = makeProgram(() => {
    chosen = true;
  });
  const writeErr = (text: string): void => {
    said += text;
  };
  const quiet = (command: Command): void => {
    command.exitOverride().configureOutput({ writeOut: () => undefined, writeErr });
    for (const child of command.commands) quiet(child);
  };
  quiet(program);
  try {
    program.parse([...words], { from: 'user' });
  } catch (error) {
    if ((error as { readonly exitCode?: number }).exitCode === 0) return undefined;
    return said === '' ? String(error) : said;
  }
  return chosen ? undefined : 'no command was chosen';
}

/** The command table, hidden commands left out. */
export const COMMANDS = programTable();
