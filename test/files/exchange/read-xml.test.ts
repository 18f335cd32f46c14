import { expect, test } from 'vitest';
import { readXml, type XmlHandlers } from '../../../src/files/exchange/read/read-xml.ts';

/** More than what is read in one step. */
const LONG = 'x'.repeat(200_000);

/** What is read of a document: the tags and the characters, and the fault. `last`: the element after which it ends. */
function read(document: string | Uint8Array, last?: string) {
  const opened: string[] = [];
  let [characters, isDone] = [0, false];
  const handlers: XmlHandlers = {
    open: ({ name }) => opened.push(name),
    close: (name) => {
      isDone ||= name === last;
    },
    text: (part) => {
      characters += part.length;
    },
    isDone: () => isDone,
  };
  const bytes = typeof document === 'string' ? new TextEncoder().encode(document) : document;
  const fault = readXml(bytes, 'a.xml', handlers);
  return { opened, characters, fault: fault && [fault.code, fault.at.line, fault.details?.what] };
}

const bytesOf = (text: string, ...more: readonly number[]): Uint8Array =>
  new Uint8Array([...new TextEncoder().encode(text), ...more]);

test('a document is read to its end', () => {
  expect(read(`<a><b>${LONG}</b><c/></a>`)).toEqual({ opened: ['a', 'b', 'c'], characters: 200_000, fault: undefined });
  expect(read('<a><b></b>').fault).toEqual(['import-xml', 1, 'unclosed tag: a']);
});

test('the rest of a document that is not needed is neither read nor checked', () => {
  expect(read(`<a><b/>${LONG}<c/>`, 'b')).toMatchObject({ opened: ['a', 'b'], fault: undefined });
  expect(read(bytesOf(`<a><b/>${LONG}`, 0xff), 'b').fault).toBeUndefined();
});

test('after the first fault, nothing else is read', () => {
  expect(read(`<a>\n</b>${LONG}<c/>`)).toEqual({
    opened: ['a'],
    characters: 1,
    fault: ['import-xml', 2, 'unexpected close tag.'],
  });
  expect(read(bytesOf(`<a></b>${LONG}`, 0xff)).fault?.[0]).toBe('import-xml');
});

test('bytes that do not fit the encoding are a fault, also in the last step', () => {
  expect(read(bytesOf(`<a>${LONG}`, 0xff)).fault?.[0]).toBe('import-encoding-differs');
  expect(read(bytesOf('<a/>', 0xc3)).fault?.[0]).toBe('import-encoding-differs');
});
