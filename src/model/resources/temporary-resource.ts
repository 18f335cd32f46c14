import { digestOf } from './digest.ts';

/**
 * The mark of a resource that exists for a short time and belongs to the run that created it. The name of the resource
 * contains it, because the service keeps nothing else: so every run on every machine recognises it, also after the
 * creating run was killed.
 */
export interface TemporaryResource {
  /** Until this time, the resource belongs to the run that created it; after that, any run may remove it. */
  readonly until: Date;
  /** The run that created it. */
  readonly run: string;
}

const NAME =
  /^Lexform preview, may be deleted after (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ) \(([\w-]{1,64}) ([0-9a-f]{16})\)$/;

/** Sixteen hex digits that no ordinary name has by chance. */
const checkOf = (until: string, run: string): string => digestOf({ lease: [until, run] }).slice('sha256:'.length, 23);

/**
 * The name of a temporary resource; a person who sees it in a web interface can understand it. Whole seconds; ASCII,
 * far below every limit of a name.
 */
export function temporaryName({ until, run }: TemporaryResource): string {
  const time = `${until.toISOString().slice(0, 19)}Z`;
  return `Lexform preview, may be deleted after ${time} (${run} ${checkOf(time, run)})`;
}

/** The lease that a name states; `undefined` when it is a name like any other, however much it resembles one. */
export function temporaryOf(name: string): TemporaryResource | undefined {
  const found = NAME.exec(name);
  // This function gets every name of a target, and few are temporary.
  if (found === null) return undefined;
  const [, time = '', run = '', check = ''] = found;
  const until = new Date(time);
  return Number.isNaN(until.getTime()) || check !== checkOf(time, run) ? undefined : { until, run };
}
