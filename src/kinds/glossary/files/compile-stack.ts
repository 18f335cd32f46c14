import { DICTIONARY_MAX_BYTES } from '../../../contract/limits.ts';
import { findingList } from '../../../files/finding-list.ts';
import { nearestName } from '../../../files/languages/nearest-name.ts';
import { type Entries, entriesOfMap } from '../../../model/entries/entries.ts';
import type { PairKey } from '../../../model/entries/language-pair.ts';
import type { LayerRow } from '../../../model/entries/layer-row.ts';
import { errorAt, type Finding, warningAt } from '../../../model/finding.ts';
import { omitUndefined } from '../../../model/omit-undefined.ts';
import { byCodeUnit } from '../../../model/order.ts';
import { pushAll } from '../../../model/push-all.ts';
import type { SourceRef } from '../../../model/source-ref.ts';
import type { Compiled } from '../../files/files-facet.ts';
import type { GlossaryAddress } from '../glossary.ts';
import type { Layer } from './glossary-file.ts';
import type { DictionarySource, GlossarySource } from './glossary-source.ts';

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

/** A dictionary of one layer, with its inherited entries. */
interface LayerEntries {
  readonly layer: Layer;
  readonly dictionary: DictionarySource;
}

/** The finding about two layers that translate a phrase differently. */
function disagreement(source: string, first: LayerEntries, second: LayerEntries, pair: PairKey): Finding {
  const [one, other] = [first, second].map(({ dictionary }) => dictionary.locate(source));
  return {
    ...errorAt('layers-disagree', second.layer.at, {
      source,
      pair,
      first: first.layer.address,
      firstTarget: first.dictionary.entries.get(source) ?? '',
      second: second.layer.address,
      secondTarget: second.dictionary.entries.get(source) ?? '',
    }),
    related: [one, other].flatMap((at) => at ?? []),
  };
}

/** The entries of the layers of one dictionary, from left to right. */
const beneath = (layers: readonly LayerEntries[], source: string): readonly LayerEntries[] =>
  layers.filter(({ dictionary }) => dictionary.entries.get(source) !== undefined);

const targetIn = ({ dictionary }: LayerEntries, source: string): string => dictionary.entries.get(source) ?? '';

/** Findings about marks; each mark of a wide table applies to all languages of its row. */
const ABOUT_MARKS: readonly string[] = ['override-without-effect', 'removal-without-effect'];

/** The findings without those about a mark that has an effect in another language, or that is already reported. */
function withEffect(findings: readonly Finding[], useful: ReadonlySet<string>): readonly Finding[] {
  const seen = new Set(useful);
  return findings.filter(({ code, at }) => {
    if (!ABOUT_MARKS.includes(code)) return true;
    const isNew = !seen.has(lineOf(at));
    seen.add(lineOf(at));
    return isNew;
  });
}

const lineOf = ({ file, line }: SourceRef): string => `${file}:${line}`;

/** Checks the rows of a dictionary against the entries of its layers. `useful`: gets the lines of marks with effect. */
function checkOverriding(
  { stack }: Pick<GlossarySource, 'stack'>,
  fileDictionary: DictionarySource,
  layers: readonly LayerEntries[],
  pair: PairKey,
  useful: Set<string>,
): readonly Finding[] {
  const findings = findingList();
  const { replaced = new Set<string>(), removed = new Map<string, SourceRef>() } = fileDictionary.overrides ?? {};
  const other = (source: string, target: string): LayerEntries | undefined =>
    beneath(layers, source).find((layer) => targetIn(layer, source) !== target);
  const related = (layer: LayerEntries | undefined, source: string) => {
    const at = layer?.dictionary.locate(source);
    return at === undefined ? {} : { related: [at] };
  };
  if (stack?.mayOverride !== true && layers.length > 0)
    for (const [source, target] of fileDictionary.entries) {
      const layer = replaced.has(source) ? undefined : other(source, target);
      if (layer === undefined) continue;
      const details = { source, target, pair, layer: layer.layer.address, layerTarget: targetIn(layer, source) };
      const at = fileDictionary.locateTarget?.(source) ?? fileDictionary.origin;
      findings.add({ ...errorAt('override-undeclared', at, details), ...related(layer, source) });
    }
  const marks: Finding[] = [];
  for (const source of replaced) {
    const at = fileDictionary.locate(source) ?? fileDictionary.origin;
    if (other(source, fileDictionary.entries.get(source) ?? '') !== undefined) useful.add(lineOf(at));
    const [layer] = beneath(layers, source);
    const details = { source, pair, ...(layer !== undefined && { layerTarget: targetIn(layer, source) }) };
    marks.push({ ...warningAt('override-without-effect', at, details), ...related(layer, source) });
  }
  for (const [source, at] of removed) {
    if (beneath(layers, source).length > 0) useful.add(lineOf(at));
    marks.push(warningAt('removal-without-effect', at, { source, pair }));
  }
  return [...findings.all(), ...marks];
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
  /** The phrases that a later layer translates differently: the numbers of the first and of the later layer. */
  readonly conflicts: readonly { readonly source: string; readonly first: number; readonly other: number }[];
  /** Maximum number of bytes as text. */
  readonly maxBytes: number;
}

