import * as d from '../../model/decode.ts';
import { instructionId, styleId } from '../../model/ids.ts';
import type { LiveStyleList } from '../../model/resources/live.ts';
import type { ConfiguredRules } from '../../model/resources/style-list.ts';
import { idText, language } from '../transport/path-segment.ts';

/** Every rule that is there, known or not: the catalogue is open. */
const rulesAnswer = d.map(
  d.entries(d.map(d.orElse(d.entries(d.text), []), (options) => new Map(options))),
  (categories): ConfiguredRules => new Map(categories),
);

const instructionAnswer = d.object({
  id: d.map(idText, instructionId),
  content: d.from(
    undefined,
    d.object({ label: d.text, prompt: d.text, sourceLanguage: d.from('source_language', d.given(language)) }),
  ),
});

/** Of a new list only its id cannot be known without the answer. */
export const createdStyleList = d.object({ id: d.from('style_id', d.map(idText, styleId)) });

/** A whole style rule list. Unknown fields and timestamps are passed over. */
export const styleListAnswer = d.map(
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

/**
 * True when rules and instructions are both there: a list answer may omit them although `detailed=true` was asked for.
 */
const isDetailed = (at: d.Place): boolean =>
  d.given(d.anything)(d.member(at, 'configured_rules')) !== undefined &&
  d.given(d.anything)(d.member(at, 'custom_instructions')) !== undefined;

/** One page; an item that came without its details stands there with its id alone. */
export const styleListPage = d.map(
  d.object({
    lists: d.from(
      'style_rules',
      d.list((at) => ({ ...createdStyleList(at), ...(isDetailed(at) && { list: styleListAnswer(at) }) })),
    ),
  }),
  ({ lists }) => lists,
);
