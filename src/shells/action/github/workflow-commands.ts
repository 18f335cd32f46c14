import { visible } from '../../../review/format/escape.ts';

const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** The runner shows the type of an annotation, so the message must not begin with it. */
const withoutType = (text: string, type: string): string =>
  text.replace(/^(error|warning|note|notice): /gm, (start, word: string) => (word === type ? '' : start));

/** A command of the runner, with its line end. Invisible characters and line ends in the text are escaped. */
export const commandLine = (name: 'error' | 'warning' | 'notice' | 'group' | 'endgroup', text = ''): string =>
  `::${name}::${data(withoutType(text, name).split('\n').map(visible).join('\n'))}\n`;

/** Hides a value in every later line of the log. The runner does not show this line. */
export const maskLine = (value: string): string => `::add-mask::${data(value)}\n`;

/**
 * Between these two lines, the runner executes no commands. `token`: cannot be guessed, so that no text in between can
 * end the pause.
 */
export const stopLine = (token: string): string => `::stop-commands::${token}\n`;
export const resumeLine = (token: string): string => `::${token}::\n`;

/**
 * Text of a run for the log. Control characters are already escaped. This breaks up text that the runner would take for
 * a command: `##[` anywhere, and `::` at the start of a line, which for the runner may also follow a single carriage
 * return.
 */
export const workflowLogText = (text: string): string =>
  text
    .replace(/\r(?!\n)/g, '⏎')
    .replace(/##(?=\[|vso\[)/gi, '# #')
    .replace(/^([^\P{White_Space}\n\r\u2028\u2029]*):(?=:)/gmu, '$1: ');
