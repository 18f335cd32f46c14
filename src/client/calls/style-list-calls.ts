import { CALLS } from '../../contract/calls.ts';
import * as d from '../../model/decode.ts';
import type { StyleId } from '../../model/ids.ts';
import type { LiveStyleList } from '../../model/resources/live.ts';
import type { ConfiguredRules, CustomInstruction } from '../../model/resources/style-list.ts';
import type { StyleListCalls } from '../client.ts';
import type { Exchange } from '../transport/exchange.ts';
import { pathId } from '../transport/path-segment.ts';
import { createdStyleList, styleListAnswer, styleListPage } from './parse-style-list.ts';
import { readPages } from './read-pages.ts';

/** Rules as an object. `fromEntries` defines fields, so that a rule named `__proto__` is one too. */
const wireRules = (rules: ConfiguredRules): unknown =>
  Object.fromEntries([...rules].map(([category, selected]) => [category, Object.fromEntries(selected)]));

/** A new instruction: an unset source language is left out. */
const wireInstruction = ({ label, prompt, sourceLanguage }: CustomInstruction): object => ({
  label,
  prompt,
  ...(sourceLanguage !== undefined && { source_language: sourceLanguage.toLowerCase() }),
});

/** The style rule endpoints. */
export function makeStyleListCalls(exchange: Exchange): StyleListCalls {
  const read = async (id: StyleId): Promise<LiveStyleList | undefined> =>
    exchange.find(CALLS.styleLists.read(pathId(id)), d.withDefaults({ style_id: id }, styleListAnswer));

  return {
    async list() {
      const lists = await readPages(
        CALLS.styleLists.list,
        async (call, found: Map<StyleId, LiveStyleList | undefined>) => {
          const page = await exchange.read(call, styleListPage);
          for (const { id, list } of page) found.set(id, list ?? (await read(id)));
          return { items: page.length };
        },
      );
      return lists.filter((list) => list !== undefined);
    },
    read,
    async create({ name, language, rules, instructions }) {
      const body = {
        name,
        language: language.toLowerCase(),
        configured_rules: wireRules(rules),
        custom_instructions: instructions.map(wireInstruction),
      };
      return exchange.read({ ...CALLS.styleLists.create(), body, once: true }, createdStyleList);
    },
    rename: async (id, name) => exchange.send({ ...CALLS.styleLists.rename(pathId(id)), body: { name } }),
    replaceRules: async (id, rules) =>
      exchange.send({ ...CALLS.styleLists.replaceRules(pathId(id)), body: wireRules(rules) }),
    // The answer is the whole list or the one instruction (public facts C1); only its status is looked at, so either
    // will do.
    addInstruction: async (id, instruction) =>
      exchange.send({
        ...CALLS.styleLists.addInstruction(pathId(id)),
        body: wireInstruction(instruction),
        once: true,
      }),
    editInstruction: async (id, instruction, { label, prompt, sourceLanguage }) =>
      exchange.send({
        ...CALLS.styleLists.editInstruction(pathId(id), pathId(instruction)),
        body: { label, prompt, source_language: sourceLanguage.toLowerCase() },
      }),
    deleteInstruction: async (id, instruction) =>
      exchange.remove(CALLS.styleLists.deleteInstruction(pathId(id), pathId(instruction))),
    delete: async (id) => exchange.remove(CALLS.styleLists.delete(pathId(id))),
  };
}
