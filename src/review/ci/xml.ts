import { codePoint } from '../format/escape.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Characters that XML 1.0 cannot represent, and white space that an attribute would lose. */
const NOT_XML = /[\u0000-\u001f\u007f-\u009f\ufffe\uffff]|\p{Cs}/gu;

/**
 * Text for an element or an attribute: markup is escaped, and characters that are not allowed in XML are replaced by
 * their number. Line ends stay.
 */
export const xmlText = (text: string): string =>
  text
    .replace(NOT_XML, (found) => (found === '\n' ? found : codePoint(found)))
    .replace(/[&<>"']/g, (found) => ENTITIES[found] ?? '');

/**
 * A start tag with attributes, without angle brackets: `testcase name="…"`. An attribute that is `undefined` is left
 * out.
 */
export const tag = (name: string, attributes: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .reduce((open, [key, value]) => `${open} ${key}="${xmlText(String(value)).replaceAll('\n', '&#10;')}"`, name);
