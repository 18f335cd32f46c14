import { instructionId, styleId } from '../model/ids.ts';
import type { LiveInstruction, LiveStyleList } from '../model/live.ts';
import type { ConfiguredRules } from '../model/style-list.ts';
import { count, field, idText, isAbsent, items, type JsonValue, members, text } from './json-value.ts';

/** Every rule that is there, known or not: the catalogue is open. */
const parseRules = (at: JsonValue): ConfiguredRules =>
  new Map(
    members(at).map(([category, rules]) => [
      category,
      new Map(isAbsent(rules) ? [] : members(rules).map(([rule, option]) => [rule, text(option)] as const)),
    ]),
  );

function parseInstruction(at: JsonValue): LiveInstruction {
  const source = field(at, 'source_language');
  return {
    id: instructionId(idText(field(at, 'id'))),
    content: {
      label: text(field(at, 'label')),
      prompt: text(field(at, 'prompt')),
      ...(!isAbsent(source) && { sourceLanguage: text(source).toLowerCase() }),
    },
  };
}

export const parseStyleId = (at: JsonValue) => styleId(idText(field(at, 'style_id')));

/** True when rules and instructions are both there: a list answer may omit them although `detailed=true` was asked for. */
export const isDetailed = (at: JsonValue): boolean =>
  !isAbsent(field(at, 'configured_rules')) && !isAbsent(field(at, 'custom_instructions'));

/** A whole style rule list. Unknown fields and timestamps are passed over. */
export function parseStyleList(at: JsonValue): LiveStyleList {
  const rules = field(at, 'configured_rules');
  const listed = field(at, 'custom_instructions');
  const instructions = isAbsent(listed) ? [] : items(listed).map(parseInstruction);
  const version = field(at, 'version');
  return {
    id: parseStyleId(at),
    content: {
      name: text(field(at, 'name')),
      language: text(field(at, 'language')).toLowerCase(),
      rules: isAbsent(rules) ? new Map() : parseRules(rules),
      instructions: instructions.map(({ content }) => content),
    },
    instructions,
    version: isAbsent(version) ? 0 : count(version),
  };
}
