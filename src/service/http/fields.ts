import { badRequest } from './answer.ts';

/** The fields of a JSON object, or of a form. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The body as an object, or a refusal. */
export function objectBody(body: unknown): Fields {
  if (isFields(body)) return body;
  throw badRequest('The body must be a JSON object');
}

/**
 * Half of a surrogate pair is not a character. It cannot be written as UTF-8, so the stored text would differ from the
 * sent text.
 */
export function checkedUnicode(text: string, where: string): string {
  if (/\p{Surrogate}/u.test(text)) throw badRequest(`${where} contains half of a surrogate pair`);
  return text;
}

/** An own field; `undefined` when it is not there. */
export const ownField = (object: Fields, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/** A field that must be a text. */
export function textField(object: Fields, name: string, where = name): string {
  const value = ownField(object, name);
  if (typeof value === 'string') return checkedUnicode(value, where);
  throw badRequest(value === undefined ? `${where} is required` : `${where} must be a string`);
}

/**
 * Characters are code points. The length is checked first, because an array of a hundred million characters would fill
 * the memory.
 */
export const isLonger = (text: string, maxChars: number): boolean =>
  text.length > maxChars * 2 || [...text].length > maxChars;

/** Refuses a text that is empty, or that has more characters than are allowed. */
export function checkedLength(text: string, maxChars: number, where: string): string {
  if (text.trim() === '') throw badRequest(`${where} must not be empty`);
  if (isLonger(text, maxChars)) throw badRequest(`${where} may have at most ${maxChars} characters`);
  return text;
}
