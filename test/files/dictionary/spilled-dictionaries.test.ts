import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { parseDictionary } from '../../../src/files/dictionary/dictionary-file.ts';
import type { ParsedDictionary } from '../../../src/files/dictionary/entry-collector.ts';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { spillFile } from '../../../src/files/node/spill-file.ts';
import { diffEntries } from '../../../src/kinds/change/diff-entries.ts';
import { readEntriesAnswer } from '../../../src/kinds/glossary/service/entries-wire.ts';
import type { Entry } from '../../../src/model/entries/entries.ts';
import { isPacked } from '../../../src/packed/packed-entries.ts';
import { type EntryStore, entryStore, type SpillFile, STORE_BYTES } from '../../../src/packed/spilled-entries.ts';
import { readDesired } from '../../../src/workspace/read-desired.ts';
import { runs } from '../../support/runs.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

const PAIR = { source: 'en', target: 'de' };

/** Of a store that keeps the first file alone in memory. */
const NOTHING = { small: 0, large: 0 };

/** A spill file in memory, and the bytes that were written to it. */
function spilling(): { readonly file: SpillFile; readonly written: () => number } {
  let all = Buffer.alloc(0);
  const append = (bytes: Uint8Array): number => {
    all = Buffer.concat([all, bytes]);
    return all.length - bytes.length;
  };
  const read = (at: number, into: Uint8Array): void => void all.copy(into, 0, at, at + into.length);
  return { file: { append, read }, written: () => all.length };
}

const field = (text: string): string => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const csvOf = (rows: readonly Entry[]): Uint8Array =>
  new TextEncoder().encode(`# a note\n\n${rows.map((row) => row.map(field).join(',')).join('\n\n')}\n`);

function parsed(rows: readonly Entry[], store?: EntryStore): ParsedDictionary {
  const text = csvOf(rows);
  const bytes = store?.bytes(text.length) ?? new Uint8Array(text.length);
  bytes.set(text);
  const { value } = parseDictionary({ bytes, file: 'a.csv', pair: PAIR, comments: '#', ...(store && { store }) });
  if (value === undefined) throw new Error('the file has errors');
  return value;
}

const phrase = fc.stringMatching(/^[a-zé字"][a-z ,"é字😀]{0,12}[a-z字]$/u);
const dictionary = fc.uniqueArray(fc.tuple(phrase, phrase), { minLength: 1, maxLength: 40, selector: ([key]) => key });

function told({ entries, locate, locateTarget }: ParsedDictionary) {
  const all = [...entries];
  return {
    all,
    digest: entries.digest,
    found: all.map(([source]) => [entries.get(source), locate(source), locateTarget?.(source)]),
    absent: entries.get('no such phrase'),
  };
}

