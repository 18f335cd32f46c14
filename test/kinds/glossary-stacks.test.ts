import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDictionary } from '../../src/files/dictionary/dictionary-file.ts';
import { compileStacks } from '../../src/kinds/glossary/files/compile-stack.ts';
import type { DictionarySource, GlossarySource } from '../../src/kinds/glossary/files/glossary-source.ts';
import { glossaryAddress } from '../../src/kinds/glossary/glossary.ts';
import { pairKey } from '../../src/model/entries/language-pair.ts';
import { topOf } from '../../src/model/source-ref.ts';
import { runs } from '../support/runs.ts';

/** The rows of one glossary: a translation, perhaps declared as an override, or a removal. */
type Rows = ReadonlyMap<string, { readonly target?: string; readonly isDeclared: boolean }>;

interface Model {
  readonly name: string;
  readonly extends: readonly number[];
  readonly mayOverride: boolean;
  readonly rows: Rows;
}

const TERMS = ['a', 'b', 'c', 'd'];
const PAIR = { source: 'en', target: 'de' };

/** A few glossaries; each extends some of those before it, so there are no circles. */
const models: fc.Arbitrary<readonly Model[]> = fc
  .array(
    fc.record({
      extends: fc.uniqueArray(fc.nat(5), { maxLength: 3 }),
      mayOverride: fc.boolean(),
      rows: fc.uniqueArray(
        fc.record({
          source: fc.constantFrom(...TERMS),
          target: fc.option(fc.constantFrom('1', '2', '3'), { nil: undefined }),
          isDeclared: fc.boolean(),
        }),
        { selector: ({ source }) => source, maxLength: 4 },
      ),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((all) =>
    all.map((each, index) => ({
      name: `g${index}`,
      mayOverride: each.mayOverride,
      extends: each.extends.filter((layer) => layer < index),
      rows: new Map(each.rows.map(({ source, target, isDeclared }) => [source, { target, isDeclared }] as const)),
    })),
  ) as fc.Arbitrary<readonly Model[]>;

const csvOf = (rows: Rows): string =>
  `source,target,override\n${[...rows]
    .map(([source, { target, isDeclared }]) =>
      target === undefined ? `${source},,remove` : `${source},${target},${isDeclared ? 'yes' : ''}`,
    )
    .join('\n')}`;

function sourceOf({ name, extends: layers, mayOverride, rows }: Model): GlossarySource {
  const file = `glossaries/${name}/en-de.csv`;
  const { value, findings } = parseDictionary({ bytes: new TextEncoder().encode(csvOf(rows)), file, pair: PAIR });
  if (value === undefined || findings.some(({ severity }) => severity === 'error')) throw new Error('not a dictionary');
  const listed = { pair: PAIR, file, at: topOf(file), form: {} };
  const dictionary: DictionarySource = {
    pair: PAIR,
    origin: topOf(file),
    declaredAt: topOf(file),
    ...value,
    stored: { kind: 'dictionary', listed },
  };
  return {
    address: glossaryAddress(name),
    file: `glossaries/${name}/glossary.yaml`,
    origin: topOf(`glossaries/${name}/glossary.yaml`),
    name,
    mode: 'authoritative',
    protect: false,
    dictionaries: new Map([[pairKey(PAIR), dictionary]]),
    ...(layers.length > 0 && {
      stack: {
        layers: layers.map((layer) => ({
          address: glossaryAddress(`g${layer}`),
          at: topOf(`glossaries/${name}/glossary.yaml`),
        })),
        mayOverride,
      },
    }),
  };
}

/** What a glossary contains, computed phrase by phrase, without anything of the program. */
function modelled(all: readonly Model[], index: number, term: string): readonly (string | undefined)[] {
  const { rows, extends: layers } = all[index] as Model;
  const row = rows.get(term);
  if (row !== undefined) return [row.target];
  const below = layers.flatMap((layer) => modelled(all, layer, term).slice(0, 1)).filter((each) => each !== undefined);
  return below.length === 0 ? [undefined] : below;
}

const inherited = (all: readonly Model[], { extends: layers }: Model, term: string): readonly string[] =>
  layers.flatMap((layer) => modelled(all, layer, term).slice(0, 1)).filter((each) => each !== undefined);

const shown = (code: string, name: string, term: string): string => `${code} ${name} ${term}`;

/** The faults of all stacks, by the rules of the documentation. */
const faultsOf = (all: readonly Model[]): readonly string[] =>
  all.flatMap((model) =>
    TERMS.flatMap((term) => {
      const { name, rows, mayOverride } = model;
      const [row, targets] = [rows.get(term), inherited(all, model, term)];
      const [first] = targets;
      const found = (code: string): readonly string[] => [shown(code, name, term)];
      if (row === undefined) {
        // Each layer that differs from the first one.
        return targets.filter((target) => target !== first).flatMap(() => found('layers-disagree'));
      }
      if (row.target === undefined) return first === undefined ? found('removal-without-effect') : [];
      const isOther = targets.some((target) => target !== row.target);
      if (row.isDeclared) return isOther ? [] : found('override-without-effect');
      return isOther && !mayOverride ? found('override-undeclared') : [];
    }),
  );

test('a stack has the terms that a model of it has, and its faults', () => {
  fc.assert(
    fc.property(models, (all) => {
      const { sources, findings } = compileStacks(
        all.map(sourceOf),
        all.map(({ name }) => `glossary.${name}`),
      );
      for (const [index, source] of sources.entries()) {
        const { entries, locate } = source.dictionaries.get('en->de') as DictionarySource;
        const expected = TERMS.flatMap((term) => {
          const [target] = modelled(all, index, term);
          return target === undefined ? [] : [[term, target]];
        });
        expect([...entries].sort()).toEqual(expected.sort());
        expect(entries.size).toBe(expected.length);
        for (const [term = ''] of expected) expect(locate(term)?.file).toMatch(/^glossaries\/g\d\/en-de\.csv$/);
      }
      const found = findings.map(({ code, at, details }) => {
        const [, name = ''] = /glossaries\/(\w+)\//.exec(at.file) ?? [];
        return shown(code, name, String(details.source));
      });
      expect([...found].sort()).toEqual([...faultsOf(all)].sort());
    }),
    { numRuns: runs(2000) },
  );
});

test('many overrides with effect give no finding, and many without effect are counted', () => {
  const rows = (target: string): Rows =>
    new Map(Array.from({ length: 1500 }, (_, row) => [`term ${row}`, { target, isDeclared: true }] as const));
  const plain: Rows = new Map([...rows('1')].map(([source, row]) => [source, { ...row, isDeclared: false }]));
  const compiled = (own: Rows) =>
    compileStacks(
      [
        sourceOf({ name: 'g0', extends: [], mayOverride: false, rows: plain }),
        sourceOf({ name: 'g1', extends: [0], mayOverride: false, rows: own }),
      ],
      ['glossary.g0', 'glossary.g1'],
    ).findings;
  expect(compiled(rows('2'))).toEqual([]);
  const found = compiled(rows('1'));
  expect(found).toHaveLength(1001);
  expect(found.at(-1)).toMatchObject({ code: 'findings-more', severity: 'warning', details: { count: 500 } });
});
