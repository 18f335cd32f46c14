import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { KINDS } from '../../src/kinds/registry.ts';
import { sourceFiles } from '../architecture/source-files.ts';

/** The interfaces that a kind fills in. What its functions get and return is not counted. */
const CONTRACT: Readonly<Record<string, readonly string[]>> = {
  'src/kinds/kind.ts': ['KindModel', 'Part'],
  'src/change/pair-items.ts': ['Items'],
  'src/kinds/files/files-facet.ts': ['FilesFacet'],
  'src/kinds/files/pull-context.ts': ['WritingFacet'],
  'src/kinds/service/service-facet.ts': ['ServiceFacet'],
};

/** The members of an interface, as the page of the contract writes them: with a question mark if optional. */
function membersOf(path: string, name: string): readonly string[] {
  const [, body = ''] = readFileSync(path, 'utf8').split(new RegExp(`^export interface ${name}\\b`, 'mu'));
  const end = body.indexOf('\n}');
  return [...body.slice(body.indexOf('{\n'), end).matchAll(/^ {2}(?:readonly )?(\w+\??)[:(]/gmu)].map(
    ([, member = '']) => member,
  );
}

const PAGE = 'src/kinds/README.md';
const members = Object.entries(CONTRACT).flatMap(([path, names]) => names.flatMap((name) => membersOf(path, name)));

describe('the contract of a kind', () => {
  test('has at most 60 members', () => {
    expect(members.length).toBeLessThanOrEqual(60);
    expect(members.length).toBeGreaterThan(40);
  });

  test('has each of them on its page', () => {
    const page = readFileSync(PAGE, 'utf8');
    expect(members.filter((member) => !page.includes(`\`${member}\``))).toEqual([]);
  });
});

const CONTRIBUTING = readFileSync('CONTRIBUTING.md', 'utf8');
const RECIPE = CONTRIBUTING.slice(
  CONTRIBUTING.indexOf('### Add a kind of resource'),
  CONTRIBUTING.indexOf('### Add a finding'),
);

/** Files outside the folders of kinds that have something of every kind, so that a new kind must be added to them. */
function placesOfEachKind(): readonly string[] {
  const folders = KINDS.map(({ kind }) => new RegExp(`(?:^|/)${kind}/`, 'u'));
  const importing = sourceFiles().filter(
    ({ path, imports }) =>
      !folders.some((folder) => folder.test(path)) &&
      folders.every((folder) => imports.some(({ specifier }) => folder.test(specifier))),
  );
  const naming = sourceFiles().filter(
    ({ path, literals }) =>
      !folders.some((folder) => folder.test(path)) && KINDS.every(({ kind }) => literals.includes(kind)),
  );
  const schemas = readdirSync('schemas')
    .map((file) => `schemas/${file}`)
    .filter((path) => {
      const names = new Set(namesIn(JSON.parse(readFileSync(path, 'utf8'))));
      return KINDS.every(({ kind, key, plural, prefix }) =>
        [kind, key, plural, prefix].some((name) => names.has(name)),
      );
    });
  return [...new Set([...importing, ...naming].map(({ path }) => `src/${path}`)), ...schemas].sort();
}

/** The members, and the values that a schema allows. Descriptions are prose and do not limit anything. */
function namesIn(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap((each) => (typeof each === 'string' ? [each] : namesIn(each)));
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, value]) => [
    name,
    ...(name === 'const' ? [String(value)] : namesIn(value)),
  ]);
}

describe('a kind that is published', () => {
  test('has its folder, and is named in at most five other places', () => {
    expect(placesOfEachKind().length).toBeLessThanOrEqual(5);
    expect(placesOfEachKind()).toContain('src/kinds/registry.ts');
  });

  test('finds each of these places in CONTRIBUTING.md', () => {
    expect(RECIPE.length).toBeGreaterThan(1000);
    expect(placesOfEachKind().filter((path) => !RECIPE.includes(`\`${path}\``))).toEqual([]);
  });
});
