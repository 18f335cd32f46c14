import { describe, expect, test } from 'vitest';
import { AREAS } from '../../src/contract/calls.ts';
import type { Check } from '../../src/model/checkup.ts';
import { ServiceError, UnreachableError } from '../../src/model/errors.ts';
import type { WorkspaceConfig } from '../../src/model/workspace/workspace.ts';
import { type ExamineInput, examineService } from '../../src/steps/examine-service.ts';
import { answeringClient } from '../support/live-client.ts';

const NOW = new Date('2026-01-02T03:04:05Z');
const CONFIG = {
  patterns: { glossary: ['g'], 'style-list': ['s'], 'developer-key': ['k'] },
} as unknown as WorkspaceConfig;

type Listing = () => Promise<readonly unknown[]>;
const answers: Listing = async () => [];
const rejects =
  (error: unknown): Listing =>
  () =>
    Promise.reject(error);
const refused = (status: number, message = `status ${status}`): Listing =>
  rejects(Object.assign(Object.create(ServiceError.prototype), { message, refusal: { status } }));
const unreachable = (cause: unknown): Listing =>
  rejects(Object.assign(Object.create(UnreachableError.prototype), { message: 'no answer', cause }));

/** The area of a check: the code begins with its name. */
const areaOf = (code: string): string => {
  if (code.startsWith('right-')) return 'rights';
  return code.startsWith('admin-key-') ? 'admin key' : code.replace(/-.*/, '');
};

/** What is found, as `level code details`. */
async function examine(
  {
    glossaries = answers,
    styleLists = answers,
    keys = answers,
    ...more
  }: Partial<ExamineInput> & {
    readonly glossaries?: Listing;
    readonly styleLists?: Listing;
    readonly keys?: Listing;
  },
  look: (checks: readonly Check[]) => void = () => {},
) {
  const client = answeringClient(({ path }) => (path.startsWith(AREAS.glossaries) ? glossaries() : styleLists()));
  const checks = await examineService({
    client,
    admin: async () => answeringClient(keys),
    config: CONFIG,
    hasAdminKey: true,
    host: 'api.test',
    now: () => NOW,
    watch: { date: () => NOW.toUTCString() },
    ...more,
  });
  look(checks);
  expect(checks.map(({ area }) => area)).toEqual(checks.map(({ code }) => areaOf(code)));
  return checks.map(({ level, code, details }) => [
    level,
    code,
    ...(Object.keys(details ?? {}).length > 0 ? [details] : []),
  ]);
}

const REACHED = ['ok', 'address-reached', { host: 'api.test', milliseconds: 0 }];
const CLOCK = ['ok', 'clock-agrees'];
const ACCEPTED = ['ok', 'key-accepted'];
const granted = (kind: string) => ['ok', 'right-granted', { kind }];
const RIGHTS = [granted('glossaries'), granted('style lists')];
const ADMIN = ['ok', 'admin-key-accepted'];

describe('a service', () => {
  test('that can be worked with', async () => {
    expect(await examine({})).toEqual([REACHED, CLOCK, ACCEPTED, ...RIGHTS, ADMIN]);
  });

  test('that is embedded has neither address, nor clock, nor key', async () => {
    expect(await examine({ host: undefined })).toEqual([['ok', 'address-embedded'], ...RIGHTS, ADMIN]);
  });

  test('takes as long as its first answer', async () => {
    let calls = 0;
    const now = () => {
      calls += 1;
      return new Date(NOW.getTime() + calls * 40);
    };
    expect((await examine({ now }))[0]).toEqual(['ok', 'address-reached', { host: 'api.test', milliseconds: 40 }]);
  });
});