/** Three bytes for each UTF-16 code unit are the maximum, and a tab and a line end belong to each entry. */
const maxBytesOf = (entries: Iterable<readonly [source: string, target: string]>): number => {
  let bytes = 0;
  for (const [source, target] of entries) bytes += (source.length + target.length) * 3 + 2;
  return bytes;
};

function inheritedFrom(layers: readonly Entries[]): Inherited {
  const entries = new Map<string, string>();
  const conflicts: Inherited['conflicts'][number][] = [];
  for (const [other, layer] of layers.entries())
    for (const [source, target] of layer) {
      const before = entries.get(source);
      if (before === undefined) entries.set(source, target);
      else if (before !== target) {
        const first = layers.findIndex((each) => each.get(source) !== undefined);
        conflicts.push({ source, first, other });
      }
    }
  return { entries, conflicts, maxBytes: maxBytesOf(entries) };
}

/** Compiles one dictionary: its rows, and the entries of its layers that it neither replaces nor removes. */
function compileDictionary(
  { address }: Pick<GlossarySource, 'address'>,
  fileDictionary: DictionarySource,
  layers: readonly LayerEntries[],
  { entries: inherited, conflicts, maxBytes }: Inherited,
  pair: PairKey,
): { readonly value: DictionarySource; readonly findings: readonly Finding[] } {
  const findings = findingList();
  const removed = fileDictionary.overrides?.removed;
  const isSettled = (source: string): boolean =>
    fileDictionary.entries.get(source) !== undefined || removed?.has(source) === true;
  const provider = (source: string): LayerEntries | undefined =>
    isSettled(source) ? undefined : beneath(layers, source)[0];
  for (const { source, first, other } of conflicts) {
    const [one, second] = [layers[first], layers[other]];
    if (one !== undefined && second !== undefined && !isSettled(source))
      findings.add(disagreement(source, one, second, pair));
  }
  const all = new Map<string, string>(fileDictionary.entries);
  for (const [source, target] of inherited)
    if (!all.has(source) && removed?.has(source) !== true) all.set(source, target);
  const entries = entriesOfMap(all);
  if (maxBytes + maxBytesOf(fileDictionary.entries) > DICTIONARY_MAX_BYTES)
    findings.addAll(checkSize(entries, fileDictionary, layers));
  const value: DictionarySource = {
    ...fileDictionary,
    entries,
    fileDictionary,
    layerRows: (source) => rowsOf(address, fileDictionary, layers, source),
    inherited: (source) => [...new Set(beneath(layers, source).map((layer) => targetIn(layer, source)))],
    locate: (source) => fileDictionary.locate(source) ?? provider(source)?.dictionary.locate(source),
    locateTarget: (source) =>
      fileDictionary.locateTarget?.(source) ?? provider(source)?.dictionary.locateTarget?.(source),
    fieldsOf(source) {
      const layer = provider(source);
      if (layer === undefined) return fileDictionary.fieldsOf?.(source);
      return { inheritedFrom: layer.layer.address, ...layer.dictionary.fieldsOf?.(source) };
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

/** The files of a glossary and of all its layers. */
function filesOf(
  address: GlossaryAddress,
  byAddress: ReadonlyMap<string, GlossarySource>,
  seen: Set<string> = new Set(),
): readonly string[] {
  const source = byAddress.get(address);
  if (source === undefined || seen.has(address)) return [];
  seen.add(address);
  const tables = [...source.dictionaries.values()].map(({ stored }) => stored.listed.file);
  const layers = source.stack?.layers ?? [];
  return [source.file, ...tables, ...layers.flatMap((layer) => filesOf(layer.address, byAddress, seen))];
}

/**
 * Compiles each glossary that extends others: its own rows come first, then the entries of its layers, from left to
 * right. A layer that extends others is compiled first. `known`: the addresses of all glossaries in the files, also of
 * those with errors. The function is longer than 60 lines because its recursive steps share what is compiled.
 */
export function compileStacks(sources: readonly GlossarySource[], known: readonly string[]): Compiled<GlossarySource> {
  const byAddress = new Map<string, GlossarySource>(sources.map((source) => [source.address, source]));
  const compiled = new Map<string, GlossarySource>();
  const findings: Finding[] = [];
  const { circles, deep } = badLayers(byAddress);
  const shared = new Map<string, Inherited>();
  const sharedEntries = (layers: readonly LayerEntries[], pair: PairKey): Inherited => {
    const key = JSON.stringify([pair, ...layers.map(({ layer }) => layer.address)]);
    const inherited = shared.get(key) ?? inheritedFrom(layers.map(({ dictionary }) => dictionary.entries));
    shared.set(key, inherited);
    return inherited;
  };
  const compile = (source: GlossarySource): GlossarySource => {
    const before = compiled.get(source.address);
    if (before !== undefined) return before;
    const circle = circles.get(source.address);
    const isSound = circle === undefined && !deep.has(source.address);
    const layers = isSound ? (source.stack?.layers ?? []).flatMap((layer) => found(source, layer)) : [];
    if (deep.get(source.address) === true)
      findings.push(errorAt('layers-too-deep', source.stack?.layers[0]?.at ?? source.origin, { max: LAYERS_MAX }));
    // Each circle is reported once, at its first address.
    if (circle !== undefined && [...circle].sort(byCodeUnit)[0] === source.address) {
      const at = source.stack?.layers.find(({ address }) => address === circle[1])?.at ?? source.origin;
      findings.push(errorAt('layer-circle', at, { circle: circle.join(' → ') }));
    }
    for (const { layer, glossary } of layers)
      if (![...source.dictionaries.keys()].some((pair) => glossary.dictionaries.has(pair)))
        findings.push(warningAt('layer-without-effect', layer.at, { address: layer.address, of: source.address }));
    const dictionaries = new Map<PairKey, DictionarySource>();
    const useful = new Set<string>();
    const checked: Finding[] = [];
    for (const [pair, fileDictionary] of source.dictionaries) {
      const inherited = layers.flatMap(({ layer, glossary }): readonly LayerEntries[] => {
        const dictionary = glossary.dictionaries.get(pair);
        return dictionary === undefined ? [] : [{ layer, dictionary }];
      });
      // Without layers, the entries stay as they were read.
      if (inherited.length > 0 || fileDictionary.overrides !== undefined)
        pushAll(checked, checkOverriding(source, fileDictionary, inherited, pair, useful));
      const compiledPair =
        inherited.length === 0
          ? undefined
          : compileDictionary(source, fileDictionary, inherited, sharedEntries(inherited, pair), pair);
      pushAll(checked, compiledPair?.findings ?? []);
      dictionaries.set(pair, compiledPair?.value ?? fileDictionary);
    }
    pushAll(findings, findingList(withEffect(checked, useful)).all());
    const whole = { ...source, dictionaries };
    compiled.set(source.address, whole);
    return whole;
  };
  const found = (source: GlossarySource, layer: Layer) => {
    const glossary = byAddress.get(layer.address);
    if (glossary !== undefined) return [{ layer, glossary: compile(glossary) }];
    if (!known.includes(layer.address)) {
      const suggestion = nearestName(layer.address, known);
      const details = { address: layer.address, of: source.address, ...omitUndefined({ suggestion }) };
      findings.push(errorAt('layer-missing', layer.at, details));
    }
    return [];
  };
  const files = sources.flatMap(({ address, stack }) =>
    stack === undefined ? [] : [[address, filesOf(address, byAddress)] as const],
  );
  return { sources: sources.map(compile), files: new Map(files), findings };
}
