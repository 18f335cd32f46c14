import { describe, expect, test } from 'vitest';
import { readTermbase, type TermbaseInput } from '../../../src/files/exchange/read/read-termbase.ts';

/** The terms of a file, `language text (status)`, what is not kept of it, and its findings with their details. */
function read(content: string, more: Partial<TermbaseInput> = {}) {
  const { value, losses, findings, source } = readTermbase({ bytes: Buffer.from(content), file: 'terms.csv', ...more });
  return {
    source,
    terms: [...(value?.concepts ?? [])].flatMap(({ terms }) =>
      terms.map(({ language, text, status }) => `${language} ${text}${status === undefined ? '' : ` (${status})`}`),
    ),
    losses: losses.map(({ kind, name, count }) => `${kind} ${name} ${count}`),
    findings: findings.map(({ code, details: { header, use } }) => [code, header, use].filter(Boolean).join(' ')),
  };
}

describe('a column whose header says nothing', () => {
  test('stops the import, and is proposed as a status where its cells are words for one', () => {
    const german = 'en;de;Ampel;Farbe\nlog in;einloggen;verboten;rot\nsize;Größe;freigegeben;\n';
    expect(read(german).findings).toEqual([
      'import-column-unknown Ampel Ampel=status',
      'import-column-unknown Farbe Farbe=note',
    ]);
    expect(read('en,de,Staus,Definiton\na,b,x,y\n').findings).toEqual([
      'import-column-unknown Staus Staus=status',
      'import-column-unknown Definiton Definiton=definition',
    ]);
    const english = 'en,de,Traffic light\nlog in,einloggen,forbidden\nsize,Größe,approved\n';
    expect(read(english).findings).toEqual(['import-column-unknown Traffic light Traffic light=status']);
    expect(read('en,de,Lage\nlog in,einloggen,zu\n', { statuses: new Map([['zu', 'forbidden']]) }).findings).toEqual([
      'import-column-unknown Lage Lage=status',
    ]);
  });

  test('does not stop it where the column has no cells, is named, or is left out', () => {
    expect(read('en,de,Farbe\nsize,Größe, \n')).toMatchObject({ findings: [], losses: [] });
    const csv = 'en,de,Ampel\nsize,Größe,forbidden\n';
    expect(read(csv, { columns: new Map([['ampel', 'status']]) })).toMatchObject({
      findings: [],
      terms: ['en size (forbidden)', 'de Größe (forbidden)'],
    });
    expect(read(csv, { columns: new Map([['Ampel', 'ignore']]) })).toMatchObject({
      findings: [],
      losses: ['column Ampel 1'],
    });
  });

  test('without a text, it is called by its place', () => {
    const csv = 'en,de,\nsize,Größe,forbidden\n';
    expect(read(csv).findings).toEqual(['import-column-unknown column 3 column 3=status']);
    expect(read(csv, { columns: new Map([['Column 3', 'status']]) }).terms).toContain('de Größe (forbidden)');
  });

  test('of a known word is counted, unless all of its cells are statuses', () => {
    expect(read('en,de,Category\nsize,Größe,shop\n')).toMatchObject({ findings: [], losses: ['column Category 1'] });
    expect(read('en,de,Review\nsize,Größe,forbidden\n').findings).toEqual([
      'import-column-unknown Review Review=status',
    ]);
  });

  test('that says yes or no to a term may be a status', () => {
    const csv = 'en,de,Approved\nlog in,einloggen,no\n';
    expect(read(csv).findings).toEqual(['import-column-unknown Approved Approved=status']);
    const said = { columns: new Map([['Approved', 'status']]), statuses: new Map([['no', 'rejected']] as const) };
    expect(read(csv, said).terms).toEqual(['en log in (rejected)', 'de einloggen (rejected)']);
  });

  test.each(['Approved by', 'Not approved', 'Agreed with', 'Reviewed at'])(
    '"%s" is no question about a term',
    (header) => {
      expect(read(`en,de,${header}\nlog in,einloggen,Anna\n`).findings).toEqual([
        `import-column-unknown ${header} ${header}=note`,
      ]);
    },
  );

  test.each(['Approved', 'Agreed', 'reviewed', 'Validated'])('"%s" answers yes or no to a term', (header) => {
    expect(read(`en,de,${header}\nlog in,einloggen,x\n`).findings).toEqual([
      `import-column-unknown ${header} ${header}=status`,
    ]);
  });

  test('is an error beside the columns that a system has, which are counted', () => {
    const crowdin = 'Term [en],Gender [en],Lemma [en],Concept Figure,Term [de]\nhouse,neuter,house,a.png,Haus\n';
    expect(read(crowdin)).toMatchObject({
      findings: [],
      losses: ['column Gender [en] 1', 'column Lemma [en] 1', 'column Concept Figure 1'],
    });
    expect(read('Term [en],Term [de],Ampel\nhouse,Haus,rot\n').findings).toEqual([
      'import-column-unknown Ampel Ampel=note',
    ]);
    const weblate = 'location,source,target,id,fuzzy,context,translator_comments\na.c:1,house,Haus,,,,\n';
    expect(read(weblate, { pair: { source: 'en', target: 'de' } })).toMatchObject({
      findings: [],
      losses: ['column location 1'],
    });
    const another = weblate.replace('translator_comments', 'fuzzy,shop location').replace(/,,\n$/, ',,,Bonn\n');
    expect(read(another, { pair: { source: 'en', target: 'de' } }).findings).toEqual([
      'import-column-unknown shop location shop location=note',
    ]);
  });
});

