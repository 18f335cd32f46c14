import fc from 'fast-check';
import { expect, test } from 'vitest';
import { developerKeyCalls } from '../../../src/kinds/developer-key/service/developer-key-calls.ts';
import { glossaryCalls } from '../../../src/kinds/glossary/service/glossary-calls.ts';
import type { DesiredState } from '../../../src/kinds/states.ts';
import { styleListCalls } from '../../../src/kinds/style-list/service/style-list-calls.ts';
import { glossaryId, styleId } from '../../../src/model/ids.ts';
import type { Change, Plan } from '../../../src/model/plan/plan.ts';
import { isRecord, keyText, type Value, type ValueChange } from '../../../src/model/resources/resource.ts';
import type { Service } from '../../../src/service/create-service.ts';
import { desiredStyleList, entries } from '../../support/build.ts';
import { runs } from '../../support/runs.ts';
import { administeredService, bring, clientOf, desiredKeys, desiredState } from '../../support/target.ts';
import { afterBodies, recordChanges, type Values, valuesFrom } from './sent-bodies.ts';

/** Every value that an account has, by the id of its resource: as the service stores them, absent ones left out. */
async function stored(service: Service): Promise<ReadonlyMap<string, Values>> {
  const client = clientOf(service);
  const [glossaries, lists, keys] = [
    await glossaryCalls(client).list(),
    await styleListCalls(client).list(),
    await developerKeyCalls(client).list(),
  ];
  const found = new Map<string, Values>();
  for (const { id, name, dictionaries } of glossaries) {
    const all = await Promise.all(
      [...dictionaries].map(async ([key, { pair }]) =>
        [...((await glossaryCalls(client).readEntries(id, pair)) ?? [])].map(
          ([source, target]) => [['entry', key, source], target] as const,
        ),
      ),
    );
    found.set(id, valuesFrom([[['name'], name], ...all.flat()]));
  }
  for (const { id, content, instructions } of lists) {
    const rules = [...content.rules].flatMap(([category, selected]) =>
      [...selected].map(([rule, option]) => [['rule', category, rule], option] as const),
    );
    const ofInstructions = instructions.map((each) => [['instruction', each.id], each.content] as const);
    const own = [
      [['name'], content.name],
      [['language'], content.language],
    ] as const;
    found.set(id, valuesFrom([...own, ...rules, ...ofInstructions]));
  }
  for (const { id, label, limits, deactivated } of keys) {
    const ofLimits = Object.entries(limits).map(([name, value]) => [['limit', name], value as Value] as const);
    found.set(id, valuesFrom([[['label'], label], [['deactivated'], deactivated], ...ofLimits]));
  }
  return found;
}

/** A value after a change of which only the fields that the plan lists may differ. */
function after(before: Value | undefined, { from, to }: ValueChange): Value | undefined {
  if (!isRecord(to) || before === undefined || !isRecord(before) || !isRecord(from)) return to;
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])].filter((name) => from[name] !== to[name]);
  return { ...before, ...Object.fromEntries(names.map((name) => [name, to[name]])) };
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** What a resource has when nothing but the values of its change is done to it, in an order of its own. */
function expected(before: Values, change: Change): readonly string[] {
  const values = new Map(before);
  for (const each of [...change.values, ...change.children.flatMap((child) => child.values)]) {
    if (change.action === 'deactivate' && each.to === undefined) continue;
    const key = keyText(each.key);
    const next = after(values.get(key), each);
    if (next === undefined) values.delete(key);
    else values.set(key, next);
  }
  return texts(values);
}

