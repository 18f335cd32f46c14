import fc from 'fast-check';
import type { Fault } from '../../src/service/faults/faults.ts';

const kind = fc.constantFrom<Fault['kind']>(
  'delay',
  'status',
  'status-after',
  'rate-limit',
  'reset-before',
  'reset-after',
  'truncate',
  'not-ready',
  'fail-target',
);

/** Faults, many of them at the edges of what is allowed. */
export const anyFault = fc.record(
  {
    kind,
    method: fc.constantFrom('GET', 'post', 'x'),
    path: fc.oneof(
      fc.constant('/v3/*'),
      fc.string({ unit: fc.constantFrom('*', '/', 'v', '3', '(', '\\'), maxLength: 6 }),
    ),
    calls: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }),
    from: fc.integer({ min: 1, max: 3 }),
    probability: fc.double({ min: 0, max: 1, noNaN: true }),
    seed: fc.nat(),
    milliseconds: fc.constantFrom(0, 1, 2 ** 31 - 1),
    status: fc.integer({ min: 400, max: 599 }),
    retryAfter: fc.constantFrom(0, 86_400),
    perSecond: fc.constantFrom(0.001, 1e6),
    burst: fc.constantFrom(1, 1e6),
    target: fc.constantFrom(1, 1e6),
  },
  { requiredKeys: ['kind', 'milliseconds', 'status', 'perSecond'] },
);
