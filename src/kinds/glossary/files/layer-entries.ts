import { findingList } from '../../../files/finding-list.ts';
import type { PairKey } from '../../../model/entries/language-pair.ts';
import { errorAt, type Finding, type SourceRef, warningAt } from '../../../model/finding.ts';
import type { Layer } from './glossary-file.ts';
import type { DictionarySource, GlossarySource } from './glossary-source.ts';

/** A dictionary of one layer, with its inherited entries. */
export interface LayerEntries {
  readonly layer: Layer;
  readonly dictionary: DictionarySource;
  /** True: the rows of the base of a variant, which come before all layers. Only the first one can be a base. */
  readonly isBase?: true;
}

/** True if the rows of the base of a variant translate or remove a phrase, so that the layers do not matter. */
export const settlesIn = ([first]: readonly LayerEntries[], source: string): boolean =>
  first?.isBase === true &&
  (first.dictionary.entries.get(source) !== undefined || first.dictionary.overrides?.removed.has(source) === true);

/** The finding about two layers that translate a phrase differently. */
export function disagreement(source: string, first: LayerEntries, second: LayerEntries, pair: PairKey): Finding {
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
export const beneath = (layers: readonly LayerEntries[], source: string): readonly LayerEntries[] =>
  (settlesIn(layers, source) ? layers.slice(0, 1) : layers).filter(
    ({ dictionary }) => dictionary.entries.get(source) !== undefined,
  );

export const targetIn = ({ dictionary }: LayerEntries, source: string): string => dictionary.entries.get(source) ?? '';

/** Findings about marks; each mark of a wide table applies to all languages of its row. */
const ABOUT_MARKS: readonly string[] = ['override-without-effect', 'removal-without-effect'];

/** The findings without those about a mark that has an effect in another language, or that is already reported. */
export function withEffect(findings: readonly Finding[], useful: ReadonlySet<string>): readonly Finding[] {
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
export function checkOverriding(
  { stack }: Pick<GlossarySource, 'stack'>,
  fileDictionary: DictionarySource,
  {
    layers,
    inherited,
  }: { readonly layers: readonly LayerEntries[]; readonly inherited?: ReadonlyMap<string, string> | undefined },
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
      // A row that no layer has overrides nothing.
      const layer = replaced.has(source) || inherited?.has(source) !== true ? undefined : other(source, target);
      if (layer === undefined || layer.isBase) continue;
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
