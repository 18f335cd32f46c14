import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFault, parseFaults } from '../../../src/service/faults/faults.ts';
import { anyFault } from '../../support/any-fault.ts';
import { runs } from '../../support/runs.ts';

describe('a fault out of a file or a request', () => {
  test.each<readonly [unknown, string]>([
    [[], 'a fault is an object with a kind'],
    [null, 'a fault is an object with a kind'],
    [{}, 'kind must be one of: delay, '],
    [{ kind: '__proto__' }, 'kind must be one of: delay, '],
    [{ kind: 'delay' }, 'a fault of the kind delay needs milliseconds'],
    [{ kind: 'status' }, 'a fault of the kind status needs status'],
    [{ kind: 'status-after' }, 'a fault of the kind status-after needs status'],
    [{ kind: 'rate-limit', burst: 2 }, 'a fault of the kind rate-limit needs perSecond'],
    [{ kind: 'truncate', calls: 1 }, 'calls must be a list of whole numbers from 1'],
    [{ kind: 'truncate', calls: [0] }, 'calls must be a list of whole numbers from 1'],
    [{ kind: 'truncate', calls: ['1'] }, 'calls must be a list of whole numbers from 1'],
    [{ kind: 'truncate', from: 0 }, 'from must be a whole number from 1 to 1000000000'],
    [{ kind: 'truncate', probability: 1.01 }, 'probability must be a number from 0 to 1'],
    [{ kind: 'truncate', probability: Number.NaN }, 'probability must be a number from 0 to 1'],
    [{ kind: 'truncate', seed: 1.5 }, 'seed must be a whole number from 0 to 4294967295'],
    [{ kind: 'delay', milliseconds: -1 }, 'milliseconds must be a whole number from 0 to 2147483647'],
    [{ kind: 'delay', milliseconds: '1' }, 'milliseconds must be a whole number from 0 to 2147483647'],
    [{ kind: 'status', status: 600 }, 'status must be a whole number from 400 to 599'],
    [{ kind: 'status', status: 429, retryAfter: -1 }, 'retryAfter must be a whole number from 0 to 86400'],
    [{ kind: 'rate-limit', perSecond: 0 }, 'perSecond must be a number from 0.001 to 1000000'],
    [{ kind: 'rate-limit', perSecond: 1, burst: 0 }, 'burst must be a whole number from 1 to 1000000'],
    [{ kind: 'fail-target', target: 0 }, 'target must be a whole number from 1 to 1000000'],
    [{ kind: 'truncate', path: 7 }, 'path must be a text'],
    [{ kind: 'truncate', method: null }, 'method must be a text'],
    [{ kind: 'truncate', toString: 1 }, '"toString" is not a field of a fault'],
    [JSON.parse('{"kind":"truncate","__proto__":{}}'), '"__proto__" is not a field of a fault'],
  ])('faults.path: %j is refused: %s', (given, why) => {
    expect(parseFault(given)).toEqual(expect.stringContaining(why));
  });

  test('faults.path: what is right is taken as it is', () => {
    fc.assert(
      fc.property(anyFault, (given) => {
        expect(parseFault(given)).toBe(given);
      }),
      { numRuns: runs(100) },
    );
  });

  test('faults.path: nothing makes it throw', () => {
    fc.assert(
      fc.property(fc.anything(), (given) => {
        expect(typeof parseFault({ kind: 'status', status: given })).toMatch(/string|object/);
        expect(parseFaults(given).faults).toEqual([]);
      }),
      { numRuns: runs(200) },
    );
  });
});
