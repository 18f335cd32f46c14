import type { Rule } from '../rule.ts';
import { cellsSpreadsheet } from './cells/spreadsheet.ts';
import { characterApostrophe } from './character/apostrophe.ts';
import { characterControl } from './character/control.ts';
import { characterEncoding } from './character/encoding.ts';
import { characterHtmlEntity } from './character/html-entity.ts';
import { characterInvisible } from './character/invisible.ts';
import { characterNotNfc } from './character/not-nfc.ts';
import { columnsFilled } from './columns/filled.ts';
import { columnsSwapped } from './columns/swapped.ts';
import { contentAlternatives } from './content/alternatives.ts';
import { contentComma } from './content/comma.ts';
import { contentFormula } from './content/formula.ts';
import { contentInitialCase } from './content/initial-case.ts';
import { contentInstruction } from './content/instruction.ts';
import { contentParenthesis } from './content/parenthesis.ts';
import { contentTightAlternatives } from './content/tight-alternatives.ts';
import { contentTrailingPunctuation } from './content/trailing-punctuation.ts';
import { contentUnbalancedBrackets } from './content/unbalanced-brackets.ts';
import { contentUntranslated } from './content/untranslated.ts';
import { glossariesConflict } from './glossaries/conflict.ts';
import { glossariesReverse } from './glossaries/reverse.ts';
import { instructionsAgainstRule } from './instructions/against-rule.ts';
import { instructionsChatStyle } from './instructions/chat-style.ts';
import { instructionsNearDuplicate } from './instructions/near-duplicate.ts';
import { instructionsNearLimit } from './instructions/near-limit.ts';
import { instructionsNegativeWording } from './instructions/negative-wording.ts';
import { instructionsSeveralConditions } from './instructions/several-conditions.ts';
import { instructionsSeveralDirectives } from './instructions/several-directives.ts';
import { instructionsTermMapping } from './instructions/term-mapping.ts';
import { instructionsWrongLanguage } from './instructions/wrong-language.ts';
import { scriptKana } from './script/kana.ts';
import { scriptMixed } from './script/mixed.ts';
import { scriptWrong } from './script/wrong.ts';
import { spaceDouble } from './space/double.ts';
import { spaceOuter } from './space/outer.ts';
import { termsDuplicate } from './terms/duplicate.ts';
import { termsNearDuplicate } from './terms/near-duplicate.ts';
import { termsRepeated } from './terms/repeated.ts';
import { termsSingularPlural } from './terms/singular-plural.ts';

/** Every rule, in the order of the documentation. */
export const RULES: readonly Rule[] = [
  spaceOuter,
  spaceDouble,
  characterControl,
  characterNotNfc,
  characterHtmlEntity,
  characterApostrophe,
  characterInvisible,
  characterEncoding,
  scriptMixed,
  scriptKana,
  scriptWrong,
  cellsSpreadsheet,
  termsDuplicate,
  termsRepeated,
  termsNearDuplicate,
  termsSingularPlural,
  contentAlternatives,
  contentTightAlternatives,
  contentComma,
  contentParenthesis,
  contentInstruction,
  contentUnbalancedBrackets,
  contentTrailingPunctuation,
  contentInitialCase,
  contentFormula,
  contentUntranslated,
  columnsFilled,
  columnsSwapped,
  glossariesConflict,
  glossariesReverse,
  instructionsSeveralDirectives,
  instructionsSeveralConditions,
  instructionsNegativeWording,
  instructionsChatStyle,
  instructionsWrongLanguage,
  instructionsNearLimit,
  instructionsTermMapping,
  instructionsNearDuplicate,
  instructionsAgainstRule,
];

const BY_ID: ReadonlyMap<string, Rule> = new Map(
  RULES.flatMap((rule) => [rule.id, ...(rule.aliases ?? [])].map((id) => [id, rule] as const)),
);

/** A rule by its id, or by an earlier one. */
export const ruleNamed = (id: string): Rule | undefined => BY_ID.get(id);
