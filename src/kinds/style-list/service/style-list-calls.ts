import { readPages } from '../../../client/calls/read-pages.ts';
import type { Client } from '../../../client/client.ts';
import { idText, language, pathId } from '../../../client/transport/exchange.ts';
import { CALLS } from '../../../contract/calls.ts';
import * as d from '../../../model/decode.ts';
import { type InstructionId, instructionId, type StyleId, styleId } from '../../../model/ids.ts';
import type { ConfiguredRules, CustomInstruction, LiveStyleList, StyleListContent } from '../style-list.ts';

/** The style rule endpoints (v3), one call each; errors and retries as for glossaries. */
export interface StyleListCalls {
  /** GET /v3/style_rules with `detailed=true`, in pages of 25 lists, up to the first shorter page. */
  list(): Promise<readonly LiveStyleList[]>;
  /** GET /v3/style_rules/{id}; `undefined` for 404. */
  read(id: StyleId): Promise<LiveStyleList | undefined>;
  /** POST /v3/style_rules with rules and instructions. Sent once, like `GlossaryCalls.create`. */
  create(content: StyleListContent): Promise<Pick<LiveStyleList, 'id'>>;
  rename(id: StyleId, name: string): Promise<void>;
  /** PUT …/configured_rules: replaces all rules. */
  replaceRules(id: StyleId, rules: ConfiguredRules): Promise<void>;
  /**
   * POST …/custom_instructions. Sent once, like `GlossaryCalls.create`. Accepts both forms of the answer (public facts
   * C1).
   */
  addInstruction(id: StyleId, instruction: CustomInstruction): Promise<void>;
  /**
   * PUT …/custom_instructions/{id}: all three fields are required. If no source language is set, the language of the
   * list is sent: the service may refuse `null`.
   */
  editInstruction(id: StyleId, instruction: InstructionId, content: Required<CustomInstruction>): Promise<void>;
  deleteInstruction(id: StyleId, instruction: InstructionId): Promise<void>;
  delete(id: StyleId): Promise<void>;
}

/** All rules in the answer, known or not: the catalogue is open. */
const rulesAnswer = d.map(
  d.entries(d.map(d.orElse(d.entries(d.text), []), (options) => new Map(options))),
  (categories): ConfiguredRules => new Map(categories),
);

const instructionAnswer = d.object({
  id: d.map(idText, instructionId),
  content: d.from(
    undefined,
    d.object({ label: d.text, prompt: d.text, sourceLanguage: d.from('source_language', d.maybe(language)) }),
  ),
});

/** The answer for a new list. Only the id is required, because the other data is known from the request. */
const createdStyleList = d.object({ id: d.from('style_id', d.map(idText, styleId)) });

/** A whole style rule list. Unknown fields and timestamps are ignored. */
const styleListAnswer = d.map(
  d.object({
    id: d.from('style_id', d.map(idText, styleId)),
    name: d.text,
    language,
    rules: d.from('configured_rules', d.orElse(rulesAnswer, new Map())),
    instructions: d.from('custom_instructions', d.orElse(d.list(instructionAnswer), [])),
    version: d.orElse(d.count, 0),
  }),
  ({ id, name, language, rules, instructions, version }): LiveStyleList => ({
    id,
    content: { name, language, rules, instructions: instructions.map(({ content }) => content) },
    instructions,
    version,
  }),
);

/** True if an item has both rules and instructions: a list may omit them despite `detailed=true`. */
const isDetailed = (at: d.Place): boolean =>
  d.maybe(d.anything)(d.member(at, 'configured_rules')) !== undefined &&
  d.maybe(d.anything)(d.member(at, 'custom_instructions')) !== undefined;

/** One page. An item without details has only its id. */
const styleListPage = d.map(
  d.object({
    lists: d.from(
      'style_rules',
      d.list((at) => ({ ...createdStyleList(at), ...(isDetailed(at) && { list: styleListAnswer(at) }) })),
    ),
  }),
  ({ lists }) => lists,
);

/** Rules as an object. `fromEntries` defines own properties, so a rule named `__proto__` works too. */
const wireRules = (rules: ConfiguredRules): unknown =>
  Object.fromEntries([...rules].map(([category, selected]) => [category, Object.fromEntries(selected)]));

/** A new instruction. A missing source language is left out. */
const wireInstruction = ({ label, prompt, sourceLanguage }: CustomInstruction): object => ({
  label,
  prompt,
  ...(sourceLanguage !== undefined && { source_language: sourceLanguage.toLowerCase() }),
});

/** The style rule endpoints. */
export function styleListCalls({ exchange }: Pick<Client, 'exchange'>): StyleListCalls {
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
    rename: async (id, name) => void (await exchange.send({ ...CALLS.styleLists.rename(pathId(id)), body: { name } })),
    replaceRules: async (id, rules) =>
      void (await exchange.send({ ...CALLS.styleLists.replaceRules(pathId(id)), body: wireRules(rules) })),
    // The answer is the whole list or only the instruction (public facts C1). Only its status is used, so both are
    // accepted.
    addInstruction: async (id, instruction) =>
      void (await exchange.send({
        ...CALLS.styleLists.addInstruction(pathId(id)),
        body: wireInstruction(instruction),
        once: true,
      })),
    editInstruction: async (id, instruction, { label, prompt, sourceLanguage }) =>
      void (await exchange.send({
        ...CALLS.styleLists.editInstruction(pathId(id), pathId(instruction)),
        body: { label, prompt, source_language: sourceLanguage.toLowerCase() },
      })),
    deleteInstruction: async (id, instruction) =>
      void (await exchange.send(CALLS.styleLists.deleteInstruction(pathId(id), pathId(instruction)))),
    delete: async (id) => void (await exchange.send(CALLS.styleLists.delete(pathId(id)))),
  };
}
