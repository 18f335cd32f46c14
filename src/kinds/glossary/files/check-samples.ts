import { columnOf, type DelimitedInput } from '../../../files/delimited/row.ts';
import { readRows } from '../../../files/delimited/scan-rows.ts';
import { wideSchema } from '../../../files/dictionary/wide-schema.ts';
import { checkNamedGlossaryLanguage } from '../../../files/languages/check-language.ts';
import { validateSamples } from '../../../files/validators.generated.js';
import { parseValidYaml } from '../../../files/yaml/schema-findings.ts';
import type { YamlFile, YamlInput, YamlPath } from '../../../files/yaml/yaml-file.ts';
import { type Checked, type Finding, hasErrors, type SourceRef } from '../../../model/finding.ts';
import { SAMPLE_MAX_CHARS, type Sample } from '../../../model/workspace/sample.ts';

/**
 * Control characters except line ends and tabs, and unpaired surrogates: no sentence contains them, and the service may
 * refuse them.
 */
const UNFIT = /(?![\n\t\r])\p{Cc}|\p{Cs}/u;

/** The error in the text of a sample: a code and its details; `undefined` if it has none. */
function faultOfSample(text: string): Pick<Finding, 'code' | 'details'> | undefined {
  if (text.trim() === '') return { code: 'sample-blank', details: {} };
  const unfit = UNFIT.exec(text)?.[0];
  if (unfit !== undefined) {
    const character = `U+${(unfit.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
    return { code: 'sample-control-character', details: { character } };
  }
  const chars = text.length <= SAMPLE_MAX_CHARS ? 0 : [...text.trim()].length;
  return chars <= SAMPLE_MAX_CHARS ? undefined : { code: 'sample-too-long', details: { chars, max: SAMPLE_MAX_CHARS } };
}

/**
 * A list of sentences for each source language below `path`, in the form of `samples:` and of a file of samples. Schema
 * errors were reported before.
 */
export function checkSamples(yaml: YamlFile, path: YamlPath): Checked<readonly Sample[]> {
  const findings: Finding[] = [];
  const samples: Sample[] = [];
  const first = new Map<string, SourceRef>();
  const add = (text: string, language: string, at: SourceRef): void => {
    const fault = faultOfSample(text);
    if (fault !== undefined) return void findings.push({ ...fault, severity: 'error', at });
    const key = `${language}\0${text.trim()}`;
    const earlier = first.get(key);
    if (earlier !== undefined)
      return void findings.push({ code: 'sample-repeated', severity: 'warning', at, related: [earlier], details: {} });
    first.set(key, at);
    samples.push({ text: text.trim(), language, at });
  };
  for (const name of yaml.keys(path)) {
    const { code, findings: faults } = checkNamedGlossaryLanguage(name, yaml.keyAt([...path, name]));
    findings.push(...faults);
    const texts = path.reduce<unknown>((value, key) => (value as Readonly<Record<string, unknown>>)[key], yaml.value);
    for (const [index, text] of (texts as Readonly<Record<string, readonly string[]>>)[name]?.entries() ?? [])
      if (code !== undefined) add(text, code, yaml.at([...path, name, index]));
  }
  return { value: samples, findings };
}

/**
 * A file of samples: YAML or JSON, a list of sentences for each source language. The value is absent if it has errors.
 */
export function parseSamplesFile(input: YamlInput): Checked<readonly Sample[]> {
  const { yaml, raw, findings: faults } = parseValidYaml(input, validateSamples);
  if (yaml === undefined || raw === undefined) return { findings: faults };
  const { value = [], findings } = checkSamples(yaml, []);
  return hasErrors(findings) ? { findings } : { value, findings };
}

/**
 * The sentences in the `example` columns of a dictionary file or a wide table; empty without a header. `example_de` is
 * in German. A plain `example` is in the source language of the dictionary, or in a wide table in its first language,
 * from which the others are translated. Cells that are not usable as a sentence, because they are blank, too long or
 * contain control characters, are ignored: the column is a note like any other. The line of a sample is that of its
 * row, which identifies the term. `source`: the source language of the dictionary.
 */
export function exampleSamples(input: DelimitedInput, source: string): readonly Sample[] {
  const [header, ...rows] = readRows(input).rows;
  if (header === undefined) return [];
  const { examples, languages } = wideSchema(header, input);
  const unnamed = [...languages.keys()][0] ?? source;
  return rows.flatMap((row) =>
    [...examples].flatMap(([column, language = unnamed]): readonly Sample[] => {
      const text = row.texts[column] ?? '';
      if (faultOfSample(text) !== undefined) return [];
      const at = { file: input.file, line: row.line, column: columnOf(row, column) };
      return [{ text: text.trim(), language, at }];
    }),
  );
}
