import { describe, expect, test } from 'vitest';
import { cacheFolder } from '../../../src/app/machine/cache-folder.ts';
import { cachedLanguages } from '../../../src/app/session/language-cache.ts';
import type { Language } from '../../../src/model/account/language.ts';

const env = (values: Readonly<Record<string, string>>) => (name: string) => values[name];

describe('the cache folder', () => {
  test.each([
    ['linux', { HOME: '/home/a', XDG_CACHE_HOME: '/cache' }, '/cache/lexform'],
    ['linux', { HOME: '/home/a' }, '/home/a/.cache/lexform'],
    ['linux', { HOME: '/home/a', XDG_CACHE_HOME: 'cache' }, '/home/a/.cache/lexform'],
    ['linux', {}, undefined],
    ['linux', { HOME: '..' }, undefined],
    ['darwin', { HOME: '/Users/a', XDG_CACHE_HOME: '/cache' }, '/Users/a/Library/Caches/lexform'],
    ['win32', { LOCALAPPDATA: 'C:\\Users\\a\\AppData\\Local' }, 'C:\\Users\\a\\AppData\\Local\\lexform\\cache'],
    ['win32', { HOME: 'C:\\Users\\a' }, undefined],
  ])('on %s with %j', (system, values, folder) => {
    expect(cacheFolder(env(values), system)).toBe(folder);
  });
});

const hostile: Language = {
  code: '__proto__',
  name: 'a\u001b[2J\u2028',
  usableAsSource: true,
  usableAsTarget: false,
  status: 'of later',
  features: new Map([
    ['__proto__', { status: '', external: true }],
    ['10', { status: 'beta', external: false }],
    ['2', { status: 'stable', external: false }],
  ]),
};

/** A cache over a map; every write fails when `full`. */
function bench({ full = false } = {}) {
  const kept = new Map<string, string>();
  let asked = 0;
  const resources = [{ name: 'r', features: new Map([['f', { needsSource: true, needsTarget: false }]]) }];
  const calls = cachedLanguages(
    {
      list: async () => {
        asked += 1;
        return [hostile];
      },
      resources: async () => {
        asked += 1;
        return resources;
      },
    },
    {
      folder: '/cache',
      baseUrl: 'https://a.example',
      refresh: false,
      files: {
        readFile: async (path) => {
          if (full) throw new Error('EACCES');
          const text = kept.get(path);
          return text === undefined ? undefined : new TextEncoder().encode(text);
        },
        writeFile: async (path, content) => {
          if (full) throw new Error('ENOSPC');
          kept.set(path, String(content));
        },
      },
      now: () => new Date(0),
    },
  );
  return { calls, kept, resources, asked: () => asked };
}

describe('what is kept', () => {
  test('comes back as it was, whatever the names', async () => {
    const { calls, asked, resources } = bench();
    await calls.list('x');
    await calls.resources();
    expect(asked()).toBe(2);
    expect(await calls.list('x')).toEqual([hostile]);
    expect([...((await calls.list('x'))[0]?.features.keys() ?? [])]).toEqual(['__proto__', '10', '2']);
    expect(await calls.resources()).toEqual(resources);
    expect(asked()).toBe(2);
  });

  test('lies in a file of which no part of a question makes the path', async () => {
    const { calls, kept } = bench();
    await calls.list('../../../etc/passwd');
    expect([...kept.keys()].every((path) => /^[\\/]cache[\\/]languages-[0-9a-f]{32}\.json$/.test(path))).toBe(true);
    expect(kept.size).toBe(1);
  });

  test('is asked again every time where the folder cannot be used', async () => {
    const { calls, asked } = bench({ full: true });
    expect(await calls.list('x')).toEqual([hostile]);
    expect(await calls.list('x')).toEqual([hostile]);
    expect(asked()).toBe(2);
  });

  test('is nothing when one value in it has another type', async () => {
    const { calls, kept, asked } = bench();
    await calls.list('x');
    const [[path, text] = ['', '']] = kept;
    for (const [from, to] of [
      ['"usableAsSource":true', '"usableAsSource":1'],
      ['"external":true', '"external":"yes"'],
      ['"status":"of later"', '"status":null'],
      ['[["__proto__"', '[[10'],
      ['"formatVersion":1', '"formatVersion":2'],
      ['1970-01-01T00:00:00.000Z', 'yesterday'],
    ] as const) {
      expect(text).toContain(from);
      kept.set(path, text.replace(from, to));
      const before = asked();
      expect(await calls.list('x')).toEqual([hostile]);
      expect(asked()).toBe(before + 1);
    }
  });

  test('is no failure: the next question asks again', async () => {
    const kept = new Map<string, string>();
    let asked = 0;
    const calls = cachedLanguages(
      {
        list: async () => {
          asked += 1;
          if (asked === 1) throw new Error('503');
          return [];
        },
        resources: async () => [],
      },
      {
        folder: '/cache',
        baseUrl: 'https://a.example',
        refresh: false,
        files: { readFile: async () => undefined, writeFile: async (path) => void kept.set(path, '') },
        now: () => new Date(0),
      },
    );
    await expect(calls.list('x')).rejects.toThrow('503');
    expect(kept.size).toBe(0);
    expect(await calls.list('x')).toEqual([]);
  });
});
