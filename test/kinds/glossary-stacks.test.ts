import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDictionary } from '../../src/files/dictionary/dictionary-file.ts';
import { compileStacks } from '../../src/kinds/glossary/files/compile-stack.ts';
import type { DictionarySource, GlossarySource } from '../../src/kinds/glossary/files/glossary-source.ts';
import { splitVariants } from '../../src/kinds/glossary/files/split-variants.ts';
import { glossaryAddress } from '../../src/kinds/glossary/glossary.ts';
import { type PairKey, parsePairKey } from '../../src/model/entries/language-pair.ts';
import { topOf } from '../../src/model/finding.ts';
import { runs } from '../support/runs.ts';

/** The rows of one dictionary: a translation, perhaps declared as an override, or a removal. */
type Rows = ReadonlyMap<string, { readonly target?: string; readonly isDeclared: boolean }>;

interface Model {
  readonly name: string;
  readonly extends: readonly number[];
  readonly mayOverride: boolean;
  readonly rows: Rows;
  /** The rows of the variant pt-BR; absent: it has none. */
  readonly variant?: { readonly rows: Rows; readonly language: string };
}

const TERMS = ['a', 'b', 'c', 'd'];
const PAIR = 'en->pt';
const VARIANT_PAIR = 'en->pt-br';

const rows: fc.Arbitrary<Rows> = fc
  .uniqueArray(
    fc.record({
      source: fc.constantFrom(...TERMS),
      target: fc.option(fc.constantFrom('1', '2', '3'), { nil: undefined }),
      isDeclared: fc.boolean(),
    }),
    { selector: ({ source }) => source, maxLength: 4 },
  )
  .map((all) => new Map(all.map(({ source, target, isDeclared }) => [source, { target, isDeclared }]))) as never;

