export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Of the element itself. */
  readonly text: string;
}

const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Every character that XML 1.0 allows. */
const CHARS = /^[\u0009\u000a\u000d\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;

function decoded(text: string): string {
  if (/[<]|]]>/.test(text)) throw new Error(`markup in text: ${text}`);
  return text.replace(/&([^;]*)(;?)/g, (whole, name: string, end: string) => {
    const number = /^#(?:x([0-9a-fA-F]+)|(\d+))$/.exec(name);
    const found =
      number === null
        ? ENTITIES.get(name)
        : String.fromCodePoint(Number(number[1] === undefined ? number[2] : `0x${number[1]}`));
    if (end !== ';' || found === undefined || !CHARS.test(found)) throw new Error(`no such entity: ${whole}`);
    return found;
  });
}

/**
 * Reads the small part of XML 1.0 that a report may use, and throws at anything that is not well-formed or not in it:
 * comments, CDATA, doctypes.
 */
export function parseXml(document: string): XmlElement {
  if (!CHARS.test(document)) throw new Error('a character that XML does not have');
  const prolog = '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (!document.startsWith(prolog)) throw new Error('no prolog');
  let at = prolog.length;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const sticky = new RegExp(pattern.source, 'uy');
    sticky.lastIndex = at;
    const found = sticky.exec(document);
    if (found !== null) at = sticky.lastIndex;
    return found;
  };
  const element = (): XmlElement => {
    const name = take(/<([A-Za-z][A-Za-z0-9-]*)/)?.[1];
    if (name === undefined) throw new Error(`an element is needed at ${at}: ${document.slice(at, at + 40)}`);
    const attributes = new Map<string, string>();
    for (let found = take(/\s+([a-z]+)="([^"]*)"/); found !== null; found = take(/\s+([a-z]+)="([^"]*)"/)) {
      const [, key = '', value = ''] = found;
      if (attributes.has(key)) throw new Error(`${key} stands twice`);
      // White space of a value as it is would be read as a space.
      if (/[\t\n\r]/.test(value)) throw new Error(`white space that is lost in ${value}`);
      attributes.set(key, decoded(value));
    }
    if (take(/\s*\/>/) !== null) return { name, attributes, children: [], text: '' };
    if (take(/\s*>/) === null) throw new Error(`the tag does not end at ${at}: ${document.slice(at, at + 40)}`);
    const children: XmlElement[] = [];
    let text = '';
    for (;;) {
      text += decoded(take(/[^<]*/)?.[0] ?? '');
      if (document.startsWith('</', at)) break;
      children.push(element());
    }
    if (take(new RegExp(`</${name}>`)) === null) throw new Error(`${name} is not closed at ${at}`);
    return { name, attributes, children, text };
  };
  const root = element();
  if (document.slice(at).trim() !== '') throw new Error(`something follows the root: ${document.slice(at, at + 40)}`);
  return root;
}
