import { posix, win32 } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkPattern } from '../../../src/files/workspace/check-pattern.ts';
import {
  addressNameOf,
  fileRelativeTo,
  slashPath,
  staysInside,
  wayInside,
} from '../../../src/files/workspace/workspace-path.ts';

/** The umlaut of "Über" as one character, and as a letter with a mark, as macOS may write it. */
const [NFC, NFD] = ['\u00dcber', 'U\u0308ber'];

describe('the path inside a real root, by the rules of Windows', () => {
  const ROOT = 'C:\\Users\\Jörg Müller\\Terms';
  test.each<[string, string, string | undefined]>([
    [ROOT, `${ROOT}\\glossaries\\en-de.csv`, 'glossaries/en-de.csv'],
    [ROOT, ROOT, ''],
    [ROOT, `${ROOT}\\`, ''],
    ['the case of the drive', `${ROOT.replace('C:', 'c:')}\\a.csv`, 'a.csv'],
    ['the case of a folder', `${ROOT.toUpperCase()}\\a.csv`, 'a.csv'],
    ['slashes, as git writes them', 'C:/Users/Jörg Müller/Terms/a/b.csv', 'a/b.csv'],
    ['a name that begins with dots', `${ROOT}\\..a\\b.csv`, '..a/b.csv'],
    ['a name in NFC', `${ROOT}\\${NFC}\\a.csv`, `${NFC}/a.csv`],
    ['a name in NFD', `${ROOT}\\${NFD}\\a.csv`, `${NFD}/a.csv`],
    ['a folder beside it', `${ROOT} 2\\a.csv`, undefined],
    ['the folder above', 'C:\\Users\\Jörg Müller', undefined],
    ['another drive', 'D:\\Users\\Jörg Müller\\Terms\\a.csv', undefined],
    ['a share', '\\\\server\\share\\a.csv', undefined],
    ['a device', '\\\\.\\CON', undefined],
    ['a path of another form', `\\\\?\\${ROOT}\\a.csv`, undefined],
  ])('%s: %s', (_, real, way) => {
    expect(wayInside(ROOT, real, win32)).toBe(way);
  });

  test.each<[string, string, string | undefined]>([
    ['\\\\server\\share\\Terms', '\\\\server\\share\\Terms\\a\\b.csv', 'a/b.csv'],
    ['\\\\server\\share\\Terms', '\\\\SERVER\\Share\\Terms\\a.csv', 'a.csv'],
    ['\\\\server\\share\\Terms', '\\\\server\\other\\Terms\\a.csv', undefined],
    ['C:\\', 'C:\\a.csv', 'a.csv'],
    ['C:\\', 'D:\\a.csv', undefined],
  ])('from %s: %s', (root, real, way) => {
    expect(wayInside(root, real, win32)).toBe(way);
  });

  test('elsewhere a backslash is a character of a name', () => {
    expect(wayInside('/w', '/w/a\\b.csv', posix)).toBe('a\\b.csv');
    expect(wayInside('/w', '/w/../x', posix)).toBe(undefined);
  });
});

test.each<[string, string, string]>([
  ['C:\\repo', 'C:\\repo\\teams\\Über uns', 'teams/Über uns'],
  ['C:\\repo', 'c:\\Repo\\teams', 'teams'],
  ['C:\\repo\\a', 'C:\\repo\\b', '../b'],
  ['C:\\repo', 'C:\\repo', ''],
  ['C:/repo', 'C:\\repo\\a\\b', 'a/b'],
  ['C:\\repo', 'D:\\b', 'D:/b'],
  ['\\\\server\\share\\a', '\\\\server\\share\\b', '../b'],
])('from %s to %s, with slashes: %s', (from, to, path) => {
  expect(slashPath(from, to, win32)).toBe(path);
});

test.each([
  ['glossaries/en-de.csv', true],
  ['glossaries\\en-de.csv', true],
  ['Über uns/a b.csv', true],
  [`${NFD}/a.csv`, true],
  ['..a/b.csv', true],
  ['a...b', true],
  ['..\\secret.csv', false],
  ['a\\..\\..\\b', false],
  ['a/..\\b', false],
  ['C:\\a.csv', false],
  ['c:a.csv', false],
  ['C:', false],
  ['\\a.csv', false],
  ['\\\\server\\share\\a.csv', false],
  ['\\\\?\\C:\\a.csv', false],
  ['\\\\.\\CON', false],
  ['~\\a.csv', false],
])('a path in a file of the workspace, %s: stays inside: %s', (path, isInside) => {
  expect(staysInside(path)).toBe(isInside);
});

test.each<[string, string | undefined]>([
  ['en-de.csv', 'glossaries/product/en-de.csv'],
  ['.\\en-de.csv', 'glossaries/product/en-de.csv'],
  ['..\\terms.csv', 'glossaries/terms.csv'],
  ['..\\..\\shared/terms.csv', 'shared/terms.csv'],
  ['sub\\\\a b.csv', 'glossaries/product/sub/a b.csv'],
  [`${NFC}.csv`, `glossaries/product/${NFC}.csv`],
  [`${NFD}.csv`, `glossaries/product/${NFD}.csv`],
  ['..\\..\\..\\outside.csv', undefined],
  ['C:\\terms.csv', undefined],
  ['C:terms.csv', undefined],
  ['\\\\server\\share\\terms.csv', undefined],
])('the file that glossary.yaml names as %s: %s', (named, file) => {
  expect(fileRelativeTo('glossaries/product/glossary.yaml', named)).toBe(file);
});

describe('a pattern of lexform.yaml', () => {
  const codes = (pattern: string) =>
    checkPattern(pattern, { file: 'lexform.yaml', line: 1, column: 1 }).map(({ code, details }) => [
      code,
      details.what,
    ]);

  test.each([
    'glossaries\\*\\glossary.yaml',
    'style-rules\\*.yaml',
    '!glossaries\\old\\**',
    'a\\b.yaml',
    'Über\\?.yaml',
  ])('with backslashes between folders is an error: %s', (pattern) =>
    expect(codes(pattern)).toEqual([['pattern-too-complex', 'a backslash']]),
  );

  test.each(['glossaries \\(old\\)/*.yaml', 'a\\{b\\}/*.yaml', 'a\\[1\\]/*.yaml', 'Über uns/*.yaml'])(
    'may have one before a bracket, which is then part of a name: %s',
    (pattern) => expect(codes(pattern)).toEqual([]),
  );
});

test.each<[string, string]>([
  ['glossaries/Über uns/glossary.yaml', 'address-name-form'],
  ['glossaries/Über/glossary.yaml', 'Über'],
  [`style-rules/${NFD}.yaml`, NFD],
  ['style-rules/con.yaml', 'con'],
  ['style-rules/product..yaml', 'product.'],
])('the name that %s gives an address: %s', (file, expected) => {
  const { name, findings } = addressNameOf(file, 'glossary');
  expect(name ?? findings[0]?.code).toBe(expected);
});