/** A few glossaries, some with a variant; each extends some of those before it, so there are no circles. */
const models: fc.Arbitrary<readonly Model[]> = fc
  .array(
    fc.record({
      extends: fc.uniqueArray(fc.nat(5), { maxLength: 3 }),
      mayOverride: fc.boolean(),
      rows,
      variant: fc.option(fc.record({ rows, language: fc.constantFrom('pt', 'pt-br') }), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((all) =>
    all.map((each, index) => ({ ...each, name: `g${index}`, extends: each.extends.filter((layer) => layer < index) })),
  ) as never;

const csvOf = (all: Rows): string =>
  `source,target,override\n${[...all]
    .map(([source, { target, isDeclared }]) =>
      target === undefined ? `${source},,remove` : `${source},${target},${isDeclared ? 'yes' : ''}`,
    )
    .join('\n')}`;

function dictionaryOf(name: string, key: PairKey, all: Rows): DictionarySource {
  const pair = parsePairKey(key);
  const file = `glossaries/${name}/${pair.source}-${pair.target}.csv`;
  const { value, findings } = parseDictionary({ bytes: new TextEncoder().encode(csvOf(all)), file, pair });
  if (value === undefined || findings.some(({ severity }) => severity === 'error')) throw new Error('not a dictionary');
  const listed = { pair, file, at: topOf(file), form: {} };
  const stored = { kind: 'dictionary', listed } as const;
  return { pair, origin: topOf(file), declaredAt: topOf(file), ...value, stored };
}

function sourcesOf({ name, extends: layers, mayOverride, rows: own, variant }: Model): readonly GlossarySource[] {
  const at = topOf(`glossaries/${name}/glossary.yaml`);
  const dictionaries = new Map<PairKey, DictionarySource>([[PAIR, dictionaryOf(name, PAIR, own)]]);
  if (variant !== undefined) dictionaries.set(VARIANT_PAIR, dictionaryOf(name, VARIANT_PAIR, variant.rows));
  const { value, findings } = splitVariants(
    {
      address: glossaryAddress(name),
      file: at.file,
      origin: at,
      name,
      mode: 'authoritative',
      protect: false,
      ...(layers.length > 0 && {
        stack: { layers: layers.map((layer) => ({ address: glossaryAddress(`g${layer}`), at })), mayOverride },
      }),
    },
    variant === undefined
      ? []
      : [
          {
            name: 'pt-BR',
            key: 'pt-BR',
            code: 'pt-br',
            over: 'pt',
            language: variant.language,
            namePattern: '{name} ({variant})',
            glossaryName: `${name} (pt-BR)`,
            at,
          },
        ],
    dictionaries,
  );
  expect(findings).toEqual([]);
  return value;
}

/** The rows that decide before all layers: those of the variant, then those of its base. */
const rowsFirst = ({ rows: own, variant }: Model, isVariant: boolean): readonly Rows[] =>
  isVariant && variant !== undefined ? [variant.rows, own] : [own];

/** The translations of a term in the layers, from left to right. A layer without the variant has its base language. */
const ofLayers = (all: readonly Model[], { extends: layers }: Model, term: string, isVariant: boolean) =>
  layers
    .map((layer) => all[layer] as Model)
    .flatMap((layer) => modelled(all, layer, term, isVariant && layer.variant !== undefined).slice(0, 1))
    .filter((each) => each !== undefined);

/** What a glossary contains, computed phrase by phrase, without anything of the program. */
function modelled(
  all: readonly Model[],
  model: Model,
  term: string,
  isVariant: boolean,
): readonly (string | undefined)[] {
  const row = rowsFirst(model, isVariant)
    .find((each) => each.has(term))
    ?.get(term);
  if (row !== undefined) return [row.target];
  const below = ofLayers(all, model, term, isVariant);
  return below.length === 0 ? [undefined] : below;
}

const shown = (code: string, name: string, pair: string, term: string): string => `${code} ${name} ${pair} ${term}`;

/** The faults of all stacks, by the rules of the documentation. */
const faultsOf = (all: readonly Model[]): readonly string[] =>
  all.flatMap((model) =>
    (model.variant === undefined ? [false] : [false, true]).flatMap((isVariant) => {
      const { name, mayOverride } = model;
      const pair = isVariant ? VARIANT_PAIR : PAIR;
      const isSame = TERMS.every(
        (term) => modelled(all, model, term, true)[0] === modelled(all, model, term, false)[0],
      );
      const faults = TERMS.flatMap((term) => {
        const [first, base] = rowsFirst(model, isVariant);
        const row = first?.get(term);
        const baseRow = base?.get(term);
        const layers = baseRow === undefined ? ofLayers(all, model, term, isVariant) : [];
        const below = baseRow === undefined ? layers : baseRow.target === undefined ? [] : [baseRow.target];
        const found = (code: string): readonly string[] => [shown(code, name, pair, term)];
        // Each layer that differs from the first one.
        if (row === undefined)
          return layers.filter((each) => each !== layers[0]).flatMap(() => found('layers-disagree'));
        if (row.target === undefined) return below.length === 0 ? found('removal-without-effect') : [];
        if (row.isDeclared) return below.some((each) => each !== row.target) ? [] : found('override-without-effect');
        return layers.some((each) => each !== row.target) && !mayOverride ? found('override-undeclared') : [];
      });
      return isVariant && isSame ? [...faults, shown('variant-without-effect', name, '', '')] : faults;
    }),
  );

test('a stack with variants has the terms that a model of it has, and its faults', () => {
  fc.assert(
    fc.property(models, (all) => {
      const { sources, findings } = compileStacks(
        all.flatMap(sourcesOf),
        all.map(({ name }) => `glossary.${name}`),
      );
      expect(sources).toHaveLength(all.length + all.filter(({ variant }) => variant !== undefined).length);
      for (const { address, dictionaries, variant } of sources) {
        const model = all[Number(/\d+/.exec(address)?.[0])] as Model;
        const { entries, locate } = dictionaries.get(`en->${variant?.language ?? 'pt'}`) as DictionarySource;
        const expected = TERMS.flatMap((term) => {
          const [target] = modelled(all, model, term, variant !== undefined);
          return target === undefined ? [] : [[term, target]];
        });
        expect([...entries].sort()).toEqual(expected.sort());
        expect(entries.size).toBe(expected.length);
        for (const [term = ''] of expected) expect(locate(term)?.file).toMatch(/^glossaries\/g\d\/en-pt(-br)?\.csv$/);
      }
      const found = findings.map(({ code, at, details: { source = '', pair = '' } }) => {
        const [, name = ''] = /glossaries\/(\w+)\//.exec(at.file) ?? [];
        return shown(code, name, String(pair), String(source));
      });
      expect([...found].sort()).toEqual([...faultsOf(all)].sort());
    }),
    { numRuns: runs(2000) },
  );
});

test('many overrides with effect give no finding, and many without effect are counted', () => {
  const same = (target: string): Rows =>
    new Map(Array.from({ length: 1500 }, (_, row) => [`term ${row}`, { target, isDeclared: true }] as const));
  const plain: Rows = new Map([...same('1')].map(([source, row]) => [source, { ...row, isDeclared: false }]));
  const compiled = (own: Rows) =>
    compileStacks(
      [
        ...sourcesOf({ name: 'g0', extends: [], mayOverride: false, rows: plain }),
        ...sourcesOf({ name: 'g1', extends: [0], mayOverride: false, rows: own }),
      ],
      ['glossary.g0', 'glossary.g1'],
    ).findings;
  expect(compiled(same('2'))).toEqual([]);
  const found = compiled(same('1'));
  expect(found).toHaveLength(1001);
  expect(found.at(-1)).toMatchObject({ code: 'findings-more', severity: 'warning', details: { count: 500 } });
});
