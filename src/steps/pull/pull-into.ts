import { sourceOfKey } from '../../change/diff-entries.ts';
import type { ChildEdit, FileEdit } from '../../change/file-edit.ts';
import { findingList } from '../../files/finding-list.ts';
import { nearestName } from '../../files/languages/nearest-name.ts';
import type { WorkspaceSources } from '../../kinds/files/files-facet.ts';
import type { GlossarySource } from '../../kinds/glossary/files/glossary-source.ts';
import { pairAt, pairInLayer } from '../../kinds/glossary/files/layered-edits.ts';
import type { PairKey } from '../../model/entries/language-pair.ts';
import { UsageError } from '../../model/errors.ts';
import { errorsIn, type Finding, hasErrors, type SourceRef, warningAt } from '../../model/finding.ts';
import { byCodeUnit, grouped } from '../../model/lists.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import type { ChildAddress, ResourceAddress } from '../../model/resources/address.ts';
import { type FileValue, keyText, type Value } from '../../model/resources/resource.ts';
import { WORKSPACE_FILE } from '../../model/workspace/workspace.ts';
import { fileEdits } from '../../plan/pull/file-edits.ts';
import { isPublishedSomewhere, type ReadSources, readSources } from '../workspace/read-desired.ts';
import { type PullDriftInput, type PulledDrift, stageEdits } from './pull-drift.ts';

/** Terms of one glossary. */
interface CountedTerms {
  readonly address: ResourceAddress;
  readonly terms: number;
}

/** The terms that a pull changes in a layer, and their effect on glossaries that were not pulled. */
export interface LayerReach {
  readonly layer: ResourceAddress;
  /** Number of terms that change in the layer. */
  readonly terms: number;
  /** The glossaries that the next apply changes: those that inherit such terms, and the layer if it is published. */
  readonly changes: readonly CountedTerms[];
  /** The glossaries above the layer that keep their terms, because another row decides there. */
  readonly keeps: readonly CountedTerms[];
}

/** A term of a dictionary that changed on the service. */
interface DriftedTerm {
  readonly of: GlossarySource;
  readonly pair: PairKey;
  readonly source: string;
  readonly to: Value | undefined;
  /** The pair of the layer for this dictionary. Absent: the layer has none. */
  readonly inLayer: PairKey | undefined;
  /** True: a row of the layer decides about the term, so the term is changed there. */
  readonly isMoved: boolean;
}

type GlossarySources = ReadonlyMap<string, GlossarySource>;

const byAddress = ({ glossaries }: WorkspaceSources): GlossarySources =>
  new Map(glossaries?.map((source) => [source.address, source]));

/** A text that identifies the row of the layer. */
const layerKey = ({ inLayer = '->', source }: Pick<DriftedTerm, 'inLayer' | 'source'>): string =>
  keyText(['entry', inLayer, source]);

/** The row that decides about a term of a glossary with layers. */
const decidingRow = ({ dictionaries }: GlossarySource, pair: PairKey, source: string) =>
  dictionaries
    .get(pair)
    ?.layerRows?.(source)
    .find(({ isUsed }) => isUsed);

const textOf = ({ to }: DriftedTerm): string | undefined => (to === undefined ? undefined : String(to));

const placeOf = (layer: GlossarySource, { inLayer, source }: DriftedTerm): SourceRef =>
  (inLayer && layer.dictionaries.get(inLayer)?.locate(source)) ?? layer.origin;

