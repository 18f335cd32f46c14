import * as d from '../../model/decode.ts';
import { instructionId, styleId } from '../../model/ids.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import type { LedgerMembers } from '../kind.ts';
import { inPart, textOf } from '../ledger-content.ts';
import { INSTRUCTIONS } from './instructions.ts';
import {
  type ConfiguredRules,
  type DesiredStyleList,
  isInstruction,
  type LiveStyleList,
  type StyleListContent,
} from './style-list.ts';

type Rule = readonly [category: string, rule: string, option: string];

/** Category, rule, option. */
const rule = d.refined(
  d.list(d.text),
  (parts): parts is Rule => parts.length === 3,
  'a rule: its category, its name and its option',
);

function rulesOf(list: readonly Rule[]): ConfiguredRules {
  const rules = new Map<string, Map<string, string>>();
  for (const [category, name, option] of list)
    rules.set(category, (rules.get(category) ?? new Map<string, string>()).set(name, option));
  return rules;
}

const listOf = (rules: ConfiguredRules): readonly Rule[] =>
  [...rules].flatMap(([category, selected]) => [...selected].map(([name, option]): Rule => [category, name, option]));

export const STYLE_LIST_LEDGER: LedgerMembers<StyleListContent, DesiredStyleList, LiveStyleList> = {
  fromValues: (values) => ({
    name: textOf(values, 'name'),
    language: textOf(values, 'language'),
    rules: rulesOf(
      inPart(values, 'rule').map(([[, category = '', name = ''], option]) => [category, name, String(option)]),
    ),
    instructions: inPart(values, 'instruction')
      .map(([, value]) => value)
      .filter(isInstruction),
  }),
  toDesired: (content, { origin, of }) => ({
    content,
    instructionOrigins: content.instructions.map((_, place) => of?.(['instruction', String(place)]) ?? origin),
    locateRule: (category, name) => of?.(['rule', category, name]),
  }),
  placesOf: ({ instructionOrigins, locateRule }) => ({
    of: ([part, ...names]) => {
      const [first = '', second = ''] = names;
      return part === 'instruction' ? instructionOrigins[Number(first)] : locateRule(first, second);
    },
  }),
  // A content does not contain the ids of instructions on the service. These ids distinguish the instructions of one
  // list.
  toLive: (id, content) => ({
    id: styleId(id),
    content,
    instructions: content.instructions.map((each, index) => ({
      id: instructionId(`unknown-${index + 1}`),
      content: each,
    })),
    version: 0,
  }),
  items: INSTRUCTIONS,
  ledgerForm: {
    json: ({ name, language, rules, instructions }) => ({
      name,
      language,
      rules: listOf(rules),
      instructions: instructions.map(({ label, prompt, sourceLanguage }) =>
        omitUndefined({ label, prompt, source_language: sourceLanguage }),
      ),
    }),
    decoder: d.map(
      d.object({
        name: d.text,
        language: d.text,
        rules: d.list(rule),
        instructions: d.list(
          d.object({ label: d.text, prompt: d.text, sourceLanguage: d.from('source_language', d.optional(d.text)) }),
        ),
      }),
      ({ rules, ...content }) => ({ ...content, rules: rulesOf(rules) }),
    ),
  },
  withValues: (desired, values) => ({
    ...desired,
    content: { ...desired.content, name: textOf(values, 'name') || desired.content.name },
  }),
};
