import { visible } from './escape.ts';

/** A word of a command line that a POSIX shell takes as it is. */
export const shellWord = (text: string): string =>
  /^[\w./@%+=:,-]+$/.test(text) ? text : `'${visible(text).replaceAll("'", `'\\''`)}'`;
