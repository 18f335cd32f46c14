import { expect } from 'vitest';
import { lintDesired } from '../../src/lint/lint.ts';
import { ruleNamed } from '../../src/lint/rules/registry.ts';
import type { Finding } from '../../src/model/finding.ts';
import type { LintLevel, WorkspaceLintSettings } from '../../src/model/workspace/lint-settings.ts';
import { type DictionariesLike, desiredGlossary } from '../support/build.ts';

/** Settings that say nothing but what a test gives. */
export const settings = (more: Partial<WorkspaceLintSettings> = {}): WorkspaceLintSettings => ({
  rules: new Map(),
  overrides: [],
  waivers: [],
  together: [],
  ...more,
});

/** The level of one rule, for those that are off. */
export const withRule = (id: string, level: LintLevel = 'note'): WorkspaceLintSettings =>
  settings({ rules: new Map([[id, level]]) });

/** The findings of glossaries by their dictionaries, in the order of the linter. */
export function lintedFindings(
  glossaries: Readonly<Record<string, DictionariesLike>>,
  all: WorkspaceLintSettings = settings(),
): readonly Finding[] {
  const desired = Object.entries(glossaries).map(([name, dictionaries]) => desiredGlossary(name, dictionaries));
  const { findings } = lintDesired({ settings: all, desired: { glossaries: desired } });
  for (const finding of findings) expect(lackingDetails(finding)).toEqual([]);
  return findings;
}

/** The details that the message of a rule needs and a finding lacks. */
export const lackingDetails = ({ code, details }: Pick<Finding, 'code' | 'details'>): readonly string[] =>
  Array.from(ruleNamed(code)?.message.matchAll(/\{(?:\w+ )?(\w+)\}/g) ?? [], ([, key = '']) => key).filter(
    (key) => details[key] === undefined,
  );
