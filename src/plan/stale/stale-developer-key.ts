import type { DeveloperKey } from '../../model/resources/developer-key.ts';
import type { DeveloperKeyChange, DeveloperKeyOperation } from '../plan.ts';
import {
  cellsOf,
  compareCells,
  type PlannedCell,
  type StaleCell,
  type StaleDetail,
  type StaleSide,
} from './stale-detail.ts';

const LABEL: StaleCell = { kind: 'label' };
const DEACTIVATED: StaleCell = { kind: 'deactivated' };

/** The cells that an operation changes. */
function plannedCells(change: DeveloperKeyChange, operation: DeveloperKeyOperation): readonly PlannedCell[] {
  switch (operation.kind) {
    case 'create-developer-key':
      return change.nameAfter === undefined ? [] : [{ cell: LABEL, to: change.nameAfter }];
    case 'rename-developer-key':
      return [{ cell: LABEL, from: change.nameBefore ?? '', to: change.nameAfter ?? '' }];
    case 'limit-developer-key':
      return change.limits.map(({ limit, from, to }) => ({ cell: { kind: 'limit', limit }, from, to }));
    case 'deactivate-developer-key':
      return [{ cell: DEACTIVATED, from: false, to: true }];
    default:
      return operation satisfies never;
  }
}

const sideOf = (cell: StaleCell, { label, deactivated, limits }: DeveloperKey): StaleSide => {
  if (cell.kind === 'limit') return limits[cell.limit];
  return cell.kind === 'label' ? label : deactivated;
};

/**
 * What became of the part of a key that an operation was to change, which the plan holds as a whole. `now`: `undefined`
 * when the key is gone.
 */
export function staleDeveloperKey(
  change: DeveloperKeyChange,
  operation: DeveloperKeyOperation,
  now: DeveloperKey | undefined,
): StaleDetail {
  const planned = plannedCells(change, operation);
  return compareCells({
    planned,
    now: cellsOf(now === undefined ? [] : planned.map(({ cell }) => [cell, sideOf(cell, now)])),
    isNew: operation.pre === 'absent',
    isPlannedFrom: () => true,
  });
}
