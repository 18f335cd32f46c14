/**
 * `error`: an apply could not work. `warning`: it could, and something will cause trouble. `note`: nothing is wrong.
 */
export type CheckLevel = 'ok' | 'note' | 'warning' | 'error';

/** The subject of a check. */
export type CheckArea = 'versions' | 'files' | 'key' | 'address' | 'rights' | 'admin key' | 'clock' | 'ledger' | 'lock';

/**
 * The result of one check of `lexform doctor`. Data, not text: `review/account/doctor-text.ts` words it by its code.
 */
export interface Check {
  readonly area: CheckArea;
  readonly level: CheckLevel;
  /** kebab-case, stable across versions. */
  readonly code: string;
  /** Texts may be those of files or of the service. */
  readonly details: Readonly<Record<string, string | number>>;
}

/** Makes a check; the order of its parts is that in which they are read. */
export const check = (area: CheckArea, level: CheckLevel, code: string, details: Check['details'] = {}): Check => ({
  area,
  level,
  code,
  details,
});

export interface Checkup {
  /** Of this machine and of the files. */
  readonly workspace: readonly Check[];
  readonly targets: readonly { readonly target: string; readonly checks: readonly Check[] }[];
}

const isError = ({ level }: Check): boolean => level === 'error';

/** False when an apply could not work, on any of the targets. */
export const canApply = ({ workspace, targets }: Checkup): boolean =>
  ![...workspace, ...targets.flatMap(({ checks }) => checks)].some(isError);
