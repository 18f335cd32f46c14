import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inProcessFetch } from '../../../src/app/machine/in-process-fetch.ts';
import type { Client } from '../../../src/client/client.ts';
import type { GlossaryCalls } from '../../../src/kinds/glossary/service/glossary-calls.ts';
import { glossaryCalls } from '../../../src/kinds/glossary/service/glossary-calls.ts';
import { entriesOf } from '../../../src/model/entries/entries.ts';
import { type PairKey, parsePairKey } from '../../../src/model/entries/language-pair.ts';
import { runLexform } from '../../support/cli.ts';
import { TEST_KEY } from '../../support/in-process.ts';
import { administeredService, clientOf, TEST_ADMIN_KEY } from '../../support/target.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';
import type { Files, Row } from './row.ts';

/** A workspace that manages all three kinds, with a ledger in a folder. */
const CONFIG = `version: 1
targets:
  prod: { base_url: "http://127.0.0.1:9", key: env:KEY, admin_key: env:ADMIN }
glossaries: glossaries/*/*.yaml
style_rules: style-rules/*.yaml
ledger: { dir: ledger }
`;

const language = (lang: string) => ({
  lang,
  name: lang,
  usable_as_source: true,
  usable_as_target: true,
  status: 'stable',
  features: {},
});

/** A workspace whose target is an embedded service, and somebody else who has the key of that service. */
export interface World {
  readonly cwd: string;
  /** Everything that a command shows. */
  readonly run: (...args: readonly string[]) => Promise<string>;
  readonly client: Client;
  readonly write: (path: string, content: string) => Promise<void>;
  readonly remove: (path: string) => Promise<void>;
  /** Gives the glossary of a name a dictionary with these entries, in the place of the one that it has. */
  readonly put: (name: string, pair: PairKey, entries: Readonly<Record<string, string>>) => Promise<void>;
  readonly glossary: (name: string) => Promise<Awaited<ReturnType<GlossaryCalls['list']>>[number]>;
}

/**
 * What a command says with a target: `show` brings about the state and gives what the command shows. `more`: lines of
 * `lexform.yaml` behind the usual ones; `listed`: the only languages that the service lists, which lists them all by
 * default.
 */
export const onTarget = (
  line: string,
  files: Files,
  show: (world: World) => Promise<string>,
  { more = '', listed }: { readonly more?: string; readonly listed?: readonly string[] } = {},
): Row => ({
  line,
  async show() {
    const service = administeredService();
    const cwd = await tempWorkspace({ 'lexform.yaml': `${CONFIG}${more}`, ...files });
    const client = clientOf(service);
    const env = { KEY: TEST_KEY, ADMIN: TEST_ADMIN_KEY };
    const real = inProcessFetch(service);
    const fetch: typeof real = async (url, request) =>
      listed !== undefined && url.includes('/v3/languages') ? Response.json(listed.map(language)) : real(url, request);
    const glossary = async (name: string) => {
      const found = (await glossaryCalls(client).list()).find((each) => each.name === name);
      if (found === undefined) throw new Error(`the service has no glossary ${name}`);
      return found;
    };
    return show({
      cwd,
      client,
      glossary,
      async run(...args) {
        const { out, err } = await runLexform({ cwd, env, fetch }, ...args);
        return `${out}${err}`;
      },
      async write(path, content) {
        await mkdir(dirname(join(cwd, path)), { recursive: true });
        await writeFile(join(cwd, path), content);
      },
      remove: (path) => rm(join(cwd, path), { recursive: true }),
      async put(name, pair, entries) {
        await glossaryCalls(client).putDictionary(
          (await glossary(name)).id,
          parsePairKey(pair),
          entriesOf(Object.entries(entries)),
        );
      },
    });
  },
});

/** Applies the files, lets somebody change the service or the files, and runs a command. */
export const afterApply = (
  line: string,
  files: Files,
  command: readonly string[],
  meanwhile: (world: World) => Promise<unknown>,
  more?: Parameters<typeof onTarget>[3],
): Row =>
  onTarget(
    line,
    files,
    async (world) => {
      const applied = await world.run('apply', '--auto-approve');
      if (!applied.includes('Applied to prod')) throw new Error(applied);
      await meanwhile(world);
      return world.run(...command);
    },
    more,
  );
