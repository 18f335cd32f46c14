import { visible } from '../../review/format/escape.ts';

const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** The runner shows the type of an annotation, so a message that begins with it would say it twice. */
const withoutType = (text: string, type: string): string =>
  text.replace(/^(error|warning|note|notice): /gm, (start, word: string) => (word === type ? '' : start));

/**
 * A command of the runner, with its line end. What hides in the text is written as a number; line ends stay inside of
 * the command.
 */
export const commandLine = (name: 'error' | 'warning' | 'notice' | 'group' | 'endgroup', text = ''): string =>
  `::${name}::${data(withoutType(text, name).split('\n').map(visible).join('\n'))}\n`;

/**
 * Hides a value in every later line of the log. The value goes to the runner as it is, and the runner shows no line of
 * this kind.
 */
export const maskLine = (value: string): string => `::add-mask::${data(value)}\n`;

/** Between these two lines the runner obeys nothing. `token`: unguessable, so that no text in between can end it. */
export const stopLine = (token: string): string => `::stop-commands::${token}\n`;
export const resumeLine = (token: string): string => `::${token}::\n`;

/**
 * Text of a run for the log, line by line. It has been made visible by whoever wrote it; this holds the line ends and
 * the markers of commands in it once more, since the runner finds `##[` anywhere, and a lone carriage return begins a
 * line for it.
 */
export const workflowLogText = (text: string): string =>
  text
    .replace(/\r(?!\n)/g, '⏎')
    .replace(/##(?=\[|vso\[)/gi, '# #')
    .replace(/^(\p{White_Space}*):(?=:)/gmu, '$1: ');
