import { describe, expect, test } from 'vitest';
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

const v2 = (body: string): string =>
  `<?xml version="1.0"?>\n<!DOCTYPE martif SYSTEM "TBXcoreStructV02.dtd">\n<martif type="TBX" xml:lang="en"><text><body>${body}</body></text></martif>`;
const v3 = (body: string, attributes = 'style="dca"'): string =>
  `<tbx type="TBX-Basic" ${attributes} xmlns="urn:iso:std:iso:30042:ed-2"><text><body>${body}</body></text></tbx>`;

const HOUSE = {
  id: 'c1',
  terms: [
    {
      language: 'en',
      text: 'house',
      partOfSpeech: 'noun',
      status: 'preferred',
      definition: 'A building.',
      note: 'Ours',
    },
    { language: 'de', text: 'Haus', definition: 'Ein Gebäude.', note: 'Ours\nTheirs' },
  ],
};

describe('both versions and both styles say the same', () => {
  const status = 'preferredTerm-admn-sts';
  test('version 2, tig', () => {
    const xml = v2(
      `<termEntry id="c1"><descrip type="definition">A building.</descrip><note>Ours</note>` +
        `<langSet xml:lang="en"><tig><term>house</term><termNote type="partOfSpeech">noun</termNote><termNote type="administrativeStatus">${status}</termNote></tig></langSet>` +
        `<langSet xml:lang="de"><descripGrp><descrip type="definition">Ein Gebäude.</descrip></descripGrp><tig><term>Haus</term><note>Theirs</note></tig></langSet></termEntry>`,
    );
    expect(read(xml)).toEqual({ format: 'tbx', concepts: [HOUSE], losses: [], findings: [] });
  });

  test('version 2, ntig', () => {
    const xml = v2(
      `<termEntry id="c1"><descripGrp><descrip type="definition">A building.</descrip></descripGrp><note>Ours</note>` +
        `<langSet xml:lang="EN"><ntig><termGrp><term>house</term><termNoteGrp><termNote type="partOfSpeech">noun</termNote></termNoteGrp><termNote type="administrativeStatus">${status}</termNote></termGrp></ntig></langSet>` +
        `<langSet xml:lang="de"><descrip type="definition">Ein Gebäude.</descrip><ntig><termGrp><term>Haus</term></termGrp><note>Theirs</note></ntig></langSet></termEntry>`,
    );
    expect(read(xml).concepts).toEqual([HOUSE]);
  });

  test('version 3, categories as attributes and as elements', () => {
    const of = (definition: (text: string) => string, pos: string, admin: string): string =>
      `<conceptEntry id="c1">${definition('A building.')}<note>Ours</note><langSec xml:lang="en"><termSec><term>house</term>${pos}${admin}</termSec></langSec>` +
      `<langSec xml:lang="de">${definition('Ein Gebäude.')}<termSec><term>Haus</term><note>Theirs</note></termSec></langSec></conceptEntry>`;
    const dca = of(
      (text) => `<descrip type="definition">${text}</descrip>`,
      '<termNote type="partOfSpeech">noun</termNote>',
      `<termNote type="administrativeStatus">${status}</termNote>`,
    );
    const dct = of(
      (text) => `<basic:definition>${text}</basic:definition>`,
      '<min:partOfSpeech>noun</min:partOfSpeech>',
      `<min:administrativeStatus>${status}</min:administrativeStatus>`,
    );
    expect(read(v3(dca)).concepts).toEqual([HOUSE]);
    expect(read(v3(dct, 'style="dct" xmlns:min="m" xmlns:basic="b"')).concepts).toEqual([HOUSE]);
  });

  test('UTF-16 and a declared encoding are read', () => {
    const xml = v3('<conceptEntry><langSec xml:lang="de"><termSec><term>Tür</term></termSec></langSec></conceptEntry>');
    const german = [{ terms: [{ language: 'de', text: 'Tür' }] }];
    expect(read(new Uint8Array(Buffer.from(`\ufeff${xml}`, 'utf16le'))).concepts).toEqual(german);
    const latin1 = new Uint8Array(Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${xml}`, 'latin1'));
    expect(read(latin1).concepts).toEqual(german);
  });
});

describe('what no column holds is counted by its name', () => {
  test('elements, markup, links, a definition that nothing uses, and a second status', () => {
    const xml = v3(
      '<conceptEntry id="c1"><descrip type="subjectField">law</descrip><descrip type="definition">unused</descrip><ref type="crossReference" target="c2"/>' +
        '<langSec xml:lang="en"><descrip type="definition">Used.</descrip><termSec><term>big <hi>house</hi></term>' +
        '<termNote type="administrativeStatus">admitted</termNote><termNote type="processStatus">finalized</termNote><transacGrp><transac type="transactionType">origination</transac><date>2020-01-01</date></transacGrp></termSec></langSec></conceptEntry>' +
        '<conceptEntry id="c2"><langSec xml:lang="en"/></conceptEntry>',
    );
    expect(read(xml)).toEqual({
      format: 'tbx',
      concepts: [{ id: 'c1', terms: [{ language: 'en', text: 'big house', status: 'admitted', definition: 'Used.' }] }],
      losses: [
        'element descrip subjectField 1',
        'element ref crossReference 1',
        'element hi 1',
        'element termNote processStatus 1',
        'element transac transactionType 1',
        'element date 1',
        'element descrip definition 1',
        'no-term c2 1',
      ],
      findings: [],
    });
  });

  test('a code of a language that no column can have, and one that means another', () => {
    const term = (language: string): string =>
      `<langSec xml:lang="${language}"><termSec><term>t-${language}</term></termSec></langSec>`;
    const xml = v3(
      `<conceptEntry id="c">${['note', '', 'no', 'id', 'zh_hans', 'la'].map(term).join('')}</conceptEntry>`,
    );
    const { concepts, losses } = read(xml);
    expect(concepts[0]?.terms.map(({ language }) => language)).toEqual(['nb', 'id', 'zh', 'la']);
    expect(losses).toEqual(['no-language note 1', 'no-language  1', 'language no → nb 1', 'language zh-Hans → zh 1']);
  });

  test('a status that nobody knows stops the import, with its place', () => {
    const xml = v3(
      '<conceptEntry>\n<langSec xml:lang="en"><termSec><term>a</term><termNote type="administrativeStatus">whatever</termNote></termSec></langSec></conceptEntry>',
    );
    expect(read(xml).findings).toEqual(['2:85 import-status-unknown whatever']);
  });
});

describe('hostile files', () => {
  test('entities are not expanded, inside or outside of the file', () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE martif [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><martif><text><body><termEntry><langSet xml:lang="en"><tig><term>&b;</term></tig></langSet></termEntry></body></text></martif>`;
    expect(read(bomb).findings).toEqual([expect.stringMatching(/import-xml undefined entity/)]);
    const outside = bomb.replace('<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">', '<!ENTITY b SYSTEM "file:///etc/passwd">');
    expect(read(outside).findings).toEqual([expect.stringMatching(/import-xml undefined entity/)]);
  });

  test('a document that is too deep is refused', () => {
    const deep = v3(`${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`);
    expect(read(deep).findings).toEqual([expect.stringMatching(/import-xml more than 100 elements deep/)]);
  });

  test('names of properties of objects are names like any other', () => {
    const xml = v3(
      '<conceptEntry id="__proto__"><constructor>x</constructor><langSec xml:lang="en"><termSec><term>__proto__</term><termNote type="toString">y</termNote></termSec></langSec></conceptEntry>',
    );
    expect(read(xml)).toMatchObject({
      concepts: [{ id: '__proto__', terms: [{ language: 'en', text: '__proto__' }] }],
      losses: ['element constructor 1', 'element termNote toString 1'],
    });
  });

  test('what is no XML is refused with its place, whatever it is', () => {
    for (const [xml, finding] of [
      ['<martif><text></martif>', /^1:\d+ import-xml unexpected close tag/],
      ['<martif>', /^1:\d+ import-xml unclosed tag/],
      ['<?xml version="1.0" encoding="klingon"?><martif/>', /^1:1 import-encoding$/],
      ['<?xml version="1.0"?><svg/>', /^1:1 import-not-tbx$/],
    ] as const)
      expect(read(xml).findings).toEqual([expect.stringMatching(finding)]);
    const broken = Uint8Array.from('<martif><text>\u00ff\u00fe</text></martif>', (character) =>
      character.charCodeAt(0),
    );
    expect(read(broken).findings).toEqual([expect.stringMatching(/import-encoding-differs/)]);
  });
});
