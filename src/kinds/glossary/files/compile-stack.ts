import { DICTIONARY_MAX_BYTES } from '../../../contract/limits.ts';
import { findingList } from '../../../files/finding-list.ts';
import { nearestName } from '../../../files/languages/nearest-name.ts';
import type { LayerRow } from '../../../model/entries/dictionary.ts';
import { type Entries, entriesOfMap, NO_ENTRIES } from '../../../model/entries/entries.ts';
import { type PairKey, pairKey } from '../../../model/entries/language-pair.ts';
import type { TermFields } from '../../../model/entries/term-fields.ts';
import { errorAt, type Finding, warningAt } from '../../../model/finding.ts';
import { byCodeUnit, pushAll } from '../../../model/lists.ts';
import { omitUndefined } from '../../../model/omit-undefined.ts';
import { type IndexedEntries, joinEntries, packEntries } from '../../../model/packed/join-entries.ts';
import { isPacked } from '../../../model/packed/packed-entries.ts';
import type { Compiled } from '../../files/files-facet.ts';
import type { GlossaryAddress, RemovedTerm } from '../glossary.ts';
import type { Layer } from './glossary-file.ts';
import type { DictionarySource, GlossarySource } from './glossary-source.ts';
import {
  beneath,
  checkOverriding,
  disagreement,
  type LayerEntries,
  settlesIn,
  targetIn,
  withEffect,
} from './layer-entries.ts';
import { basePair, variantAddress } from './split-variants.ts';

/** Bytes of the entries as the service counts them: UTF-8, plus a tab and a line end for each entry. */
function bytesOf(entries: Iterable<readonly [source: string, target: string]>): number {
  const encoder = new TextEncoder();
  let bytes = 0;
  for (const [source, target] of entries) bytes += encoder.encode(source + target).length + 2;
  return bytes;
}

/** Maximum number of glossaries that extend each other in a row. */
const LAYERS_MAX = 50;

/** Glossaries whose layers cannot be used. */
interface BadLayers {
  /** Address → the circle of layers that it belongs to. */
  readonly circles: ReadonlyMap<string, readonly GlossaryAddress[]>;
  /** Glossaries with too many levels of layers below them. True: the first one of its row. */
  readonly deep: ReadonlyMap<string, boolean>;
}

/** Finds circles, and layers that are too deep. Each glossary is visited once. */
function badLayers(byAddress: ReadonlyMap<string, GlossarySource>): BadLayers {
  const circles = new Map<string, readonly GlossaryAddress[]>();
  const levels = new Map<string, number>();
  const deep = new Map<string, boolean>();
  const visit = (source: GlossarySource, path: readonly GlossaryAddress[]): number => {
    const here = [...path, source.address];
    let level = 0;
    for (const { address } of source.stack?.layers ?? []) {
      const next = byAddress.get(address);
      const start = here.indexOf(address);
      if (start >= 0) for (const member of here.slice(start)) circles.set(member, [...here.slice(start), address]);
      else if (here.length > LAYERS_MAX) level = LAYERS_MAX;
      else if (next !== undefined) level = Math.max(level, 1 + (levels.get(address) ?? visit(next, here)));
    }
    levels.set(source.address, level);
    if (level >= LAYERS_MAX) deep.set(source.address, level === LAYERS_MAX);
    return level;
  };
  for (const source of byAddress.values()) if (!levels.has(source.address)) visit(source, []);
  return { circles, deep };
}

/** The rows of a term in a glossary and in its layers. A row that several layers contain is listed once. */
function rowsOf(
  address: GlossaryAddress,
  fileDictionary: DictionarySource,
  layers: readonly LayerEntries[],
  source: string,
): readonly LayerRow[] {
  const at = fileDictionary.overrides?.removed.get(source) ?? fileDictionary.locate(source);
  const target = fileDictionary.entries.get(source);
  const first: readonly LayerRow[] =
    at === undefined ? [] : [{ address, at, ...omitUndefined({ target }), isUsed: true }];
  const others = layers.flatMap(({ layer, dictionary }) =>
    dictionary.layerRows === undefined ? rowsOf(layer.address, dictionary, [], source) : dictionary.layerRows(source),
  );
  const seen = new Set<string>();
  return [...first, ...others].flatMap((row) => {
    const isFirst = seen.size === 0;
    const place = JSON.stringify(row.at);
    if (seen.has(place)) return [];
    seen.add(place);
    return [{ ...row, isUsed: isFirst }];
  });
}

