import { lazy } from '../../model/lazy.ts';
import { formatTopics } from './format-topics.ts';
import type { RuleTopic } from './rule-topic.ts';
import { styleTopics } from './style-topics.ts';

/**
 * Which words of a prompt are about which configured rule. Source: the catalogue of `contract/rule-catalogue.ts`, with
 * which a test compares it. Only rules whose options differ in a word that prompts have as well.
 */
export const ruleTopics = lazy((): readonly RuleTopic[] => [...formatTopics(), ...styleTopics()]);
