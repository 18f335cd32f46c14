import { BACKUP_ROWS } from './backup-rows.ts';
import { DICTIONARY_ROWS } from './dictionary-rows.ts';
import { IMPORT_ROWS } from './import-rows.ts';
import { LAYER_ROWS } from './layer-rows.ts';
import { LINT_ROWS } from './lint-rows.ts';
import { MERGE_ROWS } from './merge-rows.ts';
import { PLAN_ROWS } from './plan-rows.ts';
import { PULL_ROWS } from './pull-rows.ts';
import { RESOURCE_ROWS } from './resource-rows.ts';
import type { Row } from './row.ts';
import { STACK_ROWS } from './stack-rows.ts';
import { WORKSPACE_ROWS } from './workspace-rows.ts';

/**
 * Every message there is, with the smallest input that causes it. A new code needs a row here, in the file of its area.
 */
export const FINDING_ROWS: readonly Row[] = [
  ...STACK_ROWS,
  ...LAYER_ROWS,
  ...WORKSPACE_ROWS,
  ...RESOURCE_ROWS,
  ...DICTIONARY_ROWS,
  ...PLAN_ROWS,
  ...PULL_ROWS,
  ...BACKUP_ROWS,
  ...IMPORT_ROWS,
  ...LINT_ROWS,
  ...MERGE_ROWS,
];

/** The code at the end of a line. */
export const codeOf = ({ line }: Row): string => /\[([a-z0-9-]+)\]$/.exec(line)?.[1] ?? `no code in: ${line}`;
