import type { HeldBack, HeldBackCount, HeldBackRow, HeldBackTerm, SentStatus } from '../model/entries/held-back.ts';
import { TERM_STATUSES } from '../model/entries/term-status.ts';
import { byCodeUnit, grouped } from '../model/lists.ts';
import type { Scope } from '../model/plan/plan.ts';
import { KINDS } from './registry.ts';
import { type DesiredState, desiredResources } from './states.ts';

/** Maximum number of rows that are listed individually. */
export const HELD_BACK_LISTED_MAX = 1000;

const STATUSES: readonly SentStatus[] = [...TERM_STATUSES.toReversed(), 'none'];
const CHOICES = ['preferred', 'pos', 'status', 'first'] as const;

/** Numbers of rows by reason, in the order of the reasons. */
function countsOf(terms: readonly HeldBackTerm[]): readonly HeldBackCount[] {
  const byReason = grouped(terms, ({ by, status = 'none' }) =>
    by === undefined ? `status ${status}` : `choice ${by}`,
  );
  const rowsOf = (key: string): number => byReason.get(key)?.length ?? 0;
  const counts: readonly HeldBackCount[] = [
    ...STATUSES.map((status) => ({ reason: 'status', status, rows: rowsOf(`status ${status}`) }) as const),
    ...CHOICES.map((by) => ({ reason: 'choice', by, rows: rowsOf(`choice ${by}`) }) as const),
  ];
  return counts.filter(({ rows }) => rows > 0);
}

/** Equal for rows that are one row of a wide table, which may be held back in several dictionaries. */
const rowKey = ({ at, by }: HeldBackRow): string => JSON.stringify([at.file, at.line, by]);

/** The rows of the files that are not sent, for the dictionaries in scope; `undefined` if all are sent. */
export function heldBackIn(desired: DesiredState, scope: Scope): HeldBack | undefined {
  const rows = KINDS.flatMap((kind) =>
    desiredResources(desired, kind.plural)
      .filter(({ address }) => scope.any(address))
      .flatMap((resource) =>
        [...(kind.children?.(kind.contentOf(resource)) ?? [])].flatMap(([name, child]) =>
          scope.child(resource.address, name)
            ? (child.heldBack ?? []).map((row) => ({ row, address: `${resource.address}/${name}` }))
            : [],
        ),
      ),
  );
  if (rows.length === 0) return undefined;
  const terms = [...grouped(rows, ({ row }) => rowKey(row)).values()]
    .map((same): HeldBackTerm => {
      const byAddress = [...same].sort((one, other) => byCodeUnit(one.address, other.address));
      const [{ row }] = byAddress as [(typeof byAddress)[number]];
      const { source: _, target: _target, ...rest } = row;
      const entries = byAddress.map(({ address, row: { source, target } }) => ({ address, source, target }));
      return { ...rest, entries };
    })
    .sort(({ at: one }, { at: other }) => byCodeUnit(one.file, other.file) || one.line - other.line);
  const listed = terms.slice(0, HELD_BACK_LISTED_MAX);
  const unlisted = terms.length - listed.length;
  return { rows: terms.length, reasons: countsOf(terms), listed, ...(unlisted > 0 && { unlisted }) };
}
