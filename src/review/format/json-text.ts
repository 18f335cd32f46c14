/**
 * Characters that a terminal could obey, or that hide; and the `#` before a command of a CI system, which counts
 * anywhere in a line.
 */
const UNSAFE =
  /[\u007f-\u009f\u2028\u2029]|\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Co}|(?<=#)#(?=\[|[vV][sS][oO]\[|[tT][eE][aA][mM][cC][iI][tT][yY]\[)/gu;

/** What any text with one of those has. Most text has none of this, and to look for it takes a tenth of the time. */
const MAY_BE_UNSAFE = /[^\n\x20-\x7e\xa1-\xac\xae-\u02ff]|##/;

const escapes = (text: string): string =>
  [...Array(text.length).keys()].map((index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`).join('');

const safe = (text: string): string => (MAY_BE_UNSAFE.test(text) ? text.replace(UNSAFE, escapes) : text);

const safeJson = (value: unknown, spaces?: number): string => `${safe(JSON.stringify(value, null, spaces))}\n`;

/**
 * A value as one JSON document with a line end, two spaces deep: the same value, the same bytes. What is unsafe in a
 * log is written as `\uXXXX`, which reads back as the same text; all of it stands in strings, since JSON itself has no
 * such character.
 */
export const jsonText = (value: unknown): string => safeJson(value, 2);

/** The same as one line. */
export const jsonLine = (value: unknown): string => safeJson(value);

const ITEMS = Symbol('items');

/** A list in a document, of which each item is made when it is written. */
export interface JsonItems {
  readonly [ITEMS]: () => Iterable<unknown>;
}

const isItems = (value: unknown): value is JsonItems => typeof value === 'object' && value !== null && ITEMS in value;

export const jsonItems = <Item>(items: Iterable<Item>, made: (item: Item) => unknown): JsonItems => ({
  *[ITEMS]() {
    for (const item of items) yield made(item);
  },
});

/** The parts of an object or a list, with what stands between them. */
function* partsOf(
  [open, close]: readonly [open: string, close: string],
  indent: string,
  parts: Iterable<readonly [head: string, value: unknown]>,
): Generator<string, void, undefined> {
  let isFirst = true;
  for (const [head, value] of parts) {
    yield `${isFirst ? open : ','}\n${indent}  ${head}`;
    isFirst = false;
    yield* valuePieces(value, `${indent}  `);
  }
  yield isFirst ? `${open}${close}` : `\n${indent}${close}`;
}

function* membersOf(value: object): Generator<readonly [string, unknown]> {
  for (const [key, member] of Object.entries(value))
    if (member !== undefined) yield [`${safe(JSON.stringify(key))}: `, member];
}

function* headless(items: Iterable<unknown>): Generator<readonly [string, unknown]> {
  for (const item of items) yield ['', item];
}

const hasItems = (value: object): boolean => Object.values(value).some((member) => isItems(member));

/** A value that holds lists of items in pieces; any other as one. */
function* valuePieces(value: unknown, indent: string): Generator<string, void, undefined> {
  if (isItems(value)) yield* partsOf(['[', ']'], indent, headless(value[ITEMS]()));
  else if (typeof value === 'object' && value !== null && hasItems(value))
    yield* partsOf(['{', '}'], indent, membersOf(value));
  else yield safe(JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`));
}

function* allMembers(value: object, last: () => object): Generator<readonly [string, unknown]> {
  yield* membersOf(value);
  yield* membersOf(last());
}

/**
 * The same document as `jsonText` makes of an object, in pieces. Lists of `jsonItems` may stand in the object or in
 * their items. `last`: further members, which it makes when all others are written.
 */
export function* jsonPieces(value: object, last: () => object = () => ({})): Generator<string, void, undefined> {
  yield* partsOf(['{', '}'], '', allMembers(value, last));
  yield '\n';
}