/** The terms that changed on the service, and findings about those that cannot be pulled into the layer. */
function driftedTerms(edits: readonly FileEdit[], sources: GlossarySources, layer: GlossarySource) {
  const findings = findingList();
  const ofEdit = ({ address, children }: FileEdit, of: GlossarySource): readonly DriftedTerm[] =>
    children.flatMap(({ address: dictionary, values }) =>
      values.flatMap(({ key, to }): readonly DriftedTerm[] => {
        const [pair, source] = [pairAt(dictionary), sourceOfKey(key)];
        const row = of === layer ? undefined : decidingRow(of, pair, source);
        const isMoved = of === layer || row?.address === layer.address;
        if (isMoved || row === undefined || row.address === address)
          return [{ of, pair, source, to, inLayer: pairInLayer(pair, of, layer), isMoved }];
        const details = { source, pair, address, layer: layer.address, owner: row.address };
        findings.add(warningAt('pull-into-owner', row.at, details));
        return [];
      }),
    );
  const all = edits.flatMap((edit) => {
    const of = sources.get(edit.address);
    return of === undefined ? [] : ofEdit(edit, of);
  });
  const conflicts = new Set<string>();
  for (const [key, same] of grouped(
    all.filter(({ isMoved }) => isMoved),
    layerKey,
  )) {
    const [first, other] = [same[0], same.find(({ to }) => to !== same[0]?.to)];
    if (first === undefined || other === undefined) continue;
    conflicts.add(key);
    const details = {
      ...{ source: first.source, layer: layer.address },
      ...{ one: first.of.address, oneTarget: textOf(first), two: other.of.address, twoTarget: textOf(other) },
    };
    findings.add(warningAt('pull-into-conflict', placeOf(layer, first), details));
  }
  return { terms: all.filter((term) => !term.isMoved || !conflicts.has(layerKey(term))), findings };
}

/** The edits with only these terms. Those that are moved are in the edit of the layer. */
function editsOf(
  edits: readonly FileEdit[],
  terms: readonly DriftedTerm[],
  { address }: GlossarySource,
): readonly FileEdit[] {
  const values = new Map<ChildAddress, Map<string, FileValue>>();
  for (const { of, pair, source, to, inLayer = pair, isMoved } of terms) {
    const inPair = isMoved ? inLayer : pair;
    const child: ChildAddress = `${isMoved ? address : of.address}/${inPair}`;
    const before = values.get(child) ?? new Map<string, FileValue>();
    values.set(child, before.set(source, { key: ['entry', inPair, source], ...omitUndefined({ to }) }));
  }
  const childEdit = (child: ChildAddress): readonly ChildEdit[] => {
    const found = values.get(child);
    return found === undefined ? [] : [{ action: 'edit', address: child, values: [...found.values()] }];
  };
  const layerEdit: FileEdit = edits.find((each) => each.address === address) ?? {
    ...{ kind: 'glossary', address, action: 'edit', values: [], children: [] },
  };
  const known = new Set<string>(layerEdit.children.map((child) => child.address));
  const added = [...values.keys()].filter((child) => child.startsWith(`${address}/`) && !known.has(child));
  return [...edits.filter((each) => each !== layerEdit), layerEdit]
    .map((edit): FileEdit => {
      const children = edit.children.flatMap((child) => (child.action === 'edit' ? childEdit(child.address) : [child]));
      if (edit.kind !== 'glossary') return edit;
      return { ...edit, children: edit === layerEdit ? [...children, ...added.flatMap(childEdit)] : children };
    })
    .filter(({ action, values: own, children }) => action !== 'edit' || own.length + children.length > 0)
    .sort((left, right) => byCodeUnit(left.address, right.address));
}

const entryIn = (sources: GlossarySources, { of, pair, source }: DriftedTerm): string | undefined =>
  sources.get(of.address)?.dictionaries.get(pair)?.entries.get(source);

/** Moved terms that the layer cannot take: its heirs would have errors, or would not get the term. */
function blockedTerms(
  terms: readonly DriftedTerm[],
  { compiled, findings }: ReadSources,
  layer: GlossarySource,
): ReadonlyMap<string, Finding> {
  const blocked = new Map<string, Finding>();
  const moved = terms.filter(({ isMoved }) => isMoved);
  const keys = new Set(moved.map(layerKey));
  const block = (term: DriftedTerm, details: Finding['details'], related: readonly SourceRef[]): void => {
    const key = layerKey(term);
    if (!keys.has(key) || blocked.has(key)) return;
    const finding = warningAt('pull-into-blocked', placeOf(layer, term), {
      ...{ source: term.source, layer: layer.address },
      ...details,
    });
    blocked.set(key, { ...finding, related });
  };
  const errors = errorsIn(findings).filter(({ at }) => at.file !== WORKSPACE_FILE);
  for (const { code, at, details } of errors) {
    const same = moved.filter(({ source }) => source === details.source);
    for (const term of same.length > 0 ? same : moved) block(term, { code }, [at]);
  }
  const after = byAddress(compiled);
  for (const term of terms) if (entryIn(after, term) !== term.to) block(term, { address: term.of.address }, []);
  return blocked;
}

