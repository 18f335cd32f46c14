/**
 * Characters that a terminal could interpret, or that are invisible; and the `#` before a command of a CI system, which
 * is recognised anywhere in a line.
 */
const UNSAFE =
  /[\u007f-\u009f\u2028\u2029]|\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Co}|(?<=#)#(?=\[|[vV][sS][oO]\[|[tT][eE][aA][mM][cC][iI][tT][yY]\[)/gu;

/**
 * Matches every text with one of those characters. Most text does not match, and this test takes a tenth of the time.
 */
const MAY_BE_UNSAFE = /[^\n\x20-\x7e\xa1-\xac\xae-\u02ff]|##/;

const escapes = (text: string): string =>
  [...Array(text.length).keys()].map((index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`).join('');

const safe = (text: string): string => (MAY_BE_UNSAFE.test(text) ? text.replace(UNSAFE, escapes) : text);

const safeJson = (value: unknown, spaces?: number): string => `${safe(JSON.stringify(value, null, spaces))}\n`;

/**
 * A value as one JSON document with a line end, indented by two spaces: equal values give equal bytes. Characters that
 * are unsafe in a log are written as `\uXXXX`, which is read as the same text. They occur only in strings, because JSON
 * syntax has no such character.
 */
export const jsonText = (value: unknown): string => safeJson(value, 2);

/** A value as one line of JSON. */
export const jsonLine = (value: unknown): string => safeJson(value);

const ITEMS = Symbol('items');

/** Number of characters of short items that are joined to one piece. */
const ITEMS_AT_ONCE = 1 << 12;

/** A list in a document whose items are made while they are written. */
export interface JsonItems {
  readonly [ITEMS]: () => Iterable<unknown>;
}

const isItems = (value: unknown): value is JsonItems => typeof value === 'object' && value !== null && ITEMS in value;

export const jsonItems = <Item>(items: Iterable<Item>, asJson: (item: Item) => unknown): JsonItems => ({
  *[ITEMS]() {
    for (const item of items) yield asJson(item);
  },
});

/** The members of an object, with the characters between them. */
function* objectPieces(
  indent: string,
  members: Iterable<readonly [head: string, value: unknown]>,
): Generator<string, void, undefined> {
  let isFirst = true;
  for (const [head, value] of members) {
    yield `${isFirst ? '{' : ','}\n${indent}  ${head}`;
    isFirst = false;
    yield* valuePieces(value, `${indent}  `);
  }
  yield isFirst ? '{}' : `\n${indent}}`;
}

function* membersOf(value: object): Generator<readonly [string, unknown]> {
  for (const [key, member] of Object.entries(value))
    if (member !== undefined) yield [`${safe(JSON.stringify(key))}: `, member];
}

const hasItems = (value: object): boolean => Object.values(value).some((member) => isItems(member));

const isInPieces = (value: unknown): value is object =>
  isItems(value) || (typeof value === 'object' && value !== null && hasItems(value));

const wholeText = (value: unknown, indent: string): string =>
  safe(JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`));

/**
 * A list of items. Short items are joined, because single pieces for half a million items would take longer than their
 * text.
 */
function* itemPieces(items: Iterable<unknown>, indent: string): Generator<string, void, undefined> {
  const inner = `${indent}  `;
  let text = '';
  let isFirst = true;
  for (const item of items) {
    text += `${isFirst ? '[' : ','}\n${inner}`;
    isFirst = false;
    const isShort = !isInPieces(item);
    if (isShort) text += wholeText(item, inner);
    if (isShort && text.length < ITEMS_AT_ONCE) continue;
    yield text;
    text = '';
    if (!isShort) yield* valuePieces(item, inner);
  }
  yield isFirst ? '[]' : `${text}\n${indent}]`;
}

/** A value that contains lists of items, in pieces; any other value as one piece. */
function* valuePieces(value: unknown, indent: string): Generator<string, void, undefined> {
  if (isItems(value)) yield* itemPieces(value[ITEMS](), indent);
  else if (isInPieces(value)) yield* objectPieces(indent, membersOf(value));
  else yield wholeText(value, indent);
}

function* allMembers(value: object, last: () => object): Generator<readonly [string, unknown]> {
  yield* membersOf(value);
  yield* membersOf(last());
}

/**
 * The document that `jsonText` makes from an object, in pieces. The object and the items may contain lists of
 * `jsonItems`. `last`: further members, which are made after all others are written.
 */
export function* jsonPieces(value: object, last: () => object = () => ({})): Generator<string, void, undefined> {
  yield* objectPieces('', allMembers(value, last));
  yield '\n';
}
