/**
 * From the `//` to the last `@` before the path: a password may contain an `@`. A user name without a password may be a
 * token.
 */
const CREDENTIALS = /:\/\/[^\s/'"]*@/g;

/** Text with `***` for the user and password of every address in it. */
export const redactUrl = (text: string): string => text.replace(CREDENTIALS, '://***@');