const counts = (all: readonly ResourceAddress[]): readonly CountedTerms[] =>
  [...grouped(all, (address) => address)].map(([address, each]) => ({ address, terms: each.length }));

/** The effect of the moved terms on all glossaries of the files, except on terms that have drifted themselves. */
function reachOf(
  edits: readonly FileEdit[],
  terms: readonly DriftedTerm[],
  before: GlossarySources,
  after: GlossarySources,
  layer: GlossarySource,
): LayerReach {
  const moved = new Set(terms.filter(({ isMoved }) => isMoved).map(layerKey));
  const sources = new Set(terms.filter(({ isMoved }) => isMoved).map(({ source }) => source));
  const drifted = new Set(
    edits.flatMap(({ address, children }) =>
      children.flatMap(({ values }) => values.map(({ key }) => `${address} ${keyText(key)}`)),
    ),
  );
  const [changes, keeps]: [ResourceAddress[], ResourceAddress[]] = [[], []];
  for (const of of [...before.values()].filter(isPublishedSomewhere))
    for (const [pair, dictionary] of of.dictionaries)
      for (const source of sources) {
        const key = layerKey({ inLayer: pairInLayer(pair, of, layer), source });
        if (!moved.has(key) || drifted.has(`${of.address} ${keyText(['entry', pair, source])}`)) continue;
        const isSame =
          dictionary.entries.get(source) === after.get(of.address)?.dictionaries.get(pair)?.entries.get(source);
        if (!isSame) changes.push(of.address);
        else if (dictionary.layerRows?.(source).some(({ address }) => address === layer.address) === true)
          keeps.push(of.address);
      }
  return { layer: layer.address, terms: moved.size, changes: counts(changes), keeps: counts(keeps) };
}

/** The glossary of `--into`. Throws a `UsageError` if no glossary of the files inherits from it. */
export function layerNamed(into: string, sources: WorkspaceSources): GlossarySource {
  const glossaries = [...byAddress(sources).values()];
  const layers = new Set<string>(
    glossaries.flatMap(({ stack, variant }) => [
      ...(stack?.layers ?? []).map(({ address }) => address),
      ...(variant === undefined ? [] : [variant.base]),
    ]),
  );
  const layer = glossaries.find(
    ({ address, variant }) => address === into && (layers.has(address) || (variant && layers.has(variant.base))),
  );
  if (layer !== undefined) return layer;
  const suggestion = nearestName(into, [...layers]);
  const hint = suggestion === undefined ? '' : `; did you mean ${suggestion}?`;
  throw new UsageError(`--into: no glossary of the files inherits from ${into}${hint}`);
}

export interface PullIntoInput extends PullDriftInput {
  readonly sources: WorkspaceSources;
  /** The layer, one of the sources. */
  readonly layer: GlossarySource;
}

/**
 * Edits the files as `pullDrift` does, but changes inherited terms in the layer whose row decides about them. Reads the
 * glossaries again with the edits: a term is left out, with a finding, if another glossary would then have an error, or
 * if a pulled glossary would not get the term.
 */
export async function pullInto(input: PullIntoInput): Promise<PulledDrift & { readonly into: LayerReach }> {
  const { sources, layer, root, config } = input;
  const glossaries = byAddress(sources);
  const edits = fileEdits(input.drift, input);
  const { terms, findings } = driftedTerms(edits, glossaries, layer);
  const { glossary = [] } = config.patterns;
  for (let left = terms; ; ) {
    const pulled = await stageEdits(editsOf(edits, left, layer), input);
    const after = await readSources(pulled.ports, root, { ...config, patterns: { glossary } });
    const blocked = blockedTerms(left, after, layer);
    // An error ends the pull, and its finding gives the reason.
    if (blocked.size === 0 || hasErrors(pulled.findings)) {
      const reach = reachOf(edits, left, glossaries, byAddress(after.compiled), layer);
      return { ...pulled, findings: [...pulled.findings, ...findings.all()], into: reach };
    }
    findings.addAll([...blocked.values()]);
    left = left.filter((term) => !term.isMoved || !blocked.has(layerKey(term)));
  }
}
