import { describe, expect, test } from 'vitest';
import { parseDictionary } from '../../src/files/dictionary/dictionary-file.ts';
import type { DictionaryInput } from '../../src/files/dictionary/dictionary-schema.ts';
import { parseTable } from '../../src/files/dictionary/table-file.ts';
import { dictionaryCsv } from '../../src/files/dictionary/write-dictionary.ts';
import { editEntries } from '../../src/files/edit/edit-entries.ts';
import { parseGlossaryFile } from '../../src/kinds/glossary/files/glossary-file.ts';
import { entriesOf } from '../../src/model/entries/entries.ts';
import { findingMessage } from '../../src/review/messages/finding-text.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const input = (content: string, more: Partial<DictionaryInput> = {}): DictionaryInput => ({
  bytes: encode(content),
  file: 'en-de.csv',
  pair: { source: 'en', target: 'de' },
  ...more,
});

function read(content: string, more: Partial<DictionaryInput> = {}) {
  const { value, findings } = parseDictionary(input(content, more));
  return {
    entries: [...(value?.entries ?? [])],
    said: findings.map(({ severity, code }) => `${severity} ${code}`),
    findings,
  };
}

describe('rows that begin with #', () => {
  test.each(['#hashtag,Rautenwort\n', 'a,b\n#hashtag,Rautenwort\n', '#,Nummer\n', '##x,y\n'])(
    '%j: what is followed by a word is a term, whatever glossary.yaml says',
    (content) => {
      for (const comments of [undefined, '#', 'none'] as const) {
        const { entries, said } = read(content, comments === undefined ? {} : { comments });
        expect(said).toEqual([]);
        expect(entries.at(-1)).toEqual(content.trim().split('\n').at(-1)?.split(','));
      }
    },
  );

  test('in a file with tabs, # alone is a term too', () => {
    expect(read('#\tNummer\n', { file: 'en-de.tsv' }).entries).toEqual([['#', 'Nummer']]);
  });

  test('with white space behind the #, nobody can tell: one error for the file, at the first such row', () => {
    const { entries, findings } = read('a,b\n# of users,Nutzerzahl\nc,d\n# pets\n#\n');
    expect(entries).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(findings).toEqual([
      {
        code: 'comment-or-term',
        severity: 'error',
        at: { file: 'en-de.csv', line: 2, column: 1 },
        details: { row: '# of users,Nutzerzahl', rows: 3 },
      },
    ]);
    expect(findingMessage(findings[0] as never)).toContain('comments: none');
  });

  test('unless glossary.yaml says it', () => {
    const content = '# of users,Nutzerzahl\na,b\n';
    expect(read(content, { comments: '#' })).toMatchObject({ said: [], entries: [['a', 'b']] });
    expect(read(content, { comments: 'none' })).toMatchObject({
      said: [],
      entries: [
        ['# of users', 'Nutzerzahl'],
        ['a', 'b'],
      ],
    });
  });

  test('quoted, it is a term; where it would be a comment without the quotes, there is a warning', () => {
    const content = '"# of users",Nutzerzahl\n';
    expect(read(content).said).toEqual([]);
    expect(read(content, { comments: 'none' }).said).toEqual([]);
    expect(read(content, { comments: '#' })).toMatchObject({
      said: ['warning quoted-comment'],
      entries: [['# of users', 'Nutzerzahl']],
    });
  });

  test('a line of a quoted cell is no row', () => {
    const table = (comments?: '#') =>
      parseTable({
        bytes: encode('en,de,note\na,b,"one\n# two"\n'),
        file: 't.csv',
        pairs: ['en->*'],
        ...(comments !== undefined && { comments }),
      });
    expect(table().findings).toEqual([]);
    expect(table('#').findings).toEqual([]);
  });

  test('the value in glossary.yaml is "#" or none; a bare # is a comment of YAML', () => {
    const parse = (text: string) => parseGlossaryFile({ bytes: encode(text), file: 'glossaries/p/glossary.yaml' });
    expect(parse('name: P\ncomments: "#"\n').value?.form).toEqual({ comments: '#' });
    expect(parse('name: P\ncomments: none\n').value?.form).toEqual({ comments: 'none' });
    for (const text of ['name: P\ncomments: #\n', 'name: P\ncomments: "//"\n'])
      expect(parse(text).findings).toMatchObject([
        { code: 'value-not-allowed', at: { line: 2 }, details: { allowed: ['#', 'none'] } },
      ]);
  });
});

describe('what is written outlives a spreadsheet that drops the quotes', () => {
  test('a term that begins with # and a word', () => {
    expect(dictionaryCsv(entriesOf([['#drift', 'x']]))).toBe('#drift,x\n');
  });

  test('a term that begins with # and white space cannot come into a file with comments', () => {
    const set = { key: ['entry', 'en->de', '# of users'], to: 'x' } as const;
    expect(editEntries(input('a,b\n', { comments: '#' }), [set])).toMatchObject({
      findings: [{ code: 'edit-like-comment', details: { term: '# of users' } }],
    });
    for (const more of [{}, { comments: 'none' }] as const) {
      const edited = editEntries(input('a,b\n', more), [set]);
      expect('bytes' in edited && new TextDecoder().decode(edited.bytes)).toBe('a,b\n"# of users",x\n');
    }
  });

  test('edits leave comments as they are, byte for byte', () => {
    const edited = editEntries(input('# "our, terms\r\na,b\r\n#\r\n', { comments: '#' }), [
      { key: ['entry', 'en->de', 'a'], to: 'c' },
    ]);
    expect('bytes' in edited && new TextDecoder().decode(edited.bytes)).toBe('# "our, terms\r\na,c\r\n#\r\n');
  });
});
