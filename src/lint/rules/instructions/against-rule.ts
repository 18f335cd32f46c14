import type { ConfiguredRules } from '../../../kinds/style-list/style-list.ts';
import { lazy } from '../../../model/lazy.ts';
import { conditionsIn } from '../../prompts/conditions.ts';
import { formatTopics } from '../../prompts/format-topics.ts';
import { plainPrompt, words } from '../../prompts/prompt-text.ts';
import type { RuleTopic } from '../../prompts/rule-topic.ts';
import { styleTopics } from '../../prompts/style-topics.ts';
import type { StyleListRule } from '../../rule.ts';

/**
 * The words of a prompt that concern a configured rule. Source: the catalogue of `contract/rule-catalogue.ts`; a test
 * compares both. Only rules whose options differ in words that prompts also use.
 */
export const ruleTopics = lazy((): readonly RuleTopic[] => [...formatTopics(), ...styleTopics()]);

/** A part of the text: a request only for it is an exception from the rule, and may be intended. */
const scope = words(
  '(?:in|within|inside|on) (?:the |all )?(?:page |user |error |legal |marketing |' +
    'product )?(?:headings?|headlines?|titles?|subtitles?|tables?|lists?|bullet points|buttons?|menus?|' +
    'tooltips?|captions?|footnotes?|quotes|quotations|dialogues?|labels?|messages|e-?mails?|' +
    'subject lines?|contracts?|names)',
  'in (?:überschriften|titeln|tabellen|schaltflächen)',
);

/** Words that forbid a choice. They are searched directly before it, and after it for languages with that order. */
const NEGATED_BEFORE =
  /(?:do not|don't|never|avoid|without|instead of|rather than|not|no|replace|kein(?:e[nrms]?)?|vermeide[nt]?|statt|ohne|nicht|evit[ae]r?|évite[zr]?|sin|sans|senza|pas de|no us[ae]s?|no utilices|避免|不要|勿|不使用)(?: (?:use|using|the|a|an|any|of|de|les|des|le|la|el|los|las|gli|i))*\s*["'“„«‘]?$/i;
const NEGATED_BEHIND =
  /^.{0,12}(?:は|を)?(?:使わない|使用しない|避け|しない|쓰지|사용하지|피하)|^[^,.;]{0,30}(?:vermeiden|nicht (?:verwenden|nutzen|benutzen)|(?:is|are) (?:forbidden|not allowed))/i;

const isNegated = (text: string, from: number, end: number): boolean =>
  NEGATED_BEFORE.test(text.slice(Math.max(0, from - 40), from)) || NEGATED_BEHIND.test(text.slice(end));

/** `repeats` or `contradicts` the option of a rule; `undefined`: neither is recognisable from the words. */
function relationTo(option: string, { choices }: RuleTopic, text: string): 'repeats' | 'contradicts' | undefined {
  const matches = choices().flatMap((choice) => {
    const match = choice.words.exec(text);
    return match === null ? [] : [{ choice, isOut: isNegated(text, match.index, match.index + match[0].length) }];
  });
  const agrees = matches.map(({ choice, isOut }): boolean | undefined => {
    if (!isOut) return choice.option.test(option);
    return choice.opposite?.test(option) ?? (choice.option.test(option) ? false : undefined);
  });
  if (agrees.includes(true)) return 'repeats';
  return agrees.includes(false) ? 'contradicts' : undefined;
}

function* relationsOf(prompt: string, rules: ConfiguredRules) {
  for (const topic of ruleTopics())
    for (const rule of topic.rules) {
      const at = rule.indexOf('.');
      const option = rules.get(rule.slice(0, at))?.get(rule.slice(at + 1));
      const relation = option === undefined ? undefined : relationTo(option, topic, prompt);
      if (option !== undefined && relation !== undefined) yield { rule, option, relation };
    }
}

/**
 * True for a prompt about a part of the text, or with a condition: it may be intended as an exception from the rule.
 */
const isException = (prompt: string, language: string): boolean =>
  scope().test(plainPrompt(prompt)) || conditionsIn(prompt, language) > 0;

/** A prompt about the topic of a configured rule of its list. */
export const instructionsAgainstRule: StyleListRule = {
  id: 'instructions/against-rule',
  level: 'note',
  strict: 'warning',
  scope: 'style-list',
  summary: 'A custom instruction contradicts a configured rule of its list, or repeats it.',
  why:
    'The service does not document which of the two it follows. If an instruction repeats the rule, it is often ' +
    'forgotten when the rule changes, and then contradicts it.',
  message: 'instruction {quoted term} {relation} the configured rule {rule}: {option}; keep one of them',
  exceptions: [
    'An instruction for a part of the text, such as headings, or with a condition, because it may be an intended ' +
      'exception.',
    'Rules whose options prompts do not distinguish.',
  ],
  precision: [
    { right: 29, hits: 29, lists: 'prompts made up with the rule' },
    { right: 15, hits: 15, lists: 'prompts made up after it' },
  ],
  bad: [
    {
      language: 'en',
      prompt: 'Use straight apostrophes.',
      rules: [['punctuation', 'apostrophe', 'use_curly_apostrophes']],
    },
    {
      language: 'en',
      prompt: 'Use the 12-hour clock with am and pm.',
      rules: [['dates_and_times', 'time_format', 'use_24_hour_clock']],
    },
    {
      language: 'de',
      prompt: 'Use a formal tone.',
      rules: [['style_and_tone', 'formality', 'use_formal_tone']],
      note: 'it repeats the rule',
    },
    {
      language: 'en',
      prompt: 'Never use the Oxford comma.',
      rules: [['punctuation', 'serial_comma', 'use']],
    },
  ],
  good: [
    {
      language: 'en',
      prompt: 'Use straight apostrophes.',
      rules: [['style_and_tone', 'formality', 'use_formal_tone']],
    },
    {
      language: 'en',
      prompt: 'Use a casual tone in headings.',
      rules: [['style_and_tone', 'formality', 'use_formal_tone']],
      note: 'an exception for a part of the text',
    },
    { language: 'en', prompt: 'Use the 12-hour clock with am and pm.' },
  ],
  check: ({ instructions, rules, language }) =>
    instructions.flatMap(({ prompt }, instruction) => {
      const relations = [...relationsOf(prompt, rules)];
      const first = relations.find(({ relation }) => relation === 'contradicts') ?? relations[0];
      return first === undefined || isException(prompt, language) ? [] : [{ instruction, details: first }];
    }),
};
