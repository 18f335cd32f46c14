/**
 * From the `//` to the last `@` before the path: a password may hold an `@` of its own. A name of a user alone may be
 * a token.
 */
const CREDENTIALS = /:\/\/[^\s/'"]*@/g;

/** Text with `***` for the user and password of every address in it. */
export const redactUrl = (text: string): string => text.replace(CREDENTIALS, '://***@');