/** A limit that is not set is none. Instructions that are new get their ids from the service, so none has a name here. */
const texts = (values: Values): readonly string[] =>
  [...values]
    .filter(([key, value]) => !key.startsWith('["limit') || value !== null)
    .map(([key, value]) => JSON.stringify([key.replace(/^\["instruction".*/, 'instruction'), plain(value)]))
    .sort();

/** Two states differ in exactly the values that a plan lists. */
function expectShown(plan: Plan, then: ReadonlyMap<string, Values>, now: ReadonlyMap<string, Values>): void {
  const fresh = new Map([...now].filter(([id]) => !then.has(id)));
  for (const change of plan.changes) {
    const own = then.get(change.id ?? '');
    if (change.action === 'delete' || change.action === 'replace') expect(now.has(change.id ?? '')).toBe(false);
    if (change.action === 'delete') continue;
    if (own !== undefined && change.action !== 'replace') {
      expect(texts(now.get(change.id ?? '') ?? new Map())).toEqual(expected(own, change));
      continue;
    }
    const made = expected(own ?? new Map(), change).filter((text) => !text.startsWith('["[\\"deactivated'));
    const like = [...fresh].find(([, values]) => made.every((text) => texts(values).includes(text)));
    expect(like && texts(like[1]).filter((text) => !text.startsWith('["[\\"deactivated'))).toEqual(made);
    fresh.delete(like?.[0] ?? '');
  }
  expect(fresh.size).toBe(0);
  const touched = new Set(plan.changes.flatMap(({ id = [] }) => id));
  for (const [id, values] of then) if (!touched.has(id)) expect(texts(now.get(id) ?? new Map())).toEqual(texts(values));
}

/** The plan lists exactly what the bodies of its calls say, and what the service has stored after them. */
async function holds(
  before: DesiredState,
  next: DesiredState | ((idOf: (name: string) => string | undefined) => DesiredState),
): Promise<void> {
  const service = administeredService();
  await bring(service, before);
  const then = await stored(service);
  const { sent, wrap } = recordChanges();
  const idOf = (name: string) => [...then].find(([, values]) => values.get('["name"]') === name)?.[0];
  const wanted = typeof next === 'function' ? next(idOf) : next;
  const plan = await bring(service, wanted, ['glossary.*', 'glossary.*/*', 'style_rules.*'], wrap);
  expect(sent).toHaveLength(plan.changes.flatMap(({ operations }) => operations).length);
  expectShown(plan, then, afterBodies(then, sent));
  expectShown(plan, then, await stored(service));
}

test('an apply changes exactly the values that its plan lists', async () => {
  const states = fc.record({ content: desiredState, developerKeys: desiredKeys });
  await fc.assert(
    fc.asyncProperty(states, states, (before, next) =>
      holds(
        { ...before.content, developerKeys: before.developerKeys },
        { ...next.content, developerKeys: next.developerKeys },
      ),
    ),
    { numRuns: runs(100) },
  );
});

/** A state to which more is added, and in which less is removed: calls that change parts need what stays beside them. */
const grown =
  (before: DesiredState, more: DesiredState, isRenamed: boolean) =>
  (idOf: (name: string) => string | undefined): DesiredState => ({
    glossaries: (before.glossaries ?? []).map((glossary, index) => {
      const dictionaries = new Map(glossary.dictionaries);
      for (const [pair, added] of more.glossaries?.[index]?.dictionaries ?? []) {
        const own = dictionaries.get(pair) ?? added;
        dictionaries.set(pair, { ...own, entries: entries([...own.entries, ...added.entries]) });
      }
      const id = idOf(glossary.name);
      const renamed = isRenamed && id !== undefined && { name: `${glossary.name} 2`, pinnedId: glossaryId(id) };
      return { ...glossary, ...renamed, dictionaries };
    }),
    styleLists: (before.styleLists ?? []).map((each, index) => {
      const { content = each.content } = more.styleLists?.[index] ?? {};
      const id = idOf(each.content.name);
      const [first, ...others] = each.content.instructions;
      const instructions = [
        ...(first === undefined ? [] : [{ ...first, prompt: `${first.prompt} 2` }]),
        ...others,
        ...content.instructions.slice(0, 1),
      ];
      return {
        ...each,
        ...(id !== undefined && { pinnedId: styleId(id) }),
        content: { ...each.content, ...(isRenamed && { name: `${each.content.name} 2` }), instructions },
        instructionOrigins: instructions.map(() => each.origin),
      };
    }),
    developerKeys: (before.developerKeys ?? []).map((key, index) => ({
      ...key,
      limits: { ...more.developerKeys?.[index]?.limits },
    })),
  });

test('an apply that changes parts changes exactly the values that its plan lists', async () => {
  const states = fc
    .record({ content: desiredState, developerKeys: desiredKeys })
    .map(({ content, developerKeys }) => ({ ...content, developerKeys }));
  await fc.assert(
    fc.asyncProperty(states, states, fc.boolean(), (before, more, isRenamed) =>
      holds(before, grown(before, more, isRenamed)),
    ),
    { numRuns: runs(100) },
  );
});

const list = (sourceLanguage: string | undefined, prompt: string, language = 'de') => ({
  styleLists: [
    desiredStyleList('a', {
      language,
      instructions: [{ label: 'L', prompt, ...(sourceLanguage !== undefined && { sourceLanguage }) }],
    }),
  ],
});

test.each([
  ['absent on both sides', list(undefined, 'p'), list(undefined, 'q')],
  ['absent before', list(undefined, 'p'), list('en', 'p')],
  ['absent after', list('en', 'p'), list(undefined, 'q')],
  ['that of the list, absent after', list('de', 'p'), list(undefined, 'q')],
  ['that of the list, absent before', list(undefined, 'p'), list('de', 'q')],
  ['absent in a list of another language', list(undefined, 'p'), list(undefined, 'p', 'fr')],
])('a source language %s is sent as the plan shows it', async (_, before, next) => holds(before, next));
