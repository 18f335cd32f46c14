import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../support/git-repository.ts';
import { seeded } from '../support/seeded.ts';
import { type Serving, serving } from './serving.ts';

/** `LEXFORM_CAMPAIGN=500` plays so many rounds, as for the campaign that kills applies. */
const ROUNDS = Number(process.env.LEXFORM_CAMPAIGN ?? 2);
const SEED = Number(process.env.LEXFORM_CAMPAIGN_SEED ?? Math.floor(Math.random() * 2 ** 31));

const HEADERS = { authorization: 'Service-Auth-Key k', 'content-type': 'application/json' };
const WRITERS = 4;
const WRITES = 10;

const dictionary = (name: string) => ({
  ...{ source_lang: 'en', target_lang: 'de', entries_format: 'tsv' },
  entries: Array.from({ length: 50 }, (_, index) => `${name} ${index}\t${name} ${index}`).join('\n'),
});

/** The glossary was made: its answer came. */
async function made({ url }: Serving, name: string): Promise<boolean> {
  try {
    const body = JSON.stringify({ name, dictionaries: [dictionary(name)] });
    return (await fetch(`${url}/v3/glossaries`, { method: 'POST', headers: HEADERS, body })).status === 201;
  } catch {
    return false;
  }
}

/** Name → entries of every glossary. */
async function stored({ url }: Serving): Promise<ReadonlyMap<string, string>> {
  const read = async (path: string) => {
    const answer = await fetch(`${url}${path}`, { headers: HEADERS });
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.json();
  };
  const { glossaries } = (await read('/v3/glossaries')) as {
    glossaries: readonly { glossary_id: string; name: string }[];
  };
  const found = await Promise.all(
    glossaries.map(async ({ glossary_id, name }) => {
      const path = `/v3/glossaries/${glossary_id}/entries?source_lang=en&target_lang=de`;
      const { dictionaries } = (await read(path)) as { dictionaries: readonly { entries: string }[] };
      return [name, dictionaries[0]?.entries ?? ''] as const;
    }),
  );
  expect(new Set(found.map(([name]) => name)).size).toBe(found.length);
  return new Map(found);
}

test(
  `processes that share --data and are killed keep every write that they answered (seed ${SEED})`,
  async () => {
    const random = seeded(SEED);
    for (let round = 0; round < ROUNDS; round += 1) {
      const after = random.below(WRITERS * WRITES);
      const victims = 1 + random.below(3);
      const folder = tempFolder();
      const args = ['--data', folder, '--key', 'k', '--quiet'];
      const processes = await Promise.all(Array.from({ length: 3 }, () => serving(...args)));
      const answered: string[] = [];
      const killed: Promise<unknown>[] = [];
      await Promise.all(
        Array.from({ length: WRITERS }, async (_, writer) => {
          for (let index = 0; index < WRITES; index += 1) {
            const name = `round ${round} writer ${writer} write ${index}`;
            const process = processes[(writer + index) % processes.length];
            if (process !== undefined && (await made(process, name))) answered.push(name);
            if (answered.length >= after && killed.length === 0)
              for (const victim of processes.slice(0, victims)) killed.push(victim.stop('SIGKILL'));
          }
        }),
      );
      await Promise.all(killed);
      const survivors = processes.slice(killed.length);
      // Those that live on go on, and a new process reads the same.
      for (const process of [...survivors, await serving(...args)]) {
        const found = await stored(process);
        expect([round, answered.filter((name) => !found.has(name))]).toEqual([round, []]);
        for (const [name, entries] of found) expect(entries).toBe(dictionary(name).entries);
        expect(await made(process, `round ${round} after ${processes.indexOf(process)}`)).toBe(true);
        await process.stop();
      }
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
      for (const file of files.filter((path) => path.endsWith('.json') && statSync(path).isFile()))
        expect(() => JSON.parse(readFileSync(file, 'utf8'))).not.toThrow();
    }
  },
  120_000 + ROUNDS * 20_000,
);