describe('an address', () => {
  const coded = (code: unknown, cause?: unknown) => Object.assign(new Error('x', { cause }), { code });

  test.each<[string, unknown]>([
    ['address-unknown', coded('ENOTFOUND')],
    ['address-unknown', coded('EAI_AGAIN')],
    ['address-refuses', coded('ECONNREFUSED')],
    ['address-silent', coded('ECONNREFUSED_NOT')],
    ['address-silent', coded('X_ENOTFOUND')],
    ['address-silent', coded('XECONNREFUSED')],
    ['address-tls', coded('CERT_HAS_EXPIRED')],
    ['address-tls', coded('ERR_TLS_CERT_ALTNAME_INVALID')],
    ['address-tls', coded('ERR_SSL_WRONG_VERSION')],
    ['address-tls', coded('DEPTH_ZERO_SELF_SIGNED')],
    ['address-tls', coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE')],
    ['address-tls', coded('EPROTO')],
    ['address-unknown', coded(7, coded('UND_ERR', coded('ENOTFOUND')))],
    ['address-silent', coded('ETIMEDOUT')],
    ['address-silent', { code: 'ENOTFOUND' }],
    ['address-silent', undefined],
  ])('%s', async (code, cause) => {
    const details = { host: 'api.test', message: 'no answer' };
    expect(await examine({ glossaries: unreachable(cause) })).toEqual([['error', code, details]]);
  });

  test('whose causes have no end is silent', async () => {
    const endless: Error & { cause?: unknown } = new Error('x');
    endless.cause = endless;
    expect(await examine({ glossaries: unreachable(endless) })).toMatchObject([['error', 'address-silent', {}]]);
  });

  test('of nothing that is known is told without a host', async () => {
    const details = { host: '', message: 'no answer' };
    expect(await examine({ host: undefined, glossaries: unreachable(undefined) })).toEqual([
      ['error', 'address-silent', details],
    ]);
    expect(await examine({ host: undefined, glossaries: refused(404) })).toEqual([
      ['error', 'address-other-service', { host: '' }],
    ]);
  });

  test('of another service', async () => {
    expect(await examine({ glossaries: refused(404) })).toEqual([
      ['error', 'address-other-service', { host: 'api.test' }],
    ]);
  });
});

describe('a key', () => {
  test.each([401, 403])('that is refused everywhere, with %d', async (status) => {
    expect(await examine({ glossaries: refused(status, 'no'), styleLists: refused(403) })).toEqual([
      REACHED,
      CLOCK,
      ['error', 'key-refused', { message: 'no' }],
    ]);
  });

  test('that is refused for one kind alone', async () => {
    const denied = (level: string, kind: string) => [level, 'right-denied', { kind }];
    expect(await examine({ styleLists: refused(403) })).toEqual([
      REACHED,
      CLOCK,
      ACCEPTED,
      granted('glossaries'),
      denied('error', 'style lists'),
      ADMIN,
    ]);
    const config = { patterns: { 'developer-key': ['k'] } } as unknown as WorkspaceConfig;
    expect((await examine({ config, styleLists: refused(403) }))[4]).toEqual(denied('note', 'style lists'));
    expect((await examine({ config, glossaries: refused(401) }))[3]).toEqual(denied('note', 'glossaries'));
  });

  test('of which a listing fails otherwise', async () => {
    const unknown = (level: string, kind: string, message: string) => [level, 'right-unknown', { kind, message }];
    const both = { glossaries: refused(500), styleLists: rejects('text') };
    expect(await examine(both)).toEqual([
      REACHED,
      CLOCK,
      unknown('error', 'glossaries', 'status 500'),
      unknown('error', 'style lists', 'text'),
      ADMIN,
    ]);
    const config = { patterns: {} } as unknown as WorkspaceConfig;
    expect((await examine({ ...both, config })).slice(2, 4)).toEqual([
      unknown('note', 'glossaries', 'status 500'),
      unknown('note', 'style lists', 'text'),
    ]);
  });
});

describe('an admin key', () => {
  const none = { patterns: {} } as unknown as WorkspaceConfig;
  const last = async (input: Parameters<typeof examine>[0]) => (await examine(input)).at(-1);

  test.each<[string, Parameters<typeof examine>[0], unknown]>([
    ['is missing', { hasAdminKey: false }, ['error', 'admin-key-missing']],
    ['is not needed', { hasAdminKey: false, config: none }, ['note', 'admin-key-not-needed']],
    ['is accepted', { config: none }, ADMIN],
    ['is refused', { keys: refused(403) }, ['error', 'admin-key-refused', { message: 'status 403' }]],
    [
      'is refused and not needed',
      { keys: refused(401), config: none },
      ['warning', 'admin-key-refused', { message: 'status 401' }],
    ],
    ['is unknown', { keys: refused(500) }, ['error', 'admin-key-unknown', { message: 'status 500' }]],
    [
      'cannot be had',
      { admin: () => Promise.reject(new Error('no file')) },
      ['error', 'admin-key-unknown', { message: 'no file' }],
    ],
  ])('%s', async (_, input, expected) => {
    expect(await last(input)).toEqual(expected);
  });
});

describe('a clock', () => {
  const at = async (milliseconds: number) => {
    const date = new Date(NOW.getTime() + milliseconds).toISOString();
    return (await examine({ watch: { date: () => date } }))[1];
  };

  test.each([
    [60_000, CLOCK],
    [-60_000, CLOCK],
    [60_600, ['warning', 'clock-differs', { seconds: 61, way: 'behind' }]],
    [-3_600_400, ['warning', 'clock-differs', { seconds: 3600, way: 'ahead of' }]],
  ])('that is off by %d ms', async (milliseconds, expected) => {
    expect(await at(milliseconds)).toEqual(expected);
  });

  test.each([undefined, 'yesterday'])('that the answer does not tell: %s', async (date) => {
    expect((await examine({ watch: { date: () => date } }))[1]).toEqual(['note', 'clock-unknown']);
  });
});

test('each check says what it is about', async () => {
  const areas = async (more: Parameters<typeof examine>[0]) => {
    const found: string[] = [];
    await examine(more, (checks) => found.push(...checks.map(({ area }) => area)));
    return found;
  };
  const usual = ['address', 'clock', 'key', 'rights', 'rights'];
  const none = { patterns: {} } as unknown as WorkspaceConfig;
  expect(await areas({})).toEqual([...usual, 'admin key']);
  for (const more of [{ keys: refused(403) }, { hasAdminKey: false }, { hasAdminKey: false, config: none }])
    expect((await areas(more)).at(-1)).toBe('admin key');
  expect(await areas({ glossaries: refused(500), styleLists: refused(403), watch: { date: () => undefined } })).toEqual(
    expect.arrayContaining(['address', 'clock', 'rights', 'admin key']),
  );
  for (const glossaries of [refused(404), unreachable(undefined)])
    expect(await areas({ glossaries })).toEqual(['address']);
  expect(await areas({ glossaries: refused(401), styleLists: refused(403) })).toEqual(['address', 'clock', 'key']);
});
