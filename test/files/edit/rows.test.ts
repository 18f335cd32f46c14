import { describe, expect, test } from 'vitest';
import { scanRows } from '../../../src/files/delimited/scan-rows.ts';
import { type EditedRows, editRows, type RowEdits, type RowsToEdit } from '../../../src/files/edit/located-file.ts';
import { bytesLike, spliced } from '../../../src/files/edit/splices.ts';

describe('rows are edited', () => {
  const edit = (text: string, edits: Partial<RowEdits>, more: Partial<RowsToEdit> = {}): EditedRows => {
    const { rows } = scanRows(text, { delimiter: more.delimiter ?? ',', comments: '#' });
    return editRows(
      { text, rows, delimiter: ',', headers: 0, cautious: false, ...more },
      { changed: new Map(), removed: new Set(), added: [], ...edits },
    );
  };
  const cells = (...texts: readonly (readonly [number, string])[]) => new Map(texts);

  test.each<readonly [string, Partial<RowEdits>, Partial<RowsToEdit>, string, readonly (readonly string[])[]]>([
    ['a,b\n', { changed: new Map([[0, cells([1, 'c'])]]) }, {}, 'a,c\n', [['a', 'c']]],
    ['a,b\n', { changed: new Map([[0, cells([1, 'b'])]]) }, {}, 'a,b\n', [['a', 'b']]],
    ['a,"b"\n', { changed: new Map([[0, cells([1, 'c'], [0, 'x'])]]) }, {}, 'x,"c"\n', [['x', 'c']]],
    ['a\n', { changed: new Map([[0, cells([3, 'd'], [1, 'x,y'])]]) }, {}, 'a,"x,y",,d\n', [['a', 'x,y', '', 'd']]],
    ['a\n', { changed: new Map([[0, cells([1, ''])]]) }, {}, 'a,\n', [['a', '']]],
    ['a,b', { changed: new Map([[0, cells()]]) }, {}, 'a,b', [['a', 'b']]],
    ['a,b\nc,d\n', { changed: new Map([[0, cells([0, 'x'])]]), removed: new Set([0]) }, {}, 'c,d\n', [['c', 'd']]],
    ['a,b\n', { changed: new Map([[7, cells([0, 'x'])]]), removed: new Set([8]) }, {}, 'a,b\n', [['a', 'b']]],
    ['a,b\nc,d\n', { removed: new Set([0, 1]) }, {}, '', []],
    // Cells that would mean something else are quoted.
    ['a,b\n', { changed: new Map([[0, cells([0, '# x'], [1, '# y'])]]) }, {}, '"# x",# y\n', [['# x', '# y']]],
    ['a,b\n', { changed: new Map([[0, cells([0, 'x\ny'], [1, '"'])]]) }, {}, '"x\ny",""""\n', [['x\ny', '"']]],
    ['a,b\n', { changed: new Map([[0, cells([0, '\ufeff'], [1, '\r'])]]) }, {}, '"\ufeff","\r"\n', [['\ufeff', '\r']]],
    ['a,b\n', { changed: new Map([[0, cells([0, 'x;y'], [1, 'x\ty|z'])]]) }, {}, 'x;y,x\ty|z\n', [['x;y', 'x\ty|z']]],
    [
      'a,b,c,d\n',
      { changed: new Map([[0, cells([0, ';'], [1, '\t'], [2, '|'], [3, 'x'])]]) },
      { cautious: true },
      '";","\t","|",x\n',
      [[';', '\t', '|', 'x']],
    ],
    [
      'a\tb\n',
      { changed: new Map([[0, cells([1, ','])]]) },
      { delimiter: '\t', cautious: true },
      'a\t","\n',
      [['a', ',']],
    ],
    // New rows come behind the last one, as wide as it.
    [
      'a,b,c\n',
      { added: [cells([0, 'x'])] },
      {},
      'a,b,c\nx,,\n',
      [
        ['a', 'b', 'c'],
        ['x', '', ''],
      ],
    ],
    ['a\r\n# c\n', { added: [cells([1, 'x'])] }, {}, 'a\r\n,x\r\n# c\n', [['a'], ['', 'x']]],
    ['a\rb', { added: [cells([0, 'x']), cells([0, 'y'])] }, {}, 'a\rb\rx\ry', [['a'], ['b'], ['x'], ['y']]],
    ['a', { added: [cells([0, 'x'])] }, {}, 'a\nx', [['a'], ['x']]],
    ['a\r\nb', { added: [cells([0, 'x'])], removed: new Set([1]) }, {}, 'a\r\nx', [['a'], ['x']]],
    ['', { added: [cells([1, 'x'])] }, {}, ',x\n', [['', 'x']]],
    ['# c', { added: [cells([0, 'x'])] }, {}, '# c\nx', [['x']]],
    ['# c\r', { added: [cells([0, 'x'])] }, {}, '# c\rx\r', [['x']]],
    ['# c\r\n', { added: [cells([0, 'x'])] }, {}, '# c\r\nx\r\n', [['x']]],
    // They are quoted in the columns where every row is, the header aside.
    [
      '"a",b\n"c","d"\n',
      { added: [cells([0, 'x'], [1, 'y'])] },
      {},
      '"a",b\n"c","d"\n"x",y\n',
      [
        ['a', 'b'],
        ['c', 'd'],
        ['x', 'y'],
      ],
    ],
    [
      'a,b\n"c",d\n',
      { added: [cells([0, 'x'], [1, 'y'])] },
      { headers: 1 },
      'a,b\n"c",d\n"x",y\n',
      [
        ['a', 'b'],
        ['c', 'd'],
        ['x', 'y'],
      ],
    ],
    [
      '"a",b\n',
      { added: [cells([0, 'x'])] },
      { headers: 1 },
      '"a",b\n"x",\n',
      [
        ['a', 'b'],
        ['x', ''],
      ],
    ],
    ['a,b,c\nd\n', { added: [cells([0, 'x'])] }, { headers: 1 }, 'a,b,c\nd\nx\n', [['a', 'b', 'c'], ['d'], ['x']]],
    // A row above all others.
    [
      '# c\r\na,b\r\n',
      { above: ['x', 'y'] },
      {},
      '# c\r\nx,y\r\na,b\r\n',
      [
        ['x', 'y'],
        ['a', 'b'],
      ],
    ],
    [
      'a;b',
      { above: ['x', 'y'] },
      { delimiter: ';' },
      'x;y\na;b',
      [
        ['x', 'y'],
        ['a', 'b'],
      ],
    ],
    ['a,b\n', { above: ['x'], removed: new Set([0]), added: [cells([0, 'n'])] }, {}, 'x\nn,\n', [['x'], ['n', '']]],
    ['', { above: ['x', 'y'], added: [cells([0, 'n'])] }, {}, 'x,y\nn\n', [['x', 'y'], ['n']]],
  ])('%j with %j', (text, edits, more, after, texts) => {
    expect(edit(text, edits, more)).toEqual({ text: after, texts });
  });
});

test('splices are made in the order of their places, and insertions before the removal that begins there', () => {
  const at = (start: number, end: number, text: string) => ({ start, end, text });
  expect(spliced('abcdef', [at(4, 5, ''), at(1, 3, 'X'), at(1, 1, '<'), at(1, 1, '>'), at(6, 6, '!')])).toBe('a<>Xdf!');
  expect(spliced('abc', [])).toBe('abc');
});

test('a byte order mark stays, and only a whole one counts', () => {
  expect([...bytesLike(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61), 'b')]).toEqual([0xef, 0xbb, 0xbf, 0x62]);
  for (const before of [[0x61], [0xef, 0xbb, 0x61], [0xef, 0xaa, 0xbf], [0x61, 0xbb, 0xbf], []])
    expect([...bytesLike(Uint8Array.from(before), 'b')]).toEqual([0x62]);
});
