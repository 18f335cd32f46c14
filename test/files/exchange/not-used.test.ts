import { describe, expect, test } from 'vitest';
import { readTermbase, type TermbaseInput } from '../../../src/files/exchange/read/read-termbase.ts';
import { lossList } from '../../../src/files/exchange/termbase.ts';
import { xlsx } from './xlsx.ts';

/** The terms of a file as `language text`, what is not used of it, and its findings with what they propose. */
function read(content: string | Uint8Array, more: Partial<TermbaseInput> = {}) {
  const { value, losses, findings } = readTermbase({ bytes: Buffer.from(content), file: 'terms', ...more });
  return {
    terms: [...(value?.concepts ?? [])].flatMap(({ terms }) =>
      terms.map(({ language, text }) => `${language} ${text}`),
    ),
    losses: losses.map(({ kind, name, count }) => `${kind} ${name} ${count}`),
    findings: findings.map(({ code, details: { use } }) => [code, use].filter((part) => part !== undefined).join(' ')),
  };
}

const tbx = (...terms: readonly string[]): string =>
  `<tbx type="TBX-Basic"><text><body>${terms
    .map(
      (term) => `<conceptEntry><langSec xml:lang="en"><termSec><term>${term}</term></termSec></langSec></conceptEntry>`,
    )
    .join('')}</body></text></tbx>`;

describe('what an import does not use as it is', () => {
  test('of TBX: white space around terms, line breaks in them, and terms without a text', () => {
    expect(read(tbx(' house ', 'log\n  in', '', '\n  tree\n', 'plain'))).toMatchObject({
      terms: ['en house', 'en log in', 'en tree', 'en plain'],
      losses: ['trimmed house 1', 'folded log in 1', 'trimmed tree 1', 'empty-term en 1', 'no-term  1'],
    });
  });

  test('of a table: white space around terms, and cells of nothing but white space', () => {
    expect(read('en,de\n house,Haus \ntree,  \n').losses).toEqual([
      'trimmed house 1',
      'trimmed Haus 1',
      'empty-term de 1',
    ]);
  });

  test('of a table: line breaks and tabs in a cell', () => {
    expect(read('en,de\n"sign\n  in",Anmelden\n"price\rlist","Preis\tliste"\n')).toMatchObject({
      terms: ['en sign in', 'de Anmelden', 'en price list', 'de Preis liste'],
      losses: ['folded sign in 1', 'folded price list 1', 'folded Preis liste 1'],
    });
  });

  test('is reported although the file has errors', () => {
    const { losses, findings } = read('en,de,Ampel,Category\n house,Haus\u0001,rot,x\n');
    expect(findings).toEqual(['import-column-unknown Ampel=note']);
    expect(losses).toEqual(['column Category 1', 'trimmed house 1', 'term Haus\u0001 1']);
  });

  test('is a formula without a saved value', () => {
    const formula = (value: string) => ({ xml: (reference: string) => `<c r="${reference}"><f>A1</f>${value}</c>` });
    const book = xlsx({
      Terms: [
        ['en', 'de'],
        ['house', formula('')],
        ['tree', formula('<v>5</v>')],
      ],
    });
    expect(read(book).losses).toEqual(['formula-empty  1', 'formula 5 1']);
  });
});

describe('a list of what is lost', () => {
  const shown = (losses: ReturnType<typeof lossList>) =>
    losses.all().map(({ kind, name, count, at }) => `${at.line}:${at.column} ${kind} ${name} ${count}`);

  test('counts each name of a kind, at its first place', () => {
    const losses = lossList('terms');
    losses.add('term', 'house', { line: 2, column: 1 });
    losses.add('column', 'house', { line: 1, column: 7 }, 3);
    losses.add('term', 'house', { line: 9, column: 1 });
    const before = losses.all();
    losses.addAll([
      { kind: 'column', name: 'house', count: 2, at: { file: 'b', line: 5, column: 5 } },
      ...losses.all(),
    ]);
    expect(shown(losses)).toEqual(['2:1 term house 4', '1:7 column house 8']);
    expect(before.map(({ count }) => count)).toEqual([2, 3]);
  });

  test('has 10,000 names of a kind, and counts further ones together without a name', () => {
    const losses = lossList('terms');
    for (let index = 1; index <= 10_003; index += 1) losses.add('term', `t${index}`, { line: index, column: 1 });
    losses.add('term', 't7', { line: 1, column: 1 });
    losses.add('column', 'note', { line: 1, column: 1 });
    const all = shown(losses);
    expect(all).toHaveLength(10_002);
    expect([all[6], ...all.slice(-3)]).toEqual([
      '7:1 term t7 2',
      '10000:1 term t10000 1',
      '10001:1 term  3',
      '1:1 column note 1',
    ]);
  });

  test('cuts names after 200 characters', () => {
    const losses = lossList('terms');
    for (const length of [200, 201, 202]) losses.add('term', 'x'.repeat(length), { line: length, column: 1 });
    expect(losses.all().map(({ name, count }) => [name.length, count])).toEqual([
      [200, 1],
      [201, 2],
    ]);
  });
});

