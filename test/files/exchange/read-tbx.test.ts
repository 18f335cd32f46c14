import { expect, test } from 'vitest';
import { readTermbase } from '../../../src/files/exchange/read/read-termbase.ts';

function read(xml: string | Uint8Array) {
  const bytes = typeof xml === 'string' ? new TextEncoder().encode(xml) : xml;
  const { value, format, losses, findings } = readTermbase({ bytes, file: 't.tbx' });
  return {
    format,
    concepts: [...(value?.concepts ?? [])].map(({ line, ...concept }) => concept),
    losses: losses.map(({ kind, name, count }) => `${kind} ${name} ${count}`),
    findings: findings.map(({ code, at, details }) =>
      `${at.line}:${at.column} ${code} ${details.what ?? details.found ?? ''}`.trim(),
    ),
  };
}

const v3 = (body: string): string =>
  `<tbx type="TBX-Basic" style="dca" xmlns="urn:iso:std:iso:30042:ed-2"><text><body>${body}</body></text></tbx>`;

test('UTF-16 and a declared encoding are read', () => {
  const xml = v3('<conceptEntry><langSec xml:lang="de"><termSec><term>Tür</term></termSec></langSec></conceptEntry>');
  const german = [{ terms: [{ language: 'de', text: 'Tür' }] }];
  expect(read(new Uint8Array(Buffer.from(`\ufeff${xml}`, 'utf16le'))).concepts).toEqual(german);
  const bigEndian = Buffer.from(`\ufeff${xml}`, 'utf16le').swap16();
  expect(read(new Uint8Array(bigEndian)).concepts).toEqual(german);
  const latin1 = new Uint8Array(Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${xml}`, 'latin1'));
  expect(read(latin1).concepts).toEqual(german);
});

test('a concept within a concept is another one, and both are read', () => {
  const entry = (text: string, more = '') =>
    `<conceptEntry><langSec xml:lang="de"><termSec><term>${text}</term></termSec></langSec>${more}</conceptEntry>`;
  const { concepts, findings } = read(v3(entry('Tür', entry('Tor'))));
  expect(concepts.flatMap(({ terms }) => terms.map(({ text }) => text))).toEqual(['Tür', 'Tor']);
  expect(findings).toEqual([]);
});

test('a document that is too deep is refused', () => {
  const deep = v3(`${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`);
  expect(read(deep).findings).toEqual([expect.stringMatching(/import-xml more than 100 elements deep/)]);
});