/** The entries that a list of layers gives for one language pair. Many glossaries extend the same list. */
interface Inherited {
  /** The first layer that has a phrase decides. */
  readonly entries: ReadonlyMap<string, string>;
  /** These entries over bytes. `undefined`: they cannot be packed. */
  readonly packed: IndexedEntries | undefined;
  /** The phrases that a later layer translates differently: the numbers of the first and of the later layer. */
  readonly conflicts: readonly { readonly source: string; readonly first: number; readonly other: number }[];
  /** Maximum number of bytes as text. */
  readonly maxBytes: number;
  /** The fields of inherited entries, computed on first use for all glossaries with the same layers. */
  readonly fields: Map<string, TermFields>;
}

/** Three bytes for each UTF-16 code unit are the maximum, and a tab and a line end belong to each entry. */
const maxBytesOf = (entries: Entries): number => {
  let bytes = entries.size * 2;
  if (isPacked(entries)) return bytes + entries.rows.text.length;
  for (const [source, target] of entries) bytes += (source.length + target.length) * 3;
  return bytes;
};

function inheritedFrom(layers: readonly LayerEntries[]): Inherited {
  const entries = new Map<string, string>();
  const conflicts: Inherited['conflicts'][number][] = [];
  for (const [other, layer] of layers.entries())
    for (const [source, target] of layer.dictionary.entries) {
      if (!layer.isBase && settlesIn(layers, source)) continue;
      const before = entries.get(source);
      if (before === undefined) entries.set(source, target);
      else if (before !== target) {
        const first = layers.findIndex(({ dictionary }) => dictionary.entries.get(source) !== undefined);
        conflicts.push({ source, first, other });
      }
    }
  const all = entriesOfMap(entries);
  return { entries, packed: packEntries(all), conflicts, maxBytes: maxBytesOf(all), fields: new Map() };
}

/** The rows of a dictionary, and the inherited entries that it neither replaces nor removes. */
function withInherited(
  { entries: own, overrides }: DictionarySource,
  layers: readonly LayerEntries[],
  inherited: Pick<Inherited, 'entries' | 'packed'>,
): Entries {
  const [only, ...others] = layers;
  const isEmpty = own.size === 0 && overrides === undefined;
  if (isEmpty && only !== undefined && others.length === 0) return only.dictionary.entries;
  const packed = packEntries(own);
  const joined = packed && inherited.packed && joinEntries(packed, inherited.packed, overrides?.removed.keys() ?? []);
  if (joined !== undefined) return joined;
  const all = new Map<string, string>(own);
  for (const [source, target] of inherited.entries)
    if (!all.has(source) && overrides?.removed.has(source) !== true) all.set(source, target);
  return entriesOfMap(all);
}

/** Compiles one dictionary: its rows, and the entries of its layers that it neither replaces nor removes. */
function compileDictionary(
  { address }: Pick<GlossarySource, 'address'>,
  fileDictionary: DictionarySource,
  layers: readonly LayerEntries[],
  inherited: Inherited,
  pair: PairKey,
): { readonly value: DictionarySource; readonly findings: readonly Finding[] } {
  const findings = findingList();
  const removed = fileDictionary.overrides?.removed;
  const isSettled = (source: string): boolean =>
    fileDictionary.entries.get(source) !== undefined || removed?.has(source) === true;
  const provider = (source: string): LayerEntries | undefined =>
    isSettled(source) ? undefined : beneath(layers, source)[0];
  for (const { source, first, other } of inherited.conflicts) {
    const [one, second] = [layers[first], layers[other]];
    if (one !== undefined && second !== undefined && !isSettled(source))
      findings.add(disagreement(source, one, second, pair));
  }
  const entries = withInherited(fileDictionary, layers, inherited);
  if (inherited.maxBytes + maxBytesOf(fileDictionary.entries) > DICTIONARY_MAX_BYTES)
    findings.addAll(checkSize(entries, fileDictionary, layers));
  const removedTerms = [...(removed ?? [])].flatMap(([source, at]): readonly RemovedTerm[] => {
    const [layer] = beneath(layers, source);
    return layer === undefined ? [] : [{ source, target: targetIn(layer, source), at }];
  });
  const value: DictionarySource = {
    ...fileDictionary,
    ...(removedTerms.length > 0 && { removed: removedTerms }),
    entries,
    fileDictionary,
    layerRows: (source) => rowsOf(address, fileDictionary, layers, source),
    inherited(source, base) {
      const [first, ...others] = layers;
      const now = base === undefined || first?.isBase !== true ? layers : [{ ...first, dictionary: base }, ...others];
      const targets = new Set(beneath(now, source).map((layer) => targetIn(layer, source)));
      return { targets: [...targets], isBase: settlesIn(now, source) };
    },
    locate: (source) => fileDictionary.locate(source) ?? provider(source)?.dictionary.locate(source),
    locateTarget: (source) =>
      fileDictionary.locateTarget?.(source) ?? provider(source)?.dictionary.locateTarget?.(source),
    fieldsOf(source) {
      if (isSettled(source)) return fileDictionary.fieldsOf?.(source);
      const known = inherited.fields.get(source);
      const layer = known === undefined ? provider(source) : undefined;
      if (layer === undefined) return known;
      const fields = { inheritedFrom: layer.layer.address, ...layer.dictionary.fieldsOf?.(source) };
      inherited.fields.set(source, fields);
      return fields;
    },
  };
  return { value, findings: findings.all() };
}

