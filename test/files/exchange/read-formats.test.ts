import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { READ_FORMATS } from '../../../src/files/exchange/format-names.ts';
import { readTermbase, type TermbaseInput } from '../../../src/files/exchange/read/read-termbase.ts';
import type { ConceptTerm } from '../../../src/files/exchange/termbase.ts';
import { zip } from '../../shells/action/zip.ts';
import { runs } from '../../support/runs.ts';
import { xlsx } from './xlsx.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** `de Haus (noun, admitted; "definition"; note)`: a term in one line. */
const shown = ({ language, text, status, partOfSpeech, definition, note }: ConceptTerm): string =>
  [`${language} ${text}`, partOfSpeech, status, definition && `"${definition}"`, note && `// ${note}`]
    .filter((part) => part !== undefined)
    .join(' ');

/** What a file says: its format, its terms by concept, what is not kept, and the codes of its findings. */
function read(content: string | Uint8Array, more: Partial<TermbaseInput> = {}) {
  const bytes = typeof content === 'string' ? encode(content) : content;
  const { value, format, losses, findings } = readTermbase({ bytes, file: 'terms', ...more });
  return {
    format,
    concepts: [...(value?.concepts ?? [])].map(({ id, terms }) => [
      ...(id === undefined ? [] : [id]),
      ...terms.map(shown),
    ]),
    losses: losses.map(({ kind, name, count }) => `${kind} ${name} ${count}`),
    codes: findings.map(({ code }) => code),
  };
}

const UTF16 = (text: string): Uint8Array => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));

