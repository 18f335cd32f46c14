import type { Finding } from '../../model/finding.ts';
import { byCodeUnit } from '../../model/order.ts';
import type { SourceRef } from '../../model/source-ref.ts';

export const byAddress = (left: { readonly address: string }, right: { readonly address: string }): number =>
  byCodeUnit(left.address, right.address);

/** What tells two resources of one kind apart. */
export interface Identity {
  readonly addressName: string;
  /** Where the name stands; default: the top of the file. */
  readonly addressAt?: SourceRef;
  readonly file: string;
  readonly name?: string;
  readonly content?: { readonly name: string };
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
export const checkAddressesDiffer = (resources: readonly Identity[]): readonly Finding[] =>
  repeated(
    'address-repeated',
    resources.map(({ addressName: name, addressAt, file }) => ({
      text: name.normalize('NFC').toLowerCase(),
      at: addressAt ?? { file, line: 1, column: 1 },
      details: { name },
    })),
  );

const displayName = ({ name, content }: Identity): string => name ?? content?.name ?? '';

/** Without a pinned id, a resource is found on the service by its name. Two that are both pinned may share one. */
export const checkNamesDiffer = (resources: readonly Identity[]): readonly Finding[] => {
  const byName = new Map<string, Identity[]>();
  for (const resource of resources) {
    const name = displayName(resource);
    const same = byName.get(name);
    if (same === undefined) byName.set(name, [resource]);
    else same.push(resource);
  }
  const ambiguous = [...byName.values()].filter((same) => same.some(({ pinnedId }) => pinnedId === undefined)).flat();
  return repeated(
    'name-repeated',
    ambiguous.map((resource) => ({
      text: displayName(resource),
      at: resource.nameAt,
      details: { name: displayName(resource) },
    })),
  );
};

/** Two files cannot be the same resource. */
export const checkIdsDiffer = (resources: readonly Identity[]): readonly Finding[] =>
  repeated(
    'id-repeated',
    resources.flatMap(({ pinnedId, pinnedIdAt, nameAt }) =>
      pinnedId === undefined
        ? []
        : [{ text: pinnedId.toLowerCase(), at: pinnedIdAt ?? nameAt, details: { id: pinnedId } }],
    ),
  );