describe('dictionaries that lie in a file', () => {
  test('say what those in memory say, however their memory was used again', () => {
    fc.assert(
      fc.property(fc.array(dictionary, { minLength: 2, maxLength: 6 }), (all) => {
        const { file } = spilling();
        const store = entryStore(() => file, NOTHING);
        const spilled = all.map((rows) => parsed(rows, store));
        expect(spilled.map(told)).toEqual(all.map((rows) => told(parsed(rows))));
      }),
      { numRuns: runs(100) },
    );
  });

  test('can be read at the same time', () => {
    const rows = (name: string) =>
      Array.from({ length: 5000 }, (_, at): Entry => [`${name} ${at}`, `to ${name} ${at}`]);
    const { file } = spilling();
    const store = entryStore(() => file, NOTHING);
    const [, left, right] = ['first', 'left', 'right'].map((name) => parsed(rows(name), store).entries);
    const both = [left?.[Symbol.iterator](), right?.[Symbol.iterator]()];
    for (let at = 0; at < 5000; at += 1) {
      expect(both[0]?.next().value).toEqual([`left ${at}`, `to left ${at}`]);
      expect(both[1]?.next().value).toEqual([`right ${at}`, `to right ${at}`]);
      if (at % 1000 === 0) expect(left?.get(`left ${at}`)).toBe(`to left ${at}`);
    }
  });

  test('are compared like others, while the answer of the service comes in as well', () => {
    const rows = Array.from({ length: 300 }, (_, at): Entry => [`term ${at}`, `Wort ${at}`]);
    const live = rows.slice(3).map(([source, target], at): Entry => [source, at === 7 ? 'anders' : target]);
    const { file } = spilling();
    const store = entryStore(() => file, NOTHING);
    const [, desired] = [parsed([['x', 'y']], store), parsed(rows, store).entries];
    if (desired === undefined) throw new Error('unreachable');
    const body = new TextEncoder().encode(
      JSON.stringify({
        dictionaries: [{ entries: live.map((row) => row.join('\t')).join('\n'), entries_format: 'tsv' }],
      }),
    );
    const reader = readEntriesAnswer(desired);
    const answer = reader.end(body.subarray(reader.take(body)));
    const found = answer as ReturnType<typeof parsed>['entries'];
    const named = ({ key }: { readonly key: readonly string[] }) => key.at(-1);
    for (const side of [found, parsed(live).entries]) {
      const { removed, changed, added } = diffEntries('en->de', side, desired);
      expect([removed, changed.map(named), added.map(named)]).toEqual([
        [],
        ['term 10'],
        ['term 0', 'term 1', 'term 2'],
      ]);
    }
    expect(found.digest).toBe(parsed(live).entries.digest);
  });

  test('are compared with answers that come in one after another, and at the same time', () => {
    const store = entryStore(() => spilling().file, NOTHING);
    const all = ['a', 'b', 'c'].map((name) =>
      Array.from({ length: 2000 }, (_, at): Entry => [`${name} term ${at}`, `${name} Wort ${at}`]),
    );
    const known = [parsed([['x', 'y']], store), ...all.map((rows) => parsed(rows, store))].slice(1);
    const bodies = all.map((rows) =>
      new TextEncoder().encode(JSON.stringify({ entries: rows.map((row) => row.join('\t')).join('\n') })),
    );
    const begun = known.map(({ entries }, at) => {
      const reader = readEntriesAnswer(entries);
      const half = (bodies[at] as Uint8Array).subarray(0, 40_000);
      return { reader, taken: reader.take(half) };
    });
    const first = begun.map(({ reader, taken }, at) => reader.end((bodies[at] as Uint8Array).subarray(taken)));
    const again = known.map(({ entries }, at) => readEntriesAnswer(entries).end(bodies[at] as Uint8Array));
    for (const found of [first, again])
      for (const [at, entries] of found.entries()) {
        if (typeof entries !== 'object') throw new Error('unreachable');
        expect(entries.digest).toBe(known[at]?.entries.digest);
        expect([...entries]).toEqual(all[at]);
      }
  });

  test('keep no more in memory than the store may have, and the first whatever it has', () => {
    const { file, written } = spilling();
    const store = entryStore(() => file, { small: 1000, large: 0 });
    const large = Array.from({ length: 100 }, (_, at): Entry => [`term ${at}`, `Wort ${at}`]);
    const kept = parsed(large, store).entries;
    expect(isPacked(kept) && kept.look).toBe(undefined);
    expect(written()).toBe(0);
    for (let count = 0; count < 3; count += 1) parsed([[`a${count}`, 'b']], store);
    expect(written()).toBeGreaterThan(0);
  });

  test('of small files stay in memory longer than those of others', () => {
    const { file, written } = spilling();
    const store = entryStore(() => file, { large: 1 });
    const rows = (count: number) => Array.from({ length: count }, (_, at): Entry => [`term ${at}`, `Wort ${at}`]);
    for (let count = 0; count < 20; count += 1) parsed(rows(100), store);
    expect(written()).toBe(0);
    parsed(rows(10_000), store);
    expect(written()).toBeGreaterThan(10_000);
  });

  test('stay in memory where no file can be made, and where the disk is full', () => {
    const rows: readonly Entry[] = [['term', 'Wort']];
    const failing: readonly (() => SpillFile)[] = [
      () => {
        throw new Error('read-only');
      },
      () => ({
        ...spilling().file,
        append() {
          throw new Error('no space');
        },
      }),
    ];
    for (const open of failing) {
      const store = entryStore(open, NOTHING);
      const all = [1, 2, 3].map(() => parsed(rows, store));
      expect(all.map(told)).toEqual([1, 2, 3].map(() => told(parsed(rows))));
    }
  });

  test('leave bytes alone that the store did not give', () => {
    const { file } = spilling();
    const store = entryStore(() => file, NOTHING);
    const bytes = csvOf([['term', 'Wort']]);
    const before = bytes.slice();
    for (let count = 0; count < 3; count += 1) {
      parseDictionary({ bytes, file: 'a.csv', pair: PAIR, comments: '#', store });
      parsed([['other', 'anders']], store);
    }
    expect(bytes).toEqual(before);
  });

  test('of a workspace lie in a file beyond some megabytes', async () => {
    const rows = (from: number): string =>
      Array.from({ length: 20_000 }, (_, at) => `term ${from + at} of many,Wort ${from + at} von vielen\n`).join('');
    const root = await tempWorkspace({
      'lexform.yaml':
        'version: 1\ntargets:\n  a: { base_url: "http://x.invalid", key: env:K }\nglossaries: g/*/glossary.yaml\n',
      'g/one/glossary.yaml': 'name: one\n',
      ...Object.fromEntries(['de', 'fr', 'es', 'it', 'nl'].map((to, at) => [`g/one/en-${to}.csv`, rows(at * 50_000)])),
    });
    const { file, written } = spilling();
    const files = nodeFiles();
    const digests = async (ports: typeof files) => {
      const { desired } = await readDesired(ports, root);
      return (desired?.glossaries ?? []).flatMap((each) =>
        [...each.dictionaries.values()].map(({ entries }) => entries.digest),
      );
    };
    const { spillFile: _, ...without } = files;
    expect(await digests({ ...files, spillFile: () => file })).toEqual(await digests(without));
    expect(written()).toBeGreaterThan(0);
    expect(STORE_BYTES).toBeLessThan(5_000_000);
  });
});

describe('a spill file', () => {
  test('gives back what was written, and has no name', async () => {
    const folder = await tempWorkspace({});
    vi.stubEnv('TMPDIR', folder);
    const file = spillFile();
    vi.unstubAllEnvs();
    const [one, two] = [file.append(Uint8Array.of(1, 2, 3)), file.append(Uint8Array.of(4, 5))];
    const into = new Uint8Array(4);
    file.read(one + 1, into);
    expect([...into]).toEqual([2, 3, 4, 5]);
    expect(two).toBe(3);
    expect(readdirSync(folder)).toEqual([]);
    expect(() => file.read(3, into)).toThrow('lost its end');
  });
});