describe('each dialect of tables is recognised, and read by its own meaning', () => {
  const cases: readonly (readonly [
    format: string,
    content: string,
    more: Partial<TermbaseInput>,
    concepts: unknown,
    losses?: unknown,
  ])[] = [
    ['table', 'en;de;Wortart\nhouse;Haus;noun\n', {}, [['en house noun', 'de Haus noun']]],
    ['table', 'English\tGerman\nhouse\tHaus\n', {}, [['en house', 'de Haus']]],
    [
      'crowdin',
      'Term [en],Description [en],Part of Speech [en],Status [en],Gender [en],Term [de],Status [de]\n' +
        'house,A building.,noun,preferred,neuter,Haus,not recommended\n',
      {},
      [['en house noun preferred "A building."', 'de Haus deprecated']],
      ['column Gender [en] 1'],
    ],
    [
      'crowdin',
      'Term:English,Description:English,Part:English,Term:Chinese\nhouse,A building.,noun,房子\n',
      {},
      [['en house noun "A building."', 'zh 房子']],
    ],
    [
      'wordpress',
      'en,de,pos,description\nhouse,Haus,noun,A building.\n',
      {},
      [['en house noun "A building."', 'de Haus noun "A building."']],
    ],
    [
      'lokalise',
      'term;description;casesensitive;translatable;forbidden;tags;de;de_description\n' +
        'house;A building.;no;yes;no;;Haus;Ein Gebäude.\nAcme;;no;no;no;;;\nhut;;no;yes;yes;;Hütte;\n',
      { pair: { source: 'en', target: 'de' } },
      [
        ['en house "A building."', 'de Haus "Ein Gebäude."'],
        ['en Acme', 'de Acme'],
        ['en hut forbidden', 'de Hütte forbidden'],
      ],
      ['column casesensitive 3'],
    ],
    [
      'memoq',
      'Entry_ID,Entry_Subject,Entry_Note,English_Def,English,Term_Info,German,Term_Info,German,Term_Info\n' +
        '7,Building,Our note,A building.,house,CasePermissive,Haus,,Gebäude,Forbidden\n',
      {},
      [['7', 'en house "A building." // Our note', 'de Haus // Our note', 'de Gebäude forbidden // Our note']],
      ['column Entry_Subject 1', 'column Term_Info 2'],
    ],
    [
      'weblate',
      'location,source,target,id,fuzzy,context,translator_comments,developer_comments\n,house,Haus,,,"ui",,x\n',
      { pair: { source: 'en', target: 'de' } },
      [['en house // ui\nx', 'de Haus // ui\nx']],
    ],
    [
      'weblate',
      'source,target,context,fuzzy\nhouse,Haus,,\nhut,Hütte,,True\n',
      { pair: { source: 'en', target: 'de' } },
      [
        ['en house', 'de Haus'],
        ['en hut draft', 'de Hütte draft'],
      ],
      ['needs-editing  1'],
    ],
    [
      'transifex',
      'term,pos,comment,translation_de,comment_de\nhouse,noun,Ours,Haus,Unser\n',
      { columns: new Map([['term', 'en']]) },
      [['en house noun // Ours', 'de Haus noun // Unser']],
    ],
    [
      'pontoon',
      'Term,Part of speech,Definition,Usage,Translation\nhouse,noun,A building.,a red house,Haus\n',
      { pair: { source: 'en', target: 'de' } },
      [['en house noun "A building." // a red house', 'de Haus noun "A building." // a red house']],
    ],
    [
      'google',
      'en,de,fr,pos,description\nhouse,Haus,maison,noun,D\n',
      {},
      [['en house noun "D"', 'de Haus noun "D"', 'fr maison noun "D"']],
    ],
    ['google', 'house,Haus\n', { format: 'google', pair: { source: 'en', target: 'de' } }, [['en house', 'de Haus']]],
    ['amazon', 'en,de\nhouse,Haus\n', { format: 'amazon' }, [['en house', 'de Haus']]],
    ['deepl', 'house,Haus\n', { pair: { source: 'en', target: 'de' } }, [['en house', 'de Haus']]],
    [
      'deepl',
      '"CGU","AGB","FR","DE"\n"loi","Gesetz","FR","DE"\n',
      {},
      [
        ['fr CGU', 'de AGB'],
        ['fr loi', 'de Gesetz'],
      ],
    ],
    [
      'deepl',
      'a,b,en,de,3\nc,d,en,de,1\n',
      {},
      [
        ['en a', 'de b'],
        ['en c', 'de d'],
      ],
      ['column column 5 2'],
    ],
  ];
  for (const [format, content, more, concepts, losses = []] of cases)
    test(`${format}: ${JSON.stringify(content)}`, () => {
      expect(read(content, more)).toEqual({ format, concepts, losses, codes: [] });
    });

  test('every format of tables has a case', () => {
    const tried = new Set(cases.map(([format]) => format));
    expect(READ_FORMATS.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual(['tbx', 'xlsx']);
  });
});

describe('nothing of a table is lost without a word', () => {
  test('a column that looks like one of a language stops the import, one of a known word is counted', () => {
    expect(read('en,Ukranian,Category\nhouse,будинок,red\n').codes).toEqual(['import-column-unclear']);
    const columns = new Map([['Ukranian', 'uk']]);
    expect(read('en,Ukranian,Category\nhouse,будинок,red\n', { columns })).toMatchObject({
      concepts: [['en house', 'uk будинок']],
      losses: ['column Category 1'],
      codes: [],
    });
  });

  test('a status that nobody knows stops the import, and may be explained', () => {
    const csv = 'en,de,status\nhouse,Haus,freigegeben\nhut,Hütte,freigegben\nroof,Dach,Freigegeben\n';
    expect(read(csv).codes).toEqual(['import-status-unknown', 'import-status-unknown']);
    const statuses = new Map([
      ['freigegeben', 'approved'],
      ['freigegben', 'draft'],
    ] as const);
    expect(read(csv, { statuses }).concepts).toEqual([
      ['en house approved', 'de Haus approved'],
      ['en hut draft', 'de Hütte draft'],
      ['en roof approved', 'de Dach approved'],
    ]);
  });

  test('a header of "id" is a key at the left, and Indonesian among codes', () => {
    expect(read('id,en,de\n7,house,Haus\n').concepts).toEqual([['7', 'en house', 'de Haus']]);
    expect(read('en,de,id,it\nhouse,Haus,rumah,casa\n').concepts).toEqual([
      ['en house', 'de Haus', 'id rumah', 'it casa'],
    ]);
  });

  test('one variant counts for its base language, two keep their codes, and both are said', () => {
    expect(read('en-US,de\nhouse,Haus\n')).toMatchObject({
      concepts: [['en house', 'de Haus']],
      losses: ['language en-US → en 1'],
    });
    expect(read('en,pt_BR,pt-PT\nbus,ônibus,autocarro\n')).toMatchObject({
      concepts: [['en bus', 'pt-BR ônibus', 'pt-PT autocarro']],
      losses: [],
    });
  });

  test('terms that no dictionary may hold, repeated ones, stray cells and empty rows are named', () => {
    const csv = 'en,de\nhouse ,"Ha\nus"\nhouse,Haus,extra\n,\nx,x\n"",""\n';
    expect(read(csv)).toMatchObject({
      concepts: [['en house'], ['en house', 'de Haus'], ['en x', 'de x']],
      losses: ['trimmed house 1', 'cell-outside extra 1', 'term Ha\nus 1'],
    });
  });

  test('rows of one concept id are one concept', () => {
    expect(read('concept,en,de,status\nc1,house,Haus,\nc1,,Gebäude,admitted\n').concepts).toEqual([
      ['c1', 'en house', 'de Haus', 'de Gebäude admitted'],
    ]);
  });
});

describe('encodings', () => {
  test('UTF-16 of a spreadsheet is read, and others by their name', () => {
    expect(read(UTF16('en\tde\nhouse\tTür\n')).concepts).toEqual([['en house', 'de Tür']]);
    const latin1 = Uint8Array.from('en,de\ndoor,T\u00fcr\n', (character) => character.charCodeAt(0));
    expect(read(latin1).codes).toEqual(['import-not-utf-8']);
    expect(read(latin1, { encoding: 'windows-1252' }).concepts).toEqual([['en door', 'de Tür']]);
    const japanese = new Uint8Array([...encode('en,ja\nhouse,'), 0x89, 0xc6, 0x0a]);
    expect(read(japanese, { encoding: 'shift_jis' }).concepts).toEqual([['en house', 'ja 家']]);
  });

  test('bytes that the encoding does not have are refused, and not replaced', () => {
    const half = new Uint8Array([...UTF16('en\tde\nhouse\tTür\n'), 0x00, 0xd8]);
    expect(read(half).codes).toEqual(['import-encoding-differs']);
    const cut = new Uint8Array([...encode('en,ja\nhouse,'), 0x89, 0x0a]);
    expect(read(cut, { encoding: 'shift_jis' }).codes).toEqual(['import-encoding-differs']);
  });

  test('a byte order mark that contradicts the named encoding is refused', () => {
    for (const encoding of ['windows-1252', 'utf-16le', 'latin1'])
      expect(read('\ufeffen,de\ndoor,Tür\n', { encoding }).codes).toEqual(['import-encoding-mark']);
    expect(read(UTF16('en\tde\ndoor\tTür\n'), { encoding: 'windows-1252' }).codes).toEqual(['import-encoding-mark']);
    for (const encoding of ['utf-8', 'UTF8'])
      expect(read('\ufeffen,de\ndoor,Tür\n', { encoding }).concepts).toEqual([['en door', 'de Tür']]);
    expect(read(UTF16('en\tde\ndoor\tTür\n'), { encoding: 'utf-16' }).concepts).toEqual([['en door', 'de Tür']]);
  });

  test('a row that begins with # is a term, since no other system has comments', () => {
    expect(read('en,de\n#hashtag,Rautenwort\n# of users,Zahl\n').concepts).toEqual([
      ['en #hashtag', 'de Rautenwort'],
      ['en # of users', 'de Zahl'],
    ]);
  });
});

describe('XLSX', () => {
  const cell = (type: string, value: string, formula = '') => ({
    xml: (reference: string) =>
      `<c r="${reference}"${type === '' ? '' : ` t="${type}"`}>${formula === '' ? '' : `<f>${formula}</f>`}<v>${value}</v></c>`,
  });

  test('values are taken, formulas are not run, and numbers and errors are named', () => {
    const book = xlsx({
      Terms: [
        ['en', 'de'],
        ['house', cell('str', 'Haus', 'CONCATENATE(A1,A2)')],
        [cell('', '404'), 'Fehler 404'],
        ['hut', cell('e', '#NAME?')],
        [
          {
            xml: (reference) =>
              `<c r="${reference}" t="inlineStr"><is><r><t>in</t></r><r><t>line_x0041_</t></r><rPh><t>x</t></rPh></is></c>`,
          },
          'drin',
        ],
      ],
      Old: [['x']],
    });
    expect(read(book)).toEqual({
      format: 'xlsx (table)',
      concepts: [['en house', 'de Haus'], ['en 404', 'de Fehler 404'], ['en hut'], ['en inlineA', 'de drin']],
      losses: ['sheet Old 1', 'formula Haus 1', 'number 404 1', 'cell-error #NAME? 1'],
      codes: [],
    });
  });

  test('a part that claims 4 GB is refused before it is unpacked, and so is one that has more than it says', () => {
    const before = process.memoryUsage().rss;
    for (const size of [0xffff_ffff, 200 * 1024 * 1024]) {
      const archive = Buffer.from(xlsx({ Terms: [['en', 'de']] }));
      const entry = archive.indexOf('xl/workbook.xml', archive.indexOf('PK\u0001\u0002')) - 46;
      archive.writeUInt32LE(size, entry + 24);
      expect(read(new Uint8Array(archive)).codes).toEqual(['import-spreadsheet']);
    }
    // Ten megabytes of blanks, of which the directory says that they are one byte.
    const bomb = Buffer.from(zip({ 'xl/workbook.xml': ' '.repeat(10_000_000) }));
    bomb.writeUInt32LE(1, bomb.indexOf('PK\u0001\u0002') + 24);
    expect(read(new Uint8Array(bomb)).codes).toEqual(['import-spreadsheet']);
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024);
  });

  test('an archive that is cut, or that says anything of its places, is refused and nothing is thrown', () => {
    const book = xlsx({
      Terms: [
        ['en', 'de'],
        ['house', 'Haus'],
      ],
    });
    fc.assert(
      fc.property(fc.nat(book.length), fc.nat(255), (at, byte) => {
        const broken = Uint8Array.from(book);
        broken[at] = byte;
        expect(() => read(broken)).not.toThrow();
        expect(() => read(book.slice(0, at))).not.toThrow();
      }),
      { numRuns: runs(100) },
    );
  });

  test('the first sheet that is shown is read, or the one that is named', () => {
    const book = xlsx(
      {
        Hidden: [
          ['en', 'de'],
          ['a', 'b'],
        ],
        Shown: [
          ['en', 'fr'],
          ['c', 'd'],
        ],
      },
      { hidden: ['Hidden'] },
    );
    expect(read(book).concepts).toEqual([['en c', 'fr d']]);
    expect(read(book, { sheet: 'hidden' }).concepts).toEqual([['en a', 'de b']]);
    expect(read(book, { sheet: 'none' }).codes).toEqual(['import-sheet-missing']);
  });

  test('a cell that is shown as a date is read as one, whichever year the days are counted from', () => {
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="dd.mm.yyyy"/><numFmt numFmtId="165" formatCode="0.0 &quot;days&quot;"/>' +
      '</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>';
    const value = (style: number, days: string) => ({
      xml: (reference: string) => `<c r="${reference}" s="${style}"><v>${days}</v></c>`,
    });
    const rows = [
      ['en', 'de', 'note'],
      ['a', 'b', value(1, '46027')],
      ['c', 'd', value(2, '46027.604166666664')],
      ['e', 'f', value(3, '46027')],
      ['g', 'h', value(0, '46027')],
      ['i', 'j', value(1, '0.5')],
    ];
    const dated = (from1904: boolean) => {
      const { concepts, losses } = read(xlsx({ Terms: rows }, { styles, from1904 }));
      return [...concepts.map(([, term]) => String(term).split('// ')[1]), ...losses];
    };
    const numbers = ['46027', '46027', '0.5', 'number 46027 2', 'number 0.5 1'];
    expect(dated(false)).toEqual(['2026-01-05', '2026-01-05 14:30', ...numbers]);
    expect(dated(true)).toEqual(['2030-01-06', '2030-01-06 14:30', ...numbers]);
  });

  describe('a first sheet without a header of languages', () => {
    const COVER = [
      ['Terminologie der Acme AG', 'Stand: Mai'],
      ['Ansprechpartner', 'Mina'],
    ];
    const TERMS = [
      ['en', 'de'],
      ['house', 'Haus'],
    ];
    const pair = { source: 'en', target: 'de' };

    test('stops the import, also of a pair, and the sheet that has one is proposed', () => {
      const book = xlsx({ Deckblatt: COVER, Liste: TERMS, Alt: TERMS }, { hidden: ['Alt'] });
      for (const more of [{}, { pair }, { format: 'xlsx' }]) {
        const { findings } = readTermbase({ bytes: book, file: 'terms', ...more });
        expect(findings.map(({ code, details }) => [code, details])).toEqual([
          ['import-sheet-unclear', { sheet: 'Deckblatt', sheets: ['Liste'], use: 'Liste', meant: 'Liste' }],
        ]);
      }
      expect(read(book, { sheet: 'Liste' }).concepts).toEqual([['en house', 'de Haus']]);
      expect(read(book, { sheet: 'Deckblatt', pair }).concepts).toHaveLength(2);
      expect(read(xlsx({ Deckblatt: [], Liste: TERMS })).codes).toEqual(['import-sheet-unclear']);
    });

    test('where no sheet has one, the others are named, and a pair is read', () => {
      const book = xlsx({ Wörter: [['house', 'Haus']], Mehr: [['hut', 'Hütte']] });
      expect(read(book).codes).toEqual(['import-sheet-unclear', 'import-language-missing', 'import-language-missing']);
      expect(read(book, { pair })).toMatchObject({ concepts: [['en house', 'de Haus']], losses: ['sheet Mehr 1'] });
      expect(read(xlsx({ Wörter: [['house', 'Haus']] })).codes).toEqual([
        'import-language-missing',
        'import-language-missing',
      ]);
    });
  });
});
