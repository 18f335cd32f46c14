import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { errorAt, type Finding, topOf } from '../../../model/finding.ts';

/** Deeper documents are refused. Formats for terms are nested about ten levels deep. */
const DEPTH_MAX = 100;

/** Number of bytes that are decoded and parsed in one step. */
const CHUNK_BYTES = 64 * 1024;

export interface XmlTag {
  /** Without its prefix. */
  readonly name: string;
  /** By their names with their prefixes. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** Place of the parser: after the tag or text that it reports. */
export type XmlPlace = () => { readonly line: number; readonly column: number };

export interface XmlHandlers {
  readonly open: (tag: XmlTag, place: XmlPlace) => void;
  /** The name without its prefix. */
  readonly close: (name: string) => void;
  /** A part of the text of the element opened last. Entities and CDATA are resolved. */
  readonly text: (text: string) => void;
  /** True: the rest of the document is not needed. Absent: all of it is. */
  readonly isDone?: () => boolean;
}

export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The encoding of a document, by its byte order mark or its declaration. */
function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const head = String.fromCharCode(...bytes.subarray(0, 200));
  const [, named = 'utf-8'] =
    /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(head) ?? [];
  return named;
}

type Decoder = InstanceType<typeof TextDecoder>;

/** A decoder that fails on invalid bytes; `undefined` for an unknown encoding. */
function decoderOf(encoding: string): Decoder | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    return undefined;
  }
}

/**
 * Reads an XML document event by event, without keeping it. Only the five entities of XML and character references are
 * expanded; nothing outside the document is read. Returns the first fault, or `undefined`.
 */
export function readXml(bytes: Uint8Array, file: string, handlers: XmlHandlers): Finding | undefined {
  const encoding = encodingOf(bytes);
  const decoder = decoderOf(encoding);
  if (decoder === undefined) return errorAt('import-encoding', topOf(file), { encoding });
  let fault: Finding | undefined;
  let depth = 0;
  const parser = new SaxesParser({});
  const position: XmlPlace = () => ({ line: parser.line, column: parser.columnIndex + 1 });
  const place = () => ({ file, ...position() });
  parser.on('error', ({ message }) => {
    fault ??= errorAt('import-xml', place(), { what: message.replace(/^\d+:\d+: /, '') });
  });
  parser.on('opentag', (tag: SaxesTagPlain) => {
    depth += 1;
    if (depth > DEPTH_MAX) fault ??= errorAt('import-xml', place(), { what: `more than ${DEPTH_MAX} elements deep` });
    const { name, attributes } = tag;
    if (fault === undefined) handlers.open({ name: localName(name), attributes }, position);
  });
  parser.on('closetag', ({ name }: SaxesTagPlain) => {
    depth -= 1;
    if (fault === undefined) handlers.close(localName(name));
  });
  const text = (part: string): void => {
    if (fault === undefined) handlers.text(part);
  };
  parser.on('text', text);
  parser.on('cdata', text);
  const isDone = (): boolean => handlers.isDone?.() === true;
  const isDecoded = decodeInto(bytes, decoder, (part) => {
    parser.write(part);
    return fault === undefined && !isDone();
  });
  if (!isDecoded) return errorAt('import-encoding-differs', { ...place(), column: 1 }, { encoding });
  if (fault === undefined && !isDone()) parser.close();
  return fault;
}

/** Passes a text part by part until `take` returns false. Returns false if the bytes do not fit the encoding. */
function decodeInto(bytes: Uint8Array, decoder: Decoder, take: (part: string) => boolean): boolean {
  try {
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
      if (!take(decoder.decode(bytes.subarray(at, at + CHUNK_BYTES), { stream: true }))) return true;
    take(decoder.decode());
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
