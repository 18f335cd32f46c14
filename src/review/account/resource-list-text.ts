import type { AnyKind } from '../../kinds/kind.ts';
import { kindNamed } from '../../kinds/registry.ts';
import { kindNoun, partNoun } from '../../kinds/words.ts';
import type { ServiceResource } from '../../steps/read-live.ts';
import { type ColumnOf, tableOf } from '../format/aligned-table.ts';
import { visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { counted, groupedDigits, withLineEnds } from '../format/text.ts';

function contentOf({ kind, children, sizes, inUse }: ServiceResource): string {
  const parts = [
    ...children.map(({ name, terms }) => `${visible(name)} (${groupedDigits(terms)})`),
    ...Object.entries(sizes).map(([part, size]) => counted(size, ...partNoun(kindNamed(kind), part))),
    ...(inUse ? [] : ['not in use']),
  ];
  return parts.join(', ');
}

const COLUMNS: readonly ColumnOf<ServiceResource>[] = [
  ['kind', 'left', ({ kind }) => kindNoun(kindNamed(kind))[0]],
  ['id', 'left', ({ id }) => visible(id)],
  ['name', 'left', ({ name = '' }) => visible(name)],
  ['content', 'left', contentOf],
];

/** One line for each resource. */
export const resourceListText = (resources: readonly ServiceResource[]): string =>
  resources.length === 0 ? 'The target has no resources.\n' : withLineEnds(tableOf(COLUMNS, resources));

/** The kinds that the list leaves out, with the reasons. */
export const notListedText = (
  target: string,
  { denied, withoutAdminKey }: { readonly denied: readonly AnyKind[]; readonly withoutAdminKey: readonly AnyKind[] },
): string =>
  withLineEnds([
    ...denied.map((kind) => `${kindNoun(kind)[1]} are not listed: the service does not let this account read them`),
    ...withoutAdminKey.map(
      (kind) => `${kindNoun(kind)[1]} are not listed: the target "${visible(target)}" has no admin_key in lexform.yaml`,
    ),
  ]);

export const resourceListJson = (
  target: string,
  resources: readonly ServiceResource[],
  notListed: readonly AnyKind[],
): string =>
  jsonText({
    formatVersion: 1,
    target,
    resources: resources.map(({ name = null, ...resource }) => ({ ...resource, name })),
    notListed: notListed.map(({ kind }) => kind),
  });
