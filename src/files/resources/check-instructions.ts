import { type Finding, warningAt } from '../../model/finding.ts';
import { sameInstruction } from '../../model/resources/digest.ts';
import type { CustomInstruction } from '../../model/resources/style-list.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import { isGlossaryLanguage } from '../languages/check-language.ts';
import type { YamlFile } from '../yaml/yaml-file.ts';
import { checkLine, checkProse } from './check-text.ts';

/** Custom instructions one by one, and those that repeat each other. Lengths and numbers are the schema's. */
export function checkInstructions(instructions: readonly CustomInstruction[], yaml: YamlFile): readonly Finding[] {
  const at = (index: number, key: string): SourceRef => yaml.at(['custom_instructions', index, key]);
  const findings: Finding[] = [];
  const byLabel = new Map<string, readonly number[]>();
  instructions.forEach((instruction, index) => {
    const { label, prompt, sourceLanguage } = instruction;
    findings.push(
      ...checkLine({ key: `custom_instructions[${index}].label`, text: label, at: at(index, 'label') }),
      ...checkProse({ key: `custom_instructions[${index}].prompt`, text: prompt, at: at(index, 'prompt') }),
    );
    if (sourceLanguage !== undefined && !isGlossaryLanguage(sourceLanguage)) {
      findings.push(warningAt('source-language-unusual', at(index, 'source_language'), { language: sourceLanguage }));
    }
    const earlier = byLabel.get(label) ?? [];
    byLabel.set(label, [...earlier, index]);
    const twin = earlier.find((each) => sameInstruction(instructions[each] as CustomInstruction, instruction, ''));
    const first = twin ?? earlier[0];
    if (first === undefined) return;
    findings.push({
      code: twin === undefined ? 'instruction-label-repeated' : 'instruction-repeated',
      severity: 'warning',
      at: at(index, 'label'),
      related: [at(first, 'label')],
      details: { label },
    });
  });
  return findings;
}
