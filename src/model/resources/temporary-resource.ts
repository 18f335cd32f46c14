import { digestOf } from './digest.ts';

/**
 * The claim on a resource that was made for a moment and has no owner but the run that made it. It stands in the name
 * of the resource, since a name is all that the service keeps of it: so it is known to every run on every machine, also
 * after the one that made it was killed.
 */
export interface TemporaryResource {
  /** Until then the resource belongs to the run that made it; after that, whoever comes by removes it. */
  readonly until: Date;
  /** Of the run that made it. */
  readonly run: string;
}

const NAME =
  /^Lexform preview, may be deleted after (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ) \(([\w-]{1,64}) ([0-9a-f]{16})\)$/;

/** Sixteen hex digits that no name has by chance, and that nobody writes who only imitates one. */
const checkOf = (until: string, run: string): string => digestOf({ lease: [until, run] }).slice('sha256:'.length, 23);

/**
 * The name of a leased resource: it tells a person in a web interface what it is. Whole seconds; ASCII, far below every
 * limit of a name.
 */
export function temporaryName({ until, run }: TemporaryResource): string {
  const time = `${until.toISOString().slice(0, 19)}Z`;
  return `Lexform preview, may be deleted after ${time} (${run} ${checkOf(time, run)})`;
}

/** The lease that a name states; `undefined` when it is a name like any other, however much it resembles one. */
export function temporaryOf(name: string): TemporaryResource | undefined {
  const found = NAME.exec(name);
  // Every name of a target comes by here, and hardly one is a lease.
  if (found === null) return undefined;
  const [, time = '', run = '', check = ''] = found;
  const until = new Date(time);
  return Number.isNaN(until.getTime()) || check !== checkOf(time, run) ? undefined : { until, run };
}
