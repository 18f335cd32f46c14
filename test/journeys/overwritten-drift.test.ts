import { readFileSync } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DesiredState } from '../../src/kinds/states.ts';
import { git } from '../support/git-repository.ts';
import { livesFor } from '../support/killed-run.ts';
import { contentOf, type LiveContent } from '../support/live-content.ts';
import { least, runs } from '../support/runs.ts';
import { caller } from '../support/service-caller.ts';
import { desiredState } from '../support/target.ts';
import { CONFIG, CONSENT, replaceFiles, rollbackWorld, START } from './rollback-world.ts';

/** A workspace that was applied, and the service with a changed term, a new term, and a changed instruction. */
async function drifted(ledger: 'folder' | 'git' = 'folder') {
  const here = await rollbackWorld(START);
  if (ledger === 'git') {
    git(here.cwd, 'init', '-q');
    await here.write('lexform.yaml', CONFIG.replace(/^ledger:.*\n/m, ''));
  }
  expect((await here.apply()).code).toBe(0);
  const call = caller(here.service);
  const [glossary] = (await call('GET', '/v3/glossaries')).body.glossaries;
  const setTerms = (entries: string) =>
    call('PUT', `/v3/glossaries/${glossary.glossary_id}/dictionaries`, {
      source_lang: 'en',
      target_lang: 'de',
      entries,
      entries_format: 'tsv',
    });
  await setTerms('house\tHütte\ncat\tKatze\ndog\tHund');
  const terms = async (): Promise<string> => {
    const path = `/v3/glossaries/${glossary.glossary_id}/entries?source_lang=en&target_lang=de`;
    return (await call('GET', path)).body.dictionaries[0].entries;
  };
  const logged = async (term: string): Promise<readonly { readonly summary: string; readonly version: string }[]> =>
    JSON.parse((await here.run(['log', term, '--json'])).out).entries;
  return { ...here, call, setTerms, terms, logged };
}

