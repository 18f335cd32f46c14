import { type Checked, hasErrors } from '../../model/finding.ts';
import type { Sample } from '../../model/workspace/sample.ts';
import { validateSamples } from '../validators.generated.js';
import { schemaFindings } from '../yaml/schema-findings.ts';
import { parseYaml, type YamlInput } from '../yaml/yaml-file.ts';
import { checkSamples } from './check-samples.ts';

/**
 * A file of samples: YAML or JSON, a list of sentences for each source language. The value is absent when it has
 * errors.
 */
export function parseSamplesFile(input: YamlInput): Checked<readonly Sample[]> {
  const parsed = parseYaml(input);
  if (parsed.value === undefined) return { findings: parsed.findings };
  const faults = schemaFindings(parsed.value, validateSamples);
  if (hasErrors(faults)) return { findings: faults };
  const { value = [], findings } = checkSamples(parsed.value, []);
  return hasErrors(findings) ? { findings } : { value, findings };
}