describe('a header with the name of a language', () => {
  test('and of a region is the language of that region', () => {
    expect(read('English,Portuguese (Brazil),Portuguese (Portugal)\nbus,ônibus,autocarro\n')).toMatchObject({
      terms: ['en bus', 'pt-BR ônibus', 'pt-PT autocarro'],
      findings: [],
    });
    // The only variant of a language counts for it.
    expect(read('English (US),German (Austria)\nbus,Bus\n').terms).toEqual(['en bus', 'de Bus']);
    expect(read('English,Chinese (Simplified),Chinese (Traditional)\na,b,c\n').terms).toEqual([
      'en a',
      'zh-Hans b',
      'zh-Hant c',
    ]);
  });

  test('that no list of the service has is read, and so is its code', () => {
    const terms = ['en a', 'ca b', 'hy c', 'fa d', 'hi e', 'fil f'];
    expect(read('English,Catalan,Armenian,Persian,Hindi,Filipino\na,b,c,d,e,f\n')).toMatchObject({
      terms,
      findings: [],
    });
    expect(read('en,ca,hy,fa,hi,fil\na,b,c,d,e,f\n')).toMatchObject({ terms, findings: [] });
    expect(read('en,ca-ES,hi-IN\na,b,c\n').terms).toEqual(['en a', 'ca b', 'hi c']);
    expect(read(tbx('a').replace('xml:lang="en"', 'xml:lang="fil-PH"')).terms).toEqual(['fil a']);
  });

  test('is proposed for one column alone', () => {
    expect(read('English,Spanish (Modern),Spanish (Old)\na,b,c\n').findings).toEqual([
      'import-column-unclear Spanish (Modern)=es',
      'import-column-unclear',
    ]);
    expect(read('English,Spanish,Spanish (Old)\na,b,c\n').findings).toEqual(['import-column-unclear']);
    expect(read('Source,Target,status\na,b,approved\n').findings).toEqual([
      'import-language-missing Source=en',
      'import-language-missing Target=de',
    ]);
  });
});

describe('a table without a header', () => {
  const columns = new Map([
    ['1', 'en'],
    ['2', 'ca'],
    ['3', 'pos'],
  ]);

  test('is read by the numbers of its columns', () => {
    const { value, losses, findings } = readTermbase({
      bytes: Buffer.from('house,casa,noun,x\ntree,arbre,noun\n'),
      file: 'terms',
      columns,
    });
    expect(findings).toEqual([]);
    expect([...(value?.concepts ?? [])].map(({ terms }) => terms)).toEqual([
      [
        { language: 'en', text: 'house', partOfSpeech: 'noun' },
        { language: 'ca', text: 'casa', partOfSpeech: 'noun' },
      ],
      [
        { language: 'en', text: 'tree', partOfSpeech: 'noun' },
        { language: 'ca', text: 'arbre', partOfSpeech: 'noun' },
      ],
    ]);
    expect(losses).toMatchObject([{ kind: 'column', name: 'column 4', count: 1 }]);
  });

  test('has no column of a number beyond its width', () => {
    expect(read('house,casa\n', { columns }).findings).toEqual(['import-column-missing']);
  });

  test('numbers name the columns of a header too', () => {
    expect(read('en,x,y\nhouse,casa,noun\n', { columns }).terms).toEqual(['en house', 'ca casa']);
  });
});

describe('rows above the header', () => {
  const titled = 'Terms of Acme,,\n\nen,de,note\nhouse,Haus,\n';

  test('are skipped with headerRow, and counted', () => {
    expect(read(titled, { headerRow: 3 })).toMatchObject({
      terms: ['en house', 'de Haus'],
      losses: ['skipped-row Terms of Acme 1'],
      findings: [],
    });
    const book = xlsx({ Terms: [['Terms of Acme'], ['May'], ['en', 'de'], ['house', 'Haus']] });
    expect(read(book, { headerRow: 3 })).toMatchObject({ terms: ['en house', 'de Haus'], findings: [] });
  });

  test('stop the import, which names the row of the header', () => {
    const { findings } = readTermbase({ bytes: Buffer.from(titled), file: 'terms' });
    expect(findings).toMatchObject([{ code: 'import-no-header', details: { row: 3 } }]);
    expect(read(titled, { headerRow: 9 }).findings).toEqual(['import-header-row']);
  });
});

test('a PO file is recognised and named', () => {
  expect(read('# German\nmsgid ""\nmsgstr ""\n"Language: de\\n"\n\nmsgid "house"\nmsgstr "Haus"\n').findings).toEqual([
    'import-po',
  ]);
  expect(read('msgid,msgstr\nhouse,Haus\n').findings).not.toContain('import-po');
});
