import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { READ_FORMATS } from '../../../src/files/exchange/format-names.ts';
import { readTermbase, type TermbaseInput } from '../../../src/files/exchange/read/read-termbase.ts';
import type { ConceptTerm } from '../../../src/files/exchange/termbase.ts';
import { zip } from '../../shells/action/zip.ts';
import { runs } from '../../support/runs.ts';
import { parseCases } from '../cases/case-text.ts';
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

test('every format of tables has an example', () => {
  const { cases } = parseCases(readFileSync('test/files/cases/import/tables.txt', 'utf8'));
  const tried = new Set(cases.map(({ parts }) => parts.get('read')?.split(',')[0]));
  expect(READ_FORMATS.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual(['tbx', 'xlsx']);
});

test.each([...['cn zh', 'cz cs', 'dk da', 'gr el', 'in id', 'iw he', 'jp ja', 'kr ko', 'no nb', 'ua uk', 'vn vi']])(
  'the code of a country or of an older standard means a language: %s',
  (both) => {
    const [code, language] = both.split(' ');
    expect(read(`en,${code}\nhouse,x\n`).concepts).toEqual([['en house', `${language} x`]]);
  },
);

test('the first rows decide about the columns of a table without a header', () => {
  const rows = Array.from({ length: 20 }, (_, index) => `term ${index},Wort ${index}\n`).join('');
  const pair = { source: 'en', target: 'de' };
  expect(read(`${rows}term 20,Wort 20,further\n`, { pair }).concepts).toHaveLength(21);
});

const TBX = '<tbx><text><body/></text></tbx>';
const PO = 'msgid "house"\nmsgstr "Haus"\n';

test.each<[string, string, string?]>([
  ['tbx', TBX],
  ['tbx', TBX.replaceAll('tbx', 'martif')],
  ['tbx', `<?xml version="1.0"?>${TBX}`],
  ['tbx', `<!DOCTYPE tbx>${TBX}`],
  ['tbx', `<!-- Our terms -->${TBX}`],
  ['tbx', `\ufeff \n${TBX}`],
  ['deepl', `Terms ${TBX}`],
  ['deepl', '<house>'],
  ['table', TBX, 'table'],
  ['tbx', 'en,de\n', 'tbx'],
  ['po', PO],
  ['po', `# German\n${PO.replace(' ', '  ').replace('msgstr ', 'msgstr\t')}`],
  ['po', PO.replace('msgstr', 'msgid_plural "houses"\nmsgstr[0]')],
  ['deepl', PO.replace('msgstr', 'msgstr[x]')],
  ['deepl', PO.replace('msgid', 'id')],
  ['deepl', PO.replace('msgstr', ' msgstr')],
  ['deepl', PO.replace('msgid', ' msgid')],
  ['table', PO, 'table'],
])('a file of the format %s: %s', (found, content, format) => {
  expect(read(content, format === undefined ? {} : { format }).format).toBe(found);
});

describe('encodings', () => {
  test('UTF-16 of a spreadsheet is read, and others by their name', () => {
    expect(read(UTF16('en\tde\nhouse\tTür\n')).concepts).toEqual([['en house', 'de Tür']]);
    const bigEndian = new Uint8Array(Buffer.from(UTF16('en\tde\nhouse\tTür\n')).swap16());
    expect(read(bigEndian).concepts).toEqual([['en house', 'de Tür']]);
    const latin1 = Uint8Array.from('en,de\ndoor,T\u00fcr\n', (character) => character.charCodeAt(0));
    expect(read(latin1).codes).toEqual(['import-not-utf-8']);
    expect(read(latin1, { encoding: 'windows-1252' }).concepts).toEqual([['en door', 'de Tür']]);
    const punctuation = new Uint8Array([...encode('en,de\nprice,'), 0x84, 0x31, 0x30, 0x96, 0x32, 0x80, 0x93, 0x0a]);
    expect(read(punctuation, { encoding: 'windows-1252' }).concepts).toEqual([['en price', 'de „10–2€“']]);
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

  test.each(['þorn', 'ÿ', 'þÿ', 'ÿþ', 'ï', 'ï»', 'ï»x'])('a file in Windows-1252 may begin with %s', (text) => {
    const bytes = Uint8Array.from(`${text} a,Dorn\n`, (character) => character.charCodeAt(0));
    const { codes, concepts } = read(bytes, { encoding: 'windows-1252', pair: { source: 'is', target: 'de' } });
    const isMark = text === 'þÿ' || text === 'ÿþ';
    expect([codes, concepts]).toEqual(isMark ? [['import-encoding-mark'], []] : [[], [[`is ${text} a`, 'de Dorn']]]);
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

  test('the built-in formats of dates are those that every spreadsheet has', () => {
    const numbers = [13, 14, 22, 23, 26, 27, 36, 37, 44, 45, 58, 59];
    const styles = `<cellXfs>${numbers.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`;
    const rows = numbers.map((id, style) => [
      `term ${id}`,
      'x',
      { xml: (reference: string) => `<c r="${reference}" s="${style}"><v>46027</v></c>` },
    ]);
    const { concepts } = read(xlsx({ Terms: [['en', 'de', 'note'], ...rows] }, { styles }));
    const dates = concepts.filter((terms) => String(terms[1]).endsWith('// 2026-01-05')).map(([term]) => term);
    expect(dates).toEqual([14, 22, 27, 36, 45, 58].map((id) => `en term ${id} // 2026-01-05`));
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
      const book = xlsx({ Deckblatt: COVER, Leer: [], Liste: TERMS, Alt: TERMS }, { hidden: ['Alt'] });
      for (const more of [{}, { pair }, { format: 'xlsx' }]) {
        const { findings } = readTermbase({ bytes: book, file: 'terms', ...more });
        expect(findings.map(({ code, details }) => [code, details])).toEqual([
          ['import-sheet-unclear', { sheet: 'Deckblatt', sheets: ['Leer', 'Liste'], use: 'Liste', meant: 'Liste' }],
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
