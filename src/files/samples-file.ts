import { type Checked, hasErrors } from '../model/finding.ts';
import type { Sample } from '../model/sample.ts';
import { checkSamples } from './check-samples.ts';
import { schemaFindings } from './schema-findings.ts';
import { validateSamples } from './validators.generated.js';
import { parseYaml, type YamlInput } from './yaml-file.ts';

/** A file of samples: YAML or JSON, a list of sentences for each source language. The value is absent when it has errors. */
export function parseSamplesFile(input: YamlInput): Checked<readonly Sample[]> {
  const parsed = parseYaml(input);
  if (parsed.value === undefined) return { findings: parsed.findings };
  const faults = schemaFindings(parsed.value, validateSamples);
  if (hasErrors(faults)) return { findings: faults };
  const { value = [], findings } = checkSamples(parsed.value, []);
  return hasErrors(findings) ? { findings } : { value, findings };
}
