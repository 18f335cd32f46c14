import type { Wordings } from './finding-details.ts';

/**
 * Findings about the settings of the linter, in files and in the column `lint` of a row. The findings of a rule have
 * their wording in the rule.
 */
export const LINT_WORDING: Wordings = {
  'lint-address-elsewhere':
    '"{pattern}" names no part of {address}, allowed in this file: {address} or {address}/SOURCE->TARGET; ' +
    'write settings for other resources in lexform.yaml',
  'lint-together': (d) =>
    d.has('address')
      ? `${d.quoted('address')} is not the address of one glossary, such as glossary.product`
      : 'glossaries that are used together are at least two, such as [glossary.product, glossary.legal]',
  'lint-waiver-form': '"{text}" is not a waiver, the form is ok(RULE): REASON, with ; before the next one',
  'lint-waiver-reason': 'the waiver "{text}" has no reason; write why the finding is accepted',
  'lint-rule-unknown': '"{rule}" is not a rule that can be waived; a name such as space/double is needed',
  'lint-address-unknown': '"{pattern}" is the address of no glossary, dictionary or style list of these files',
  'lint-baseline-form':
    'the file is not a baseline of lint findings: {reason}; restore it from git, or write a new one with "lexform ' +
    'lint --update-baseline"',
  'lint-baseline-unused': (d) =>
    `${d.count('count', 'finding')} of the baseline ${d.number('count') === 1 ? 'is' : 'are'} not found any more; ` +
    '"lexform lint --prune" takes what is of no use out',
  'lint-waiver-unused': 'the waiver of {rule} waives nothing; it can be removed',
};