describe('drift that an apply overwrites', () => {
  test('is still drift after a run that was killed, and the same command ends what that run began', async () => {
    for (let step = 1; ; step += 1) {
      const { service, run, terms } = await drifted();
      const before = await contentOf(service);
      const isWhole = await livesFor(step, service, (more) =>
        run(['apply', '--auto-approve', '--overwrite-drift'], { ...more, now: () => new Date('2026-01-02T03:04:05Z') }),
      );
      const later = { now: () => new Date('2026-01-03T03:04:05Z') };
      if ((await terms()).includes('Hütte')) {
        const { counts } = JSON.parse((await run(['drift', '--json'], later)).out);
        expect([step, counts.theirs]).toEqual([step, 2]);
        expect((await run(['apply', '--auto-approve'], later)).code).toBe(3);
      }
      expect(await run(['apply', '--auto-approve', '--overwrite-drift'], later)).toMatchObject({ code: 0 });
      expect(await terms()).toBe('house\tHaus\ncat\tKatze');
      const summaries: readonly string[] = JSON.parse((await run(['log', '--json'], later)).out).entries.map(
        ({ summary }: { readonly summary: string }) => summary,
      );
      expect([step, summaries[0]]).not.toEqual([step, expect.stringContaining('record drift')]);
      const place = summaries.length - summaries.findLastIndex((each) => each.startsWith('record drift'));
      expect(await run(['rollback', String(place), '--auto-approve'], later)).toMatchObject({ code: 0 });
      expect([step, await contentOf(service)]).toEqual([step, before]);
      if (isWhole) return expect(step).toBeGreaterThan(4);
    }
  });

  test.each([[], ['plan.json']])(
    'is restored if it is another list with another language, with %j',
    async (...plan) => {
      const list = (language: string, rest = '') => `name: Tone\nlanguage: ${language}\n${rest}`;
      const { service, cwd, run, apply, rollback, write } = await rollbackWorld({
        'style-rules/tone.yaml': list('de'),
      });
      expect(await apply()).toMatchObject({ code: 0 });
      const ledger = join(cwd, '.lexform/ledger');
      await cp(ledger, join(cwd, 'kept'), { recursive: true });
      const rules = 'configured_rules: { numbers: { a: x } }\n';
      await write('style-rules/tone.yaml', list('fr', rules));
      expect(await apply('--allow-delete', 'style_rules.tone')).toMatchObject({ code: 0 });
      await rm(ledger, { recursive: true });
      await rename(join(cwd, 'kept'), ledger);
      await write('style-rules/tone.yaml', list('de', rules));
      const before = await contentOf(service);
      const consent = ['--allow-delete', 'style_rules.tone'];
      await run(['plan', '--out', 'plan.json', ...consent]);
      expect(await apply(...plan, '--overwrite-drift', ...consent)).toMatchObject({ code: 0 });
      expect(await contentOf(service)).not.toEqual(before);
      expect(await rollback('2', ...consent)).toMatchObject({ code: 0 });
      expect(await contentOf(service)).toEqual(before);
    },
  );

  test('law: a rollback to the entry of any drift restores what the service had', async () => {
    const isIn = <Each extends { readonly address: string }>(all: readonly Each[] | undefined, each: Each): boolean =>
      all?.some(({ address }) => address === each.address) === true;
    /** The resources and dictionaries of a state that another state has too. */
    const within = (state: DesiredState, other: DesiredState): DesiredState => ({
      glossaries: (state.glossaries ?? []).flatMap((each) => {
        const known = other.glossaries?.find(({ address }) => address === each.address)?.dictionaries;
        const dictionaries = new Map([...each.dictionaries].filter(([pair]) => known?.has(pair)));
        return dictionaries.size === 0 ? [] : [{ ...each, dictionaries }];
      }),
      styleLists: (state.styleLists ?? []).filter((each) => isIn(other.styleLists, each)),
    });
    /** The names on the service of what a saved plan undoes. Its run does not read what the plan does not change. */
    const undone = (cwd: string, { glossaries = [], styleLists = [] }: DesiredState): ReadonlySet<string> => {
      const { undoes = [] } = JSON.parse(readFileSync(join(cwd, 'plan.json'), 'utf8'));
      return new Set(
        [
          ...glossaries.map(({ address, name }) => [address, name] as const),
          ...styleLists.map(({ address, content }) => [address, content.name] as const),
        ].flatMap(([address, name]) => (undoes.includes(address) ? name : [])),
      );
    };
    const only = ({ glossaries, lists }: LiveContent, names: ReadonlySet<string>): LiveContent => ({
      glossaries: glossaries.filter(({ name }) => names.has(name)),
      lists: lists.filter(({ name }) => names.has(name)),
    });
    /** A state with the languages of another one: a list with another language is another list, and not drift. */
    const withLanguages = (state: DesiredState, other: DesiredState): DesiredState => ({
      ...state,
      styleLists: (state.styleLists ?? []).map((each) => {
        const known = other.styleLists?.find(({ address }) => address === each.address) ?? each;
        return { ...each, content: { ...each.content, language: known.content.language, rules: known.content.rules } };
      }),
    });
    let restored = 0;
    await fc.assert(
      fc.asyncProperty(desiredState, desiredState, desiredState, fc.boolean(), async (s, any, files, isSaved) => {
        const outside = withLanguages(within(any, s), s);
        const { service, cwd, run, apply, rollback } = await rollbackWorld({});
        const ledger = join(cwd, '.lexform/ledger');
        await replaceFiles(cwd, s);
        expect(await apply(...CONSENT)).toMatchObject({ code: 0 });
        await cp(ledger, join(cwd, 'kept'), { recursive: true });
        await replaceFiles(cwd, outside);
        expect(await apply(...CONSENT)).toMatchObject({ code: 0 });
        await rm(ledger, { recursive: true });
        await rename(join(cwd, 'kept'), ledger);
        await replaceFiles(cwd, within(files, s));
        const before = await contentOf(service);
        const options = ['--overwrite-drift', '--auto-approve', ...CONSENT];
        if (isSaved) await run(['plan', '--out', 'plan.json', ...CONSENT]);
        const applied = await run(['apply', ...(isSaved ? ['plan.json'] : []), ...options]);
        expect(applied, applied.err).toMatchObject({ code: 0 });
        const { entries } = JSON.parse((await run(['log', '--json'])).out);
        const drift = entries.find(({ intent }: { readonly intent?: { readonly drift?: true } }) => intent?.drift);
        if (drift === undefined) return;
        restored += 1;
        const back = await rollback(drift.version, ...CONSENT);
        expect(back, back.err + back.out).toMatchObject({ code: 0 });
        const after = await contentOf(service);
        const names = isSaved ? undone(cwd, outside) : undefined;
        const compared = (content: LiveContent) => (names === undefined ? content : only(content, names));
        expect(compared(after)).toEqual(compared(before));
      }),
      { numRuns: runs(40) },
    );
    expect(restored).toBeGreaterThan(least(8));
  }, 120_000);
});
