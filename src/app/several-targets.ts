import nodePath, { type PlatformPath } from 'node:path';
import { UsageError } from '../model/errors.ts';
import type { WorkspaceConfig } from '../model/workspace/workspace.ts';
import type { ReportRequest } from '../review/ci/format-names.ts';

/** The error for unknown names of targets. */
export function noTarget(unknown: readonly string[], known: readonly string[]): UsageError {
  const quoted = unknown.map((name) => `"${name}"`).join(', ');
  return new UsageError(`lexform.yaml has no target ${quoted}; it has: ${known.join(', ')}`, {
    code: 'target-unknown',
  });
}

/**
 * The targets in `--target eu,us` or `--target all`, without duplicates, in the given order; for `all` in the order of
 * `lexform.yaml`. `undefined` for one target. A target with the name `all` has priority. Throws a `UsageError` that
 * lists every unknown target, or if the option is missing and `lexform.yaml` has several targets.
 */
export function severalTargets(
  { targets }: Pick<WorkspaceConfig, 'targets'>,
  text: string | undefined,
): readonly string[] | undefined {
  const known = targets.map(({ name }) => name);
  if (text === undefined && known.length > 1)
    throw new UsageError(
      `lexform.yaml has several targets (${known.join(', ')}); name one with --target, or several ` +
        `(${known.slice(0, 2).join(',')}), or all`,
      { code: 'target-needed' },
    );
  if (text === undefined || known.includes(text)) return undefined;
  if (text === 'all') return known;
  if (!text.includes(',')) return undefined;
  const names = [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== '');
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw noTarget(unknown, known);
  if (names.length === 0)
    throw new UsageError(`--target names no target; lexform.yaml has: ${known.join(', ')}`, {
      code: 'target-needed',
    });
  return names;
}

/**
 * `plans/plan.json` → `plans/plan.prod-eu.json`, `plan.json.gz` → `plan.prod-eu.json.gz`: the file name for one of
 * several targets.
 */
export function pathWithMark(path: string, target: string, { parse }: PlatformPath = nodePath): string {
  const zip = path.endsWith('.gz') ? '.gz' : '';
  const plain = path.slice(0, path.length - zip.length);
  const { name, ext } = parse(plain);
  return `${plain.slice(0, plain.length - name.length - ext.length)}${name}.${target}${ext}${zip}`;
}

/** The report options for one of several targets. */
export const reportsWithMark = (reports: readonly ReportRequest[], target: string): readonly ReportRequest[] =>
  reports.map((each) => (each.path === undefined ? each : { ...each, path: pathWithMark(each.path, target) }));

/** Throws if two names differ only in upper and lower case, because on many systems their files would be one. */
export function checkFileNames(names: readonly string[]): void {
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length)
    throw new UsageError(
      'the names of these targets differ only in case, so their files could be the same; name one target',
    );
}

/** The files that a command writes besides its reports, and whether each target has its own. */
export interface RunFiles {
  /** True: with several targets each has files with its name. */
  readonly perTarget?: boolean;
  /** True: `--out` names a plan. */
  readonly savesPlan?: boolean;
}

/** The files of a command that runs for each target, and may save its plan. */
export const EACH_TARGET: RunFiles = { perTarget: true, savesPlan: true };

const FILES_OF: Readonly<Record<string, RunFiles>> = {
  plan: EACH_TARGET,
  apply: { perTarget: true },
  drift: { perTarget: true },
  rollback: { savesPlan: true },
  restore: { savesPlan: true },
};

/** The files of a command by its name. */
export const filesOfCommand = (name: string): RunFiles => FILES_OF[name] ?? {};

/** Suffix of file names when a run about several targets fails before its targets are known. */
export const NAME_OF_ALL = 'all';

/**
 * The names in the files of a run that ended before its targets; `undefined`: the run is about one target or none.
 * `config`: `lexform.yaml`, if it could be read.
 */
export function namesOfFiles(
  config: Pick<WorkspaceConfig, 'targets'> | undefined,
  text: string | undefined,
): readonly string[] | undefined {
  if (text === undefined) return undefined;
  if (config?.targets.some(({ name }) => name === text)) return undefined;
  if (text === 'all') return config?.targets.map(({ name }) => name) ?? [NAME_OF_ALL];
  const names = text.split(',').map((name) => name.trim());
  return names.length === 1 ? undefined : [...new Set(names)].filter((name) => /^[\w.-]+$/.test(name));
}
