import type { Finding } from '../../model/finding.ts';
import { grouped } from '../../model/grouped.ts';
import { type SourceRef, topOf } from '../../model/source-ref.ts';
import type { DeveloperKeySource, GlossarySource, StyleListSource } from '../workspace/sources.ts';

const isPinned = ({ pinnedId }: DeveloperKeySource): boolean => pinnedId !== undefined;

/** An entry that shares its label with another one, and the two places. */
const finding = (
  code: string,
  severity: Finding['severity'],
  key: DeveloperKeySource,
  other: DeveloperKeySource,
): Finding => ({ code, severity, at: key.labelAt, related: [other.labelAt], details: { label: key.label } });

/**
 * Without a pinned id, an active key is found on the service by its label, so no two entries that should be active may
 * share one. One that should be deactivated leaves the key of that label to the other one, which may not be what was
 * meant.
 */
const checkLabelsDiffer = (keys: readonly DeveloperKeySource[]): readonly Finding[] =>
  [...grouped(keys, ({ label }) => label).values()].flatMap((same): readonly Finding[] => {
    const active = same.filter(({ deactivated }) => !deactivated);
    const [first, ...later] = active;
    if (first === undefined) return [];
    return [
      ...(active.every(isPinned) ? [] : later.map((key) => finding('label-repeated', 'error', key, first))),
      ...same
        .filter((key) => key.deactivated && !isPinned(key))
        .map((key) => finding('label-shared', 'warning', key, first)),
    ];
  });

/** What tells two resources of one kind apart. */
interface Identity {
  readonly address: string;
  readonly addressAt: SourceRef;
  readonly name: string;
  readonly nameAt: SourceRef;
  readonly pinnedId?: string;
  readonly pinnedIdAt?: SourceRef;
}

interface Mark {
  /** What must differ. */
  readonly text: string;
  readonly at: SourceRef;
  readonly details: Finding['details'];
}

/** Each one that repeats an earlier one is a finding that names both places. */
function repeated(code: string, marks: readonly Mark[]): readonly Finding[] {
  const first = new Map<string, SourceRef>();
  return marks.flatMap(({ text, at, details }): readonly Finding[] => {
    const earlier = first.get(text);
    if (earlier !== undefined) return [{ code, severity: 'error', at, related: [earlier], details }];
    first.set(text, at);
    return [];
  });
}

/** Addresses are compared without case: two that differ in nothing else are one file on many a machine. */
const checkAddressesDiffer = (resources: readonly Identity[]): readonly Finding[] =>
  repeated(
    'address-repeated',
    resources.map(({ address, addressAt: at }) => ({
      text: address.normalize('NFC').toLowerCase(),
      at,
      details: { name: address.slice(address.indexOf('.') + 1) },
    })),
  );

/** Without a pinned id, a resource is found on the service by its name. Two that are both pinned may share one. */
const checkNamesDiffer = (resources: readonly Identity[]): readonly Finding[] => {
  const byName = grouped(resources, ({ name }) => name);
  const ambiguous = [...byName.values()].filter((same) => same.some(({ pinnedId }) => pinnedId === undefined)).flat();
  return repeated(
    'name-repeated',
    ambiguous.map(({ name, nameAt: at }) => ({ text: name, at, details: { name } })),
  );
};

/** Two files cannot be the same resource. */
const checkIdsDiffer = (resources: readonly Identity[]): readonly Finding[] =>
  repeated(
    'id-repeated',
    resources.flatMap(({ pinnedId, pinnedIdAt, nameAt }) =>
      pinnedId === undefined
        ? []
        : [{ text: pinnedId.toLowerCase(), at: pinnedIdAt ?? nameAt, details: { id: pinnedId } }],
    ),
  );

/** The checks that need more than one file: no two resources of a kind may be taken for one another. */
export function checkIdentities(
  glossaries: readonly GlossarySource[] = [],
  styleLists: readonly StyleListSource[] = [],
  developerKeys: readonly DeveloperKeySource[] = [],
): readonly Finding[] {
  const lists = styleLists.map((each) => ({ ...each, name: each.content.name }));
  const named = [glossaries, lists].map((kind): readonly Identity[] =>
    kind.map((each) => ({ ...each, addressAt: topOf(each.file), nameAt: each.origin })),
  );
  const keys = developerKeys.map((each) => ({
    ...each,
    addressAt: each.origin,
    name: each.label,
    nameAt: each.labelAt,
  }));
  return [
    ...named.flatMap((kind) => [...checkAddressesDiffer(kind), ...checkNamesDiffer(kind), ...checkIdsDiffer(kind)]),
    ...checkAddressesDiffer(keys),
    ...checkLabelsDiffer(developerKeys),
    ...checkIdsDiffer(keys),
  ];
}
