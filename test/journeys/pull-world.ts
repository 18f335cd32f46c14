import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { inProcessFetch } from '../../src/app/machine/in-process-fetch.ts';
import { type CliInput, runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { RULES_OFF } from '../support/rules-off.ts';
import { caller } from '../support/service-caller.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

interface Named {
  readonly name: string;
}

/** A workspace that was applied to a service of its own, and the ways in which somebody else changes what is there. */
export async function pullWorld(given: Readonly<Record<string, string>>, service = testService()) {
  const { 'lexform.yaml': more, ...others } = given;
  const has = (folder: string): boolean => Object.keys(others).some((path) => path.startsWith(folder));
  const patterns =
    more ??
    `${has('glossaries/') ? 'glossaries: glossaries/*/glossary.yaml\n' : ''}${has('style-rules/') ? 'style_rules: style-rules/*.yaml\n' : ''}`;
  const cwd = await tempWorkspace({
    'lexform.yaml': `version: 1\ntargets:\n  prod: { base_url: http://127.0.0.1:9, key: env:KEY }\n${patterns}${RULES_OFF}`,
    ...others,
  });
  const runWith = (more: Partial<CliInput>, ...args: readonly string[]) =>
    runLexform({ cwd, env: { KEY: TEST_KEY }, fetch: inProcessFetch(service), ...more }, ...args);
  const run = (...args: readonly string[]) => runWith({}, ...args);
  expect(await run('apply', '--auto-approve')).toMatchObject({ code: 0, err: expect.not.stringContaining('error:') });
  const call = caller(service);
  const glossaryId = async (name: string): Promise<string> =>
    (await call('GET', '/v3/glossaries')).body.glossaries.find((each: Named) => each.name === name)?.glossary_id;
  const listId = async (name: string): Promise<string> =>
    (await call('GET', '/v3/style_rules')).body.style_rules.find((each: Named) => each.name === name)?.style_id;
  const read = (path: string): string => readFileSync(join(cwd, path), 'utf8');
  return {
    service,
    cwd,
    run,
    runWith,
    call,
    read,
    glossaryId,
    listId,
    /** Creates or replaces a dictionary. */
    async put(name: string, target: string, entries: string, source = 'en') {
      const body = { source_lang: source, target_lang: target, entries, entries_format: 'tsv' };
      expect((await call('PUT', `/v3/glossaries/${await glossaryId(name)}/dictionaries`, body)).status).toBe(200);
    },
    async remove(name: string, target: string, source = 'en') {
      const query = `source_lang=${source}&target_lang=${target}`;
      expect((await call('DELETE', `/v3/glossaries/${await glossaryId(name)}/dictionaries?${query}`)).status).toBe(204);
    },
    async removeGlossary(name: string) {
      expect((await call('DELETE', `/v3/glossaries/${await glossaryId(name)}`)).status).toBe(204);
    },
    async removeList(name: string) {
      expect((await call('DELETE', `/v3/style_rules/${await listId(name)}`)).status).toBe(204);
    },
    /** Takes files away, as somebody does who wants no such thing any more. */
    async drop(...paths: readonly string[]) {
      for (const path of paths) rmSync(join(cwd, path));
    },
    /** Writes the id of a style list into its file, and applies. */
    async pin(path: string, name: string) {
      writeFileSync(join(cwd, path), `${read(path)}id: ${await listId(name)}\n`);
      expect((await run('apply', '--auto-approve')).code).toBe(0);
    },
    /** Path → content of all files, in the order of paths, without what the tool keeps for itself. */
    files(): Readonly<Record<string, string>> {
      const paths = readdirSync(cwd, { recursive: true, encoding: 'utf8' })
        .map((path) => path.replaceAll('\\', '/'))
        .filter((path) => !/^\.(?:git|lexform)(?:\/|$)/.test(path) && statSync(join(cwd, path)).isFile());
      return Object.fromEntries(paths.sort().map((path) => [path, read(path)]));
    },
  };
}
