import { builtInRules } from '../../src/contract/rule-catalogue.ts';
import { hitsOfTerm, scanPhrases, wantedOf } from '../../src/lint/lint-dictionary.ts';
import type { StyleListRule, TermRule } from '../../src/lint/rule.ts';
import { ruleTopics } from '../../src/lint/rules/instructions/against-rule.ts';
import { RULES } from '../../src/lint/rules/registry.ts';
import { type PairKey, parsePairKey } from '../../src/model/entries/language-pair.ts';
import { type CaseInput, type CaseKind, lines } from '../files/cases/case-kind.ts';
import { holdCases } from '../files/cases/hold-cases.ts';
import { entries } from '../support/build.ts';

const TERM_RULES = RULES.filter((rule): rule is TermRule => rule.scope === 'term');
const STYLE_LIST_RULES = RULES.filter((rule): rule is StyleListRule => rule.scope === 'style-list');

const linesOf = ({ bytes }: CaseInput): readonly string[] =>
  Buffer.from(bytes('file')).toString().split('\n').slice(0, -1);

/** The phrases of a line; only the first bar separates them. */
const phrasesOf = (line: string): readonly [string, string] => {
  const at = line.indexOf(' | ');
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 3)];
};

const detailsText = (details: object = {}): string =>
  Object.keys(details).length === 0 ? '' : ` ${JSON.stringify(details)}`;

/** Lines `source | target` of one pair, and what each rule finds in them with its fix. */
const TERMS: CaseKind = {
  inputs: ['file'],
  files: ['file'],
  run(input) {
    const pair = parsePairKey(String(input.options.pair) as PairKey);
    return {
      hits: lines(
        linesOf(input).flatMap((line, row) => {
          const [source, target] = phrasesOf(line);
          return hitsOfTerm(TERM_RULES, { pair, source, target }).map(({ rule, side, details, fix }) =>
            [`${row + 1} ${rule} ${side}`, detailsText(details), detailsText(fix)].join(''),
          );
        }),
      ),
    };
  },
};

/** What a prompt says of each option of the rules that can be configured. */
function relationsOf(prompt: string, language: string): readonly string[] {
  const rule = STYLE_LIST_RULES.find(({ id }) => id === 'instructions/against-rule');
  return [...builtInRules()].flatMap(([category, rules]) =>
    [...rules].flatMap(([name, options]) => {
      const relations = options.flatMap((option) => {
        const configured = new Map([[category, new Map([[name, option]])]]);
        const list = { name: 'S', language, rules: configured, instructions: [{ label: 'L', prompt }] };
        return (rule?.check(list) ?? []).map(({ details }) => ({ option, relation: details?.relation }));
      });
      if (relations.length === 0) return [];
      const [first, ...more] = relations.filter(({ relation }) => relation === 'repeats').map(({ option }) => option);
      const others = more.length === 0 ? '' : ` and ${more.length} more`;
      const repeats = first === undefined ? [] : [`repeats ${first}${others}`];
      const against = relations.filter(({ relation }) => relation === 'contradicts').length;
      return [`${category}.${name}: ${[...repeats, ...(against === 0 ? [] : [`contradicts ${against}`])].join(', ')}`];
    }),
  );
}

/** Prompts, and what each rule finds in a list with this prompt. */
const PROMPTS: CaseKind = {
  inputs: ['file'],
  files: ['file'],
  run(input) {
    const language = String(input.options.language);
    return {
      hits: lines(
        linesOf(input).flatMap((prompt, row) => {
          const list = { name: 'S', language, rules: new Map(), instructions: [{ label: 'L', prompt }] };
          const hits = STYLE_LIST_RULES.flatMap((rule) =>
            rule.check(list).map(({ details }) => `${rule.id.replace('instructions/', '')}${detailsText(details)}`),
          );
          return [...hits, ...relationsOf(prompt, language)].map((text) => `${row + 1} ${text}`);
        }),
      ),
    };
  },
};

/** Prompts, and the topics that their words name, each with the number of its choice; prompts alike are one line. */
const FORMS: CaseKind = {
  inputs: ['file'],
  files: ['file'],
  run(input) {
    const named = linesOf(input).map((prompt) =>
      ruleTopics().flatMap(({ rules: [rule], choices }) =>
        choices().flatMap(({ words }, choice) => (words.test(prompt) ? [`${rule} ${choice + 1}`] : [])),
      ),
    );
    const texts = named.map((topics) => topics.join(', ') || 'none');
    const starts = texts.flatMap((text, row) => (text === texts[row - 1] ? [] : [row]));
    return {
      topics: lines(
        starts.map((row, index) => {
          const last = starts[index + 1] ?? texts.length;
          return `${row + 1}${last === row + 1 ? '' : `-${last}`} ${texts[row]}`;
        }),
      ),
    };
  },
};

/**
 * Lines `source | target`, and the rules that look at each because of its characters. The other rules need not, which is
 * why linting is fast. Rules that look at every row come first.
 */
const LOOKS: CaseKind = {
  inputs: ['file'],
  files: ['file'],
  run(input) {
    const pair = parsePairKey(String(input.options.pair) as PairKey);
    const all = TERM_RULES.flatMap(({ id, needs }) => {
      const wanted = needs(pair);
      return wanted === undefined ? [] : [{ id, wanted, isSelective: wanted.targetLacks !== 0 }];
    });
    const selective = all
      .filter(({ isSelective }) => isSelective)
      .map(({ id, wanted }) => ({ id, wanted: wantedOf([wanted]) }));
    const others = all.filter(({ isSelective }) => !isSelective).map(({ id }) => id);
    return {
      rules: lines([
        `all ${others.join(', ')}`,
        ...linesOf(input).map((line, row) => {
          const rows = entries([phrasesOf(line)]);
          const rules = selective.filter(({ wanted }) => {
            let isVisited = false;
            scanPhrases(rows, pair, wanted, () => {
              isVisited = true;
            });
            return isVisited;
          });
          return `${row + 1} ${rules.map(({ id }) => id).join(', ') || 'none'}`;
        }),
      ]),
    };
  },
};

holdCases('test/lint/cases', { forms: FORMS, looks: LOOKS, prompts: PROMPTS, terms: TERMS });
