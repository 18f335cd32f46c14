import { expect } from 'vitest';
import type { Call } from './bench.ts';
import {
  type ModelList,
  type State,
  type Step,
  sentDictionary,
  wireGlossary,
  wireList,
  wireV2,
} from './state-model.ts';

const UNKNOWN = '99999999-0000-4000-8000-000000000000';
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** One of those that were ever there, with its id; where there were none, one that never was. */
function pick<Thing>(things: ReadonlyMap<string, Thing | undefined>, at: number): readonly [string, Thing | undefined] {
  const all = [...things];
  return all[at % all.length] ?? [UNKNOWN, undefined];
}

/** An id that nothing has had before. */
function fresh(id: unknown, known: ReadonlyMap<string, unknown>): string {
  expect(id).toEqual(expect.stringMatching(ID));
  expect(known.has(id as string)).toBe(false);
  return id as string;
}

/**
 * Makes the call of a step, expects the answer that the state predicts, and changes the state as the service should.
 */
export async function takeStep(step: Step, { glossaries, lists }: State, call: Call, time: string): Promise<void> {
  const answers = async (request: Parameters<Call>, status: number, body?: () => unknown) => {
    const answer = await call(...request);
    expect([request, answer.status]).toEqual([request, status]);
    if (body !== undefined && status < 300) expect(answer.body).toEqual(body());
    if (status === 204) expect(answer.text).toBe('');
  };
  const changed = (list: ModelList, changes: Partial<ModelList>): void =>
    void Object.assign(list, changes, { version: list.version + 1, updated: time });

  switch (step.kind) {
    case 'create-glossary': {
      const dictionaries = step.dictionaries.map(sentDictionary);
      const { status, body } = await call('POST', '/v3/glossaries', { name: step.name, dictionaries });
      const made = {
        name: step.name,
        time,
        dictionaries: new Map(step.dictionaries.map(({ pair, entries }) => [pair, new Map(entries)])),
      };
      const id = fresh(body.glossary_id, glossaries);
      expect([status, body]).toEqual([201, { ...wireGlossary(id, made), ready: true }]);
      glossaries.set(id, made);
      return;
    }
    case 'create-v2': {
      const { pair, entries } = step.dictionary;
      const { status, body } = await call('POST', '/v2/glossaries', {
        name: step.name,
        ...sentDictionary(step.dictionary),
      });
      const made = { name: step.name, time, dictionaries: new Map([[pair, new Map(entries)]]) };
      const id = fresh(body.glossary_id, glossaries);
      expect([status, body]).toEqual([201, wireV2(id, made)]);
      glossaries.set(id, made);
      return;
    }
    case 'put': {
      const [id, glossary] = pick(glossaries, step.at);
      const { pair, entries } = step.dictionary;
      const { source_lang, target_lang, ...contents } = sentDictionary(step.dictionary);
      glossary?.dictionaries.set(pair, new Map(entries));
      return answers(
        ['PUT', `/v3/glossaries/${id}/dictionaries`, { source_lang, target_lang, ...contents }],
        glossary === undefined ? 404 : 200,
        () => ({ source_lang, target_lang, entry_count: entries.length }),
      );
    }
    case 'patch': {
      const [id, glossary] = pick(glossaries, step.at);
      const { name, dictionary } = step;
      const old = dictionary === null ? undefined : glossary?.dictionaries.get(dictionary.pair);
      const ok = glossary !== undefined && (dictionary === null || old !== undefined);
      if (ok && name !== null) glossary.name = name;
      for (const [source, target] of dictionary?.entries ?? []) old?.set(source, target);
      const body = {
        ...(name !== null && { name }),
        ...(dictionary !== null && { dictionaries: [sentDictionary(dictionary)] }),
      };
      return answers(
        ['PATCH', `/v3/glossaries/${id}`, body],
        ok ? 200 : 404,
        () => glossary && wireGlossary(id, glossary),
      );
    }
    case 'delete-dictionary': {
      const [id, glossary] = pick(glossaries, step.at);
      const [source = '', target = ''] = step.pair.split(' ');
      const query = new URLSearchParams({ source_lang: source, target_lang: target });
      const status = glossary?.dictionaries.delete(step.pair) === true ? 204 : 404;
      return answers(['DELETE', `/v3/glossaries/${id}/dictionaries?${query}`], status);
    }
    case 'delete-glossary': {
      const [id, glossary] = pick(glossaries, step.at);
      const seen = glossary !== undefined && (step.version === 'v3' || wireV2(id, glossary) !== undefined);
      if (seen) glossaries.set(id, undefined);
      return answers(['DELETE', `/${step.version}/glossaries/${id}`], seen ? 204 : 404);
    }
    case 'create-list': {
      const { name, language, rules, instructions } = step;
      const sent = { name, language, configured_rules: rules, custom_instructions: instructions };
      const { status, body } = await call('POST', '/v3/style_rules', sent);
      const made: ModelList = { name, language, time, updated: time, version: 1, rules, instructions: new Map() };
      for (const [index, instruction] of instructions.entries())
        made.instructions.set(fresh(body.custom_instructions[index]?.id, made.instructions), instruction);
      const id = fresh(body.style_id, lists);
      expect([status, body]).toEqual([201, wireList(id, made)]);
      lists.set(id, made);
      return;
    }
    case 'rename': {
      const [id, list] = pick(lists, step.at);
      if (list !== undefined) changed(list, { name: step.name });
      return answers(
        ['PATCH', `/v3/style_rules/${id}`, { name: step.name }],
        list ? 200 : 404,
        () => list && wireList(id, list),
      );
    }
    case 'replace-rules': {
      const [id, list] = pick(lists, step.at);
      if (list !== undefined) changed(list, { rules: step.rules });
      const path = `/v3/style_rules/${id}/configured_rules`;
      return answers(['PUT', path, step.rules], list ? 200 : 404, () => list && wireList(id, list));
    }
    case 'add': {
      const [id, list] = pick(lists, step.at);
      const { status, body } = await call('POST', `/v3/style_rules/${id}/custom_instructions`, step.instruction);
      expect(status).toBe(list ? 201 : 404);
      if (list === undefined) return;
      list.instructions.set(fresh(body.custom_instructions.at(-1)?.id, list.instructions), step.instruction);
      changed(list, {});
      expect(body).toEqual(wireList(id, list));
      return;
    }
    case 'edit': {
      const [id, list] = pick(lists, step.at);
      const [inner, old] = pick(list?.instructions ?? new Map<string, undefined>(), step.inner);
      const path = `/v3/style_rules/${id}/custom_instructions/${inner}`;
      if (list !== undefined && old !== undefined) {
        list.instructions.set(inner, step.instruction);
        changed(list, {});
      }
      const sent = { source_language: null, ...step.instruction };
      return answers(['PUT', path, sent], old ? 200 : 404, () => ({ id: inner, ...step.instruction }));
    }
    case 'remove': {
      const [id, list] = pick(lists, step.at);
      const [inner, old] = pick(list?.instructions ?? new Map<string, undefined>(), step.inner);
      if (list !== undefined && old !== undefined) {
        list.instructions.set(inner, undefined);
        changed(list, {});
      }
      return answers(['DELETE', `/v3/style_rules/${id}/custom_instructions/${inner}`], old ? 204 : 404);
    }
    case 'delete-list': {
      const [id, list] = pick(lists, step.at);
      if (list !== undefined) lists.set(id, undefined);
      return answers(['DELETE', `/v3/style_rules/${id}`], list ? 204 : 404);
    }
    default:
      return step satisfies never;
  }
}