describe('columns of statuses', () => {
  for (const header of ['Zustand', 'Freigabe', 'Freigabestatus', 'Statut', 'État', 'Estado'])
    test(`"${header}" is one`, () => {
      expect(read(`en;de;${header}\nlog in;einloggen;forbidden\n`).terms).toEqual([
        'en log in (forbidden)',
        'de einloggen (forbidden)',
      ]);
      expect(read(`en;de;${header}\nlog in;einloggen;verboten\nsize;Größe;freigegeben\n`).findings).toEqual([
        'import-status-unknown verboten=forbidden',
        'import-status-unknown freigegeben=approved',
      ]);
    });

  test('a second one stops the import, since one of them would be lost', () => {
    const csv = 'en,de,status,Freigabe\nsize,Größe,approved,forbidden\n';
    expect(read(csv).findings).toEqual(['import-column-unknown Freigabe']);
    expect(read(csv, { columns: new Map([['Status', 'ignore']]) }).terms).toContain('de Größe (forbidden)');
  });
});

describe('the source column', () => {
  for (const header of [
    'Begriff (EN)',
    'Begriff [en]',
    'Begriff EN',
    'Begriff: Englisch',
    'Benennung_en',
    'Terme (EN)',
  ])
    test(`"${header}" is English`, () => {
      expect(read(`${header};Deutsch;Français\nsize;Größe;taille\n`)).toMatchObject({
        source: 'en',
        terms: ['en size', 'de Größe', 'fr taille'],
        findings: [],
      });
    });

  for (const header of ['Produkt (EN)', 'Quelle (EN)', 'Source (EN)', 'Quellbegriff Englisch', 'EN Produkt'])
    test(`"${header}" may be English, and stops the import`, () => {
      expect(read(`${header};Deutsch;Français\nsize;Größe;taille\n`).findings).toEqual([
        `import-column-unclear ${header} ${header}=en`,
      ]);
    });

  for (const header of ['Begriff', 'Quelle', 'Term', 'Source', 'Quellbegriff', 'Terme', 'Término'])
    test(`"${header}" asks for its language`, () => {
      const csv = `${header};DE;FR\nsize;Größe;taille\n`;
      expect(read(csv).findings).toEqual([`import-language-missing ${header} ${header}=en`]);
      expect(read(csv, { columns: new Map([[header, 'en']]) })).toMatchObject({ source: 'en', findings: [] });
    });

  test('"Quelle" behind the terms is where they were found', () => {
    expect(read('en;de;Quelle\nsize;Größe;DIN 1\n')).toMatchObject({ findings: [], losses: ['column Quelle 1'] });
  });
});

describe('a name in --columns that the file does not have', () => {
  const named = (name: string, use: string) => ({ columns: new Map([[name, use]]) });

  test('stops the import', () => {
    const csv = 'en;de;Zustand\nsize;Größe;approved\n';
    expect(read(csv, named('Zustnd', 'status')).findings).toEqual(['import-column-missing Zustnd']);
    expect(read(csv, named('fr', 'ignore')).findings).toEqual(['import-column-missing fr']);
    expect(read('Wort A;Wort B\na;b\n', named('Wort C', 'en')).findings).toContain('import-column-missing Wort C');
    const pair = { pair: { source: 'en', target: 'de' } };
    expect(read('size;Größe\n', { ...named('Größe', 'de'), ...pair }).findings).toEqual([
      'import-column-missing Größe',
    ]);
  });

  test('may be written in any case, or be the code of a language of the file', () => {
    const csv = 'Term:  English;pt_BR;pt-PT\nbus;ônibus;autocarro\n';
    expect(read(csv, named('TERM: ENGLISH', 'en')).findings).toEqual([]);
    expect(read(csv, named('pt-br', 'pt')).terms).toContain('pt ônibus');
  });

  test('in a TBX file, names a language that no term has', () => {
    const tbx =
      '<martif type="TBX"><text><body><termEntry><langSet xml:lang="de-AT"><tig><term>Jänner</term></tig></langSet>' +
      '</termEntry></body></text></martif>';
    expect(read(tbx, named('de-AD', 'de')).findings).toEqual(['import-column-missing de-AD']);
    expect(read(tbx, named('de_at', 'de')).terms).toEqual(['de Jänner']);
  });
});
