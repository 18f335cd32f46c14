import type { Rule } from '../../lint/rule.ts';
export const ruleText = (rule: Rule): string => rule.id;
export const rulesText = (rules: readonly Rule[]): string => rules.map(({ id }) => `${id}\n`).join('');
