import { isFields } from '../http/fields.ts';
import { FAULT_KINDS, type Fault } from './faults.ts';

/** The allowed range of each number. */
const NUMBERS: Readonly<Record<string, { readonly min: number; readonly max: number; readonly whole: boolean }>> = {
  from: { min: 1, max: 1e9, whole: true },
  probability: { min: 0, max: 1, whole: false },
  seed: { min: 0, max: 2 ** 32 - 1, whole: true },
  milliseconds: { min: 0, max: 2 ** 31 - 1, whole: true },
  status: { min: 400, max: 599, whole: true },
  retryAfter: { min: 0, max: 86_400, whole: true },
  perSecond: { min: 0.001, max: 1e6, whole: false },
  burst: { min: 1, max: 1e6, whole: true },
  target: { min: 1, max: 1e6, whole: true },
};
const TEXTS: ReadonlySet<string> = new Set(['kind', 'method', 'path']);
/** The number that a kind of fault requires. */
const NEEDED: Partial<Record<Fault['kind'], string>> = {
  delay: 'milliseconds',
  status: 'status',
  'status-after': 'status',
  'rate-limit': 'perSecond',
};

/** One fault out of a file or a request, or what is wrong with it. */
export function parseFault(value: unknown): Fault | string {
  if (!isFields(value)) return 'a fault is an object with a kind';
  const kind = FAULT_KINDS.find((known) => known === value.kind);
  if (kind === undefined) return `kind must be one of: ${FAULT_KINDS.join(', ')}`;
  for (const [name, field] of Object.entries(value)) {
    const range = Object.hasOwn(NUMBERS, name) ? NUMBERS[name] : undefined;
    if (name === 'calls') {
      if (!Array.isArray(field) || field.some((call) => !Number.isInteger(call) || call < 1))
        return 'calls must be a list of whole numbers from 1';
    } else if (range !== undefined) {
      const fits = typeof field === 'number' && field >= range.min && field <= range.max;
      if (!fits || (range.whole && !Number.isInteger(field)))
        return `${name} must be a ${range.whole ? 'whole ' : ''}number from ${range.min} to ${range.max}`;
    } else if (!TEXTS.has(name)) return `${JSON.stringify(name.slice(0, 64))} is not a field of a fault`;
    else if (typeof field !== 'string') return `${name} must be a text`;
  }
  const needed = NEEDED[kind];
  if (needed !== undefined && !Object.hasOwn(value, needed)) return `a fault of the kind ${kind} needs ${needed}`;
  return value as unknown as Fault;
}

/** All faults of a list, or a message for each invalid item. */
export function parseFaults(value: unknown): { readonly faults: readonly Fault[]; readonly wrong: readonly string[] } {
  if (!Array.isArray(value)) return { faults: [], wrong: ['faults must be a list'] };
  const parsed = value.map(parseFault);
  return {
    faults: parsed.filter((each) => typeof each !== 'string'),
    wrong: parsed.flatMap((each, index) => (typeof each === 'string' ? [`fault ${index + 1}: ${each}`] : [])),
  };
}