/** The limit of the service applies to the compiled dictionary. */
function checkSize(
  entries: Entries,
  fileDictionary: DictionarySource,
  layers: readonly LayerEntries[],
): readonly Finding[] {
  const bytes = bytesOf(entries);
  if (bytes <= DICTIONARY_MAX_BYTES) return [];
  const shares = [
    `its own rows ${bytesOf(fileDictionary.entries)}`,
    ...layers.map(({ layer, dictionary }) => `${layer.address} ${bytesOf(dictionary.entries)}`),
  ];
  return [
    errorAt('stack-too-large', fileDictionary.origin, {
      bytes,
      maxBytes: DICTIONARY_MAX_BYTES,
      shares: shares.join(' + '),
    }),
  ];
}

/** The files of a glossary, of its base and of all its layers. */
function filesOf(
  address: GlossaryAddress,
  byAddress: ReadonlyMap<string, GlossarySource>,
  seen: Set<string> = new Set(),
): readonly string[] {
  const source = byAddress.get(address);
  if (source === undefined || seen.has(address)) return [];
  seen.add(address);
  const { variant, stack } = source;
  const tables = [...source.dictionaries.values()].map(({ stored }) => stored.listed.file);
  const next = [
    ...(variant === undefined ? [] : [variant.base]),
    ...(stack?.layers ?? []).flatMap((layer) => [
      layer.address,
      ...(variant === undefined ? [] : [variantAddress(layer.address, variant)]),
    ]),
  ];
  return [source.file, ...tables, ...next.flatMap((each) => filesOf(each, byAddress, seen))];
}

/** True for two dictionaries with the same entries. */
const sameEntries = (one: Entries, other: Entries): boolean =>
  one === other || (one.size === other.size && [...one].every(([source, target]) => other.get(source) === target));

/** A variant under the language pairs that are sent. */
const asSent = (source: GlossarySource): GlossarySource =>
  source.variant === undefined
    ? source
    : {
        ...source,
        dictionaries: new Map([...source.dictionaries.values()].map((each) => [pairKey(each.pair), each] as const)),
      };

/**
 * Compiles each glossary that extends others: its own rows come first, then the entries of its layers, from left to
 * right. A layer that extends others is compiled first. In a variant, its own rows come first, then the rows of its
 * base, then the layers, each with its own variant if it has one. `known`: the addresses of all glossaries in the
 * files, also of those with errors. The function is longer than 60 lines because its recursive steps share what is
 * compiled.
 */
