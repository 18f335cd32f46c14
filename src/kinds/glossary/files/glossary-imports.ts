import { validateGlossary } from '../../../files/validators.generated.js';
import { fileRelativeTo } from '../../../files/workspace/workspace-path.ts';
import { parseValidYaml } from '../../../files/yaml/schema-findings.ts';
import type { YamlInput } from '../../../files/yaml/yaml-file.ts';
import { type LanguagePair, type PairKey, parsePairKey } from '../../../model/entries/language-pair.ts';
import { plainStatusWord, type TermStatus } from '../../../model/entries/term-status.ts';
import type { Delimiter } from '../../../model/file-form.ts';
import { type Checked, errorAt, type Finding, type SourceRef } from '../../../model/finding.ts';
import { omitUndefined } from '../../../model/omit-undefined.ts';

/** An item of `imports:` as the schema accepts it. */
interface RawImport {
  readonly file: string;
  readonly format?: string;
  readonly columns?: Readonly<Record<string, string>>;
  readonly statuses?: Readonly<Record<string, TermStatus>>;
  readonly source?: string;
  readonly pair?: string;
  readonly sheet?: string;
  readonly header_row?: number;
  readonly encoding?: string;
  readonly delimiter?: Delimiter;
  readonly table?: string;
  readonly empty?: 'keeps' | 'clears';
  readonly replace?: boolean;
}

/** A file of another system that a glossary imports terms from. */
export interface ListedImport
  extends Omit<RawImport, 'columns' | 'statuses' | 'pair' | 'empty' | 'replace' | 'header_row'> {
  /** Relative to the workspace root. */
  readonly file: string;
  readonly at: SourceRef;
  readonly columns?: ReadonlyMap<string, string>;
  readonly statuses?: ReadonlyMap<string, TermStatus>;
  readonly pair?: LanguagePair;
  readonly headerRow?: number;
  /** True: an empty cell of the file clears one of the glossary. */
  readonly clears: boolean;
  readonly replaces: boolean;
}

/** `imports:` of a `glossary.yaml`. The value is absent if the file has errors. */
export function parseImports(input: YamlInput): Checked<readonly ListedImport[]> {
  const { yaml, raw, findings } = parseValidYaml<{ readonly imports?: readonly RawImport[] }>(input, validateGlossary);
  if (yaml === undefined || raw === undefined) return { findings };
  const faults: Finding[] = [];
  const value = (raw.imports ?? []).flatMap((item, index): readonly ListedImport[] => {
    const { columns, statuses, pair, empty, replace, source, header_row: headerRow, ...rest } = item;
    const at = yaml.at(['imports', index, 'file']);
    const file = fileRelativeTo(input.file, item.file);
    if (file === undefined) {
      faults.push(errorAt('path-outside-workspace', at, { path: item.file }));
      return [];
    }
    const words = Object.entries(statuses ?? {}).map(([word, status]) => [plainStatusWord(word), status] as const);
    return [
      {
        ...rest,
        ...omitUndefined({
          headerRow,
          source: source?.toLowerCase(),
          pair: pair === undefined ? undefined : parsePairKey(pair.toLowerCase() as PairKey),
          columns: columns === undefined ? undefined : new Map(Object.entries(columns)),
          statuses: words.length === 0 ? undefined : new Map(words),
        }),
        file,
        at,
        clears: empty === 'clears',
        replaces: replace ?? false,
      },
    ];
  });
  return { findings: faults, ...(faults.length === 0 && { value }) };
}
