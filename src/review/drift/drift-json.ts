import type { DictionaryDrift, Drift, ResourceDrift } from '../../plan/drift/drift.ts';
import { driftCounts } from '../../plan/drift/drift-counts.ts';
import { jsonText } from '../format/json-text.ts';

/** What became of a whole, without the content that only an editor of files needs: that can be 10 MB. */
const wholeJson = ({ whole }: ResourceDrift | DictionaryDrift) =>
  whole === undefined ? {} : { whole: { kind: whole.kind, how: whole.how } };

const resourceJson = (drift: ResourceDrift) => ({
  ...drift,
  ...wholeJson(drift),
  children: drift.children.map((each) => ({ ...each, ...wholeJson(each) })),
});

/**
 * Drift as one document, two spaces deep, of the form of `schemas/drift.schema.json`: the same drift, the same bytes.
 * User text stands in values, never in keys.
 */
export function driftJson(drift: Drift): string {
  const { formatVersion, target, only, resources } = drift;
  return jsonText({ formatVersion, target, only, counts: driftCounts(drift), resources: resources.map(resourceJson) });
}