export function compileStacks(sources: readonly GlossarySource[], known: readonly string[]): Compiled<GlossarySource> {
  const byAddress = new Map<string, GlossarySource>(sources.map((source) => [source.address, source]));
  const compiled = new Map<string, GlossarySource>();
  const findings: Finding[] = [];
  const { circles, deep } = badLayers(byAddress);
  const shared = new Map<string, Inherited>();
  /** By file of a glossary: a row of a table may mark the base and its variants. */
  const marks = new Map<string, { readonly useful: Set<string>; readonly findings: Finding[] }>();
  const sharedEntries = (layers: readonly LayerEntries[], pair: PairKey): Inherited => {
    const key = JSON.stringify([pair, ...layers.map(({ layer }) => layer.address)]);
    const inherited = shared.get(key) ?? inheritedFrom(layers);
    shared.set(key, inherited);
    return inherited;
  };
  const compile = (source: GlossarySource): GlossarySource => {
    const before = compiled.get(source.address);
    if (before !== undefined) return before;
    const { address, variant, stack } = source;
    const circle = circles.get(address);
    const isSound = circle === undefined && !deep.has(address);
    const layers = isSound ? (stack?.layers ?? []).flatMap((layer) => found(source, layer)) : [];
    if (deep.get(address) === true && variant === undefined)
      findings.push(errorAt('layers-too-deep', stack?.layers[0]?.at ?? source.origin, { max: LAYERS_MAX }));
    // Each circle is reported once, at its first address.
    if (circle !== undefined && [...circle].sort(byCodeUnit)[0] === address) {
      const at = stack?.layers.find((layer) => layer.address === circle[1])?.at ?? source.origin;
      findings.push(errorAt('layer-circle', at, { circle: circle.join(' → ') }));
    }
    for (const { layer, glossary } of layers)
      if (variant === undefined && ![...source.dictionaries.keys()].some((pair) => glossary.dictionaries.has(pair)))
        findings.push(warningAt('layer-without-effect', layer.at, { address: layer.address, of: address }));
    const { useful, findings: checked } = marks.get(source.file) ?? { useful: new Set(), findings: [] };
    marks.set(source.file, { useful, findings: checked });
    const dictionaries = new Map<PairKey, DictionarySource>();
    for (const [pair, fileDictionary] of source.dictionaries) {
      const below = [...baseOf(source, pair), ...layers.flatMap((layer) => layerEntries(layer, source, pair))];
      // Without layers, the entries stay as they were read.
      const inherited = below.length === 0 ? undefined : sharedEntries(below, pair);
      if (inherited !== undefined || fileDictionary.overrides !== undefined)
        pushAll(
          checked,
          checkOverriding(source, fileDictionary, { layers: below, inherited: inherited?.entries }, pair, useful),
        );
      const compiledPair = inherited && compileDictionary(source, fileDictionary, below, inherited, pair);
      pushAll(checked, compiledPair?.findings ?? []);
      dictionaries.set(pair, compiledPair?.value ?? fileDictionary);
    }
    const whole = { ...source, dictionaries };
    compiled.set(address, whole);
    return whole;
  };
  /** The rows of the base of a variant, without layers. */
  const baseOf = ({ variant }: GlossarySource, pair: PairKey): readonly LayerEntries[] => {
    if (variant === undefined) return [];
    const dictionary = byAddress.get(variant.base)?.dictionaries.get(basePair(pair, variant));
    return dictionary === undefined
      ? []
      : [{ layer: { address: variant.base, at: variant.at }, dictionary, isBase: true }];
  };
  /** The dictionary of a layer: that of the same variant, or of its base language. */
  const layerEntries = (
    { layer, glossary }: { readonly layer: Layer; readonly glossary: GlossarySource },
    { variant }: GlossarySource,
    pair: PairKey,
  ): readonly LayerEntries[] => {
    const same = variant && byAddress.get(variantAddress(layer.address, variant));
    const own = same?.variant?.base === layer.address ? compile(same).dictionaries.get(pair) : undefined;
    const dictionary = own ?? glossary.dictionaries.get(variant === undefined ? pair : basePair(pair, variant));
    if (dictionary === undefined) return [];
    return [
      { layer: own === undefined || same === undefined ? layer : { ...layer, address: same.address }, dictionary },
    ];
  };
  const found = (source: GlossarySource, layer: Layer) => {
    const glossary = byAddress.get(layer.address);
    if (glossary !== undefined) return [{ layer, glossary: compile(glossary) }];
    // The base of a variant has the same layers.
    if (!known.includes(layer.address) && source.variant === undefined) {
      const suggestion = nearestName(layer.address, known);
      const details = { address: layer.address, of: source.address, ...omitUndefined({ suggestion }) };
      findings.push(errorAt('layer-missing', layer.at, details));
    }
    return [];
  };
  const whole = sources.map(compile);
  for (const { useful, findings: checked } of marks.values())
    pushAll(findings, findingList(withEffect(checked, useful)).all());
  for (const { variant, dictionaries } of whole) {
    if (variant === undefined || dictionaries.size === 0) continue;
    const base = compiled.get(variant.base)?.dictionaries;
    const isSame = [...dictionaries].every(([pair, { entries }]) =>
      sameEntries(entries, base?.get(basePair(pair, variant))?.entries ?? NO_ENTRIES),
    );
    if (isSame)
      findings.push(warningAt('variant-without-effect', variant.at, { variant: variant.name, base: variant.over }));
  }
  const files = sources.flatMap(({ address, stack, variant }) =>
    stack === undefined && variant === undefined ? [] : [[address, filesOf(address, byAddress)] as const],
  );
  return { sources: whole.map(asSent), files: new Map(files), findings };
}
