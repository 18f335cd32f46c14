import { baseLanguage } from '../../../contract/languages.ts';
import { GLOSSARY_NAME_MAX_UTF8_BYTES } from '../../../contract/limits.ts';
import { COLUMN_USES, checkUsedLanguage, columnUse, statusWordsOf } from '../../../files/dictionary/column-use.ts';
import { plainPos } from '../../../files/dictionary/term-columns.ts';
import {
  checkNamedGlossaryLanguage,
  checkPair,
  isGlossaryLanguage,
  variantCode,
} from '../../../files/languages/check-language.ts';
import { validateGlossary } from '../../../files/validators.generated.js';
import { addressNameOf, fileRelativeTo } from '../../../files/workspace/workspace-path.ts';
import { checkLine, checkNameFree } from '../../../files/yaml/check-text.ts';
import { parseValidYaml } from '../../../files/yaml/schema-findings.ts';
import type { YamlFile, YamlInput, YamlPath } from '../../../files/yaml/yaml-file.ts';
import { yamlText } from '../../../files/yaml/yaml-text.ts';
import type { Choice, SentStatus } from '../../../model/entries/held-back.ts';
import type { LanguagePair } from '../../../model/entries/language-pair.ts';
import type { TermStatus } from '../../../model/entries/term-status.ts';
import type { Comments, FileForm } from '../../../model/file-form.ts';
import { type Checked, errorAt, type Finding, hasErrors, type SourceRef } from '../../../model/finding.ts';
import { glossaryId } from '../../../model/ids.ts';
import { omitUndefined } from '../../../model/omit-undefined.ts';
import { parseLint, type RawLint } from '../../files/parse-lint.ts';
import { onName, parseOn } from '../../files/parse-on.ts';
import { type DesiredGlossary, type GlossaryAddress, type GlossaryMode, glossaryAddress } from '../glossary.ts';
import { checkSamples } from './check-samples.ts';

/** The settings for reading a file, as the schema accepts them. */
interface RawForm extends Omit<FileForm, 'columns' | 'send' | 'choose' | 'variants'> {
  readonly send?: { readonly status: readonly SentStatus[] };
  readonly choose?: 'status' | 'first' | { readonly pos: readonly string[] };
  readonly columns?: Readonly<Record<string, string | RawStatusColumn>>;
}

/** A column of statuses with its own words. */
interface RawStatusColumn {
  readonly status: Readonly<Record<string, TermStatus>>;
}

/** Errors in `columns:`: uses that no column can have. */
function checkColumns(
  columns: NonNullable<RawForm['columns']>,
  variants: FileForm['variants'],
  path: YamlPath,
  yaml: YamlFile,
): readonly Finding[] {
  return Object.entries(columns).flatMap(([header, use]): readonly Finding[] => {
    if (typeof use !== 'string') return [];
    const at = yaml.at([...path, 'columns', header]);
    if (variants?.includes(variantCode(use)) === true) return [];
    if (columnUse(use) !== undefined) return checkUsedLanguage(use, at);
    const details = { header, found: use, allowed: [...COLUMN_USES] };
    return [errorAt('column-use', at, details)];
  });
}

const choiceOf = (choose: NonNullable<RawForm['choose']>): Choice =>
  typeof choose === 'string' ? { kind: choose } : { kind: 'pos', order: choose.pos.map(plainPos) };

/** The settings for reading a file, from the keys at `path`, and otherwise from `defaults`. */
function fileForm(
  { delimiter, header, comments, columns, send, choose }: RawForm,
  path: YamlPath,
  yaml: YamlFile,
  defaults: FileForm = {},
): { readonly value: FileForm; readonly findings: readonly Finding[] } {
  const ownColumns = Object.entries(columns ?? {}).map(
    ([name, use]) => [name, typeof use === 'string' ? use : statusWordsOf(use.status)] as const,
  );
  const allColumns = [...(defaults.columns ?? []), ...ownColumns];
  return {
    value: {
      ...defaults,
      ...omitUndefined({ delimiter, header, comments }),
      ...(allColumns.length > 0 && { columns: new Map(allColumns) }),
      ...(send !== undefined && { send: send.status }),
      ...(choose !== undefined && { choose: choiceOf(choose) }),
    },
    findings: columns === undefined ? [] : checkColumns(columns, defaults.variants, path, yaml),
  };
}

/** `glossary.yaml` as the schema accepts it. */
interface RawGlossary extends Omit<RawForm, 'delimiter'> {
  readonly name: string;
  readonly id?: string;
  readonly dictionaries?: 'auto' | readonly RawDictionary[];
  readonly tables?: readonly RawTable[];
  readonly extends?: readonly string[];
  readonly overrides?: 'declared' | 'allow';
  readonly publish?: boolean;
  readonly variants?: Readonly<Record<string, RawVariant>>;
  readonly on?: Readonly<Record<string, { readonly name?: string; readonly publish?: boolean }>>;
  readonly protect?: boolean;
  readonly mode?: GlossaryMode;
  readonly samples?: object;
  readonly lint?: RawLint;
}

interface RawVariant {
  readonly over: string;
  readonly as?: 'glossary' | 'language';
  readonly name?: string;
}

interface RawDictionary extends RawForm {
  readonly source_lang: string;
  readonly target_lang: string;
  readonly file: string;
}

interface RawTable extends RawForm {
  readonly file: string;
  readonly pairs: readonly string[];
}

/** A dictionary file that a glossary names. */
export interface ListedDictionary {
  readonly pair: LanguagePair;
  /** Relative to the workspace root. */
  readonly file: string;
  readonly at: SourceRef;
  readonly form: FileForm;
}

/** A wide table that a glossary names. */
export interface ListedTable {
  readonly file: string;
  readonly pairs: readonly string[];
  /** The places of `pairs`. */
  readonly pairsAt: readonly SourceRef[];
  readonly at: SourceRef;
  readonly form: FileForm;
}

/** A glossary that another one extends. */
export interface Layer {
  readonly address: GlossaryAddress;
  /** Its place in `extends:`. */
  readonly at: SourceRef;
}

/** The glossaries that a glossary extends. */
export interface Stack {
  /** In the order of `extends:`. */
  readonly layers: readonly Layer[];
  /** True: rows may translate inherited terms differently without a mark. */
  readonly mayOverride: boolean;
}

/** A variant of a language, which becomes a glossary of its own. */
export interface Variant {
  /** In the usual spelling, as in the address: `pt-BR`. */
  readonly name: string;
  /** As the file writes it. */
  readonly key: string;
  /** In lower case: `pt-br`. */
  readonly code: string;
  /** Its base language: `pt`. */
  readonly over: string;
  /** The language of its dictionaries on the service: that of the variant, or its base language. */
  readonly language: string;
  /** The pattern of this name, with places for the name of the base and for the code. */
  readonly namePattern: string;
  /** The name of its glossary in the files. */
  readonly glossaryName: string;
  /** Its place in `variants:`. */
  readonly at: SourceRef;
}

/** The content of one `glossary.yaml`, before any other file is read. */
export interface GlossaryFile extends Omit<DesiredGlossary, 'dictionaries' | 'variant'> {
  /** Absent: it extends no other glossary. */
  readonly stack?: Stack;
  readonly variants: readonly Variant[];
  readonly file: string;
  readonly pinnedIdAt?: SourceRef;
  /** `auto`: all dictionaries whose files are in the same folder. */
  readonly dictionaries: 'auto' | readonly ListedDictionary[];
  readonly dictionariesAt: SourceRef;
  readonly tables: readonly ListedTable[];
  /** The default settings for reading files. */
  readonly form: FileForm;
}

function placeOf(file: string, path: string, at: SourceRef): Checked<string> {
  const found = fileRelativeTo(file, path);
  return found === undefined
    ? { findings: [errorAt('path-outside-workspace', at, { path })] }
    : { value: found, findings: [] };
}

function listed(raw: RawDictionary, index: number, yaml: YamlFile, defaults: FileForm): Checked<ListedDictionary> {
  const path = ['dictionaries', index];
  const { pair, findings } = checkPair(
    {
      source: { text: raw.source_lang, at: yaml.at([...path, 'source_lang']) },
      target: { text: raw.target_lang, at: yaml.at([...path, 'target_lang']) },
    },
    defaults.variants,
  );
  const at = yaml.at([...path, 'file']);
  const place = placeOf(yaml.file, raw.file, at);
  const form = fileForm(raw, path, yaml, defaults);
  const all = [...findings, ...place.findings, ...form.findings];
  if (pair === undefined || place.value === undefined) return { findings: all };
  return { value: { pair, file: place.value, at, form: form.value }, findings: all };
}

function checkName(name: string, at: SourceRef): readonly Finding[] {
  const bytes = Buffer.byteLength(name, 'utf8');
  return [
    ...checkLine({ key: 'name', text: name, at }),
    ...checkNameFree(name, at),
    ...(bytes > GLOSSARY_NAME_MAX_UTF8_BYTES
      ? [errorAt('glossary-name-too-long', at, { bytes, max: GLOSSARY_NAME_MAX_UTF8_BYTES })]
      : []),
  ];
}

/** The name of the glossary of a variant, from the name of its base. */
export const variantName = ({ namePattern, name }: Pick<Variant, 'namePattern' | 'name'>, base: string): string =>
  namePattern.replace(/\{(?:name|variant)\}/g, (place) => (place === '{name}' ? base : name));

/** Reads `variants:`. Each is a variant of a language that glossaries may have, over that language. */
function variantsOf(raw: RawGlossary, yaml: YamlFile): Required<Checked<readonly Variant[]>> {
  const findings: Finding[] = [];
  const variants: Variant[] = [];
  for (const [text, { over: overText, as, name }] of Object.entries(raw.variants ?? {})) {
    const at = yaml.keyAt(['variants', text]);
    const [code, over] = [variantCode(text), overText.toLowerCase()];
    if (!isGlossaryLanguage(over) || baseLanguage(code) !== over) {
      findings.push(errorAt('variant-base', at, { variant: text, over: overText, base: baseLanguage(code) }));
      continue;
    }
    if (variants.some((each) => each.code === code)) {
      findings.push(errorAt('variant-repeated', at, { variant: text }));
      continue;
    }
    const [spelling = code] = Intl.getCanonicalLocales(code);
    const namePattern = name ?? '{name} ({variant})';
    const glossaryName = variantName({ namePattern, name: spelling }, raw.name);
    findings.push(...checkName(glossaryName, name === undefined ? at : yaml.at(['variants', text, 'name'])));
    variants.push({
      name: spelling,
      key: text,
      code,
      over,
      language: as === 'language' ? code : over,
      namePattern,
      glossaryName,
      at,
    });
  }
  return { value: variants, findings };
}

/** Checks the languages of a file that does not match the schema, so that all errors are reported at once. */
function checkRest(yaml: YamlFile): readonly Finding[] {
  const { dictionaries: listed, variants } = (yaml.value ?? {}) as { dictionaries?: unknown; variants?: object | null };
  const declared = Object.keys(variants ?? {}).map(variantCode);
  return (Array.isArray(listed) ? (listed as readonly (Partial<RawDictionary> | null)[]) : []).flatMap((raw, index) =>
    (['source_lang', 'target_lang'] as const).flatMap((key) => {
      const text = raw?.[key];
      return typeof text === 'string' && text !== '' && !declared.includes(variantCode(text))
        ? checkNamedGlossaryLanguage(text, yaml.at(['dictionaries', index, key])).findings
        : [];
    }),
  );
}

const stackOf = (layers: readonly string[], overrides: RawGlossary['overrides'], yaml: YamlFile): Stack => ({
  layers: layers.map((layer, index) => ({ address: layer as GlossaryAddress, at: yaml.at(['extends', index]) })),
  mayOverride: overrides === 'allow',
});

/**
 * Parses one `glossary.yaml`. The value is absent if the file itself has errors. The function is longer than 60 lines
 * because each key adds to the same findings.
 */
export function parseGlossaryFile(input: YamlInput): Checked<GlossaryFile> {
  const { yaml, raw, findings: schemaFindings } = parseValidYaml<RawGlossary>(input, validateGlossary);
  if (yaml === undefined) return { findings: schemaFindings };
  const address = addressNameOf(input.file, 'glossary');
  const findings: Finding[] = [...address.findings, ...schemaFindings];
  if (raw === undefined || hasErrors(findings)) return { findings: [...findings, ...checkRest(yaml)] };

  findings.push(...checkName(raw.name, yaml.at(['name'])));
  if (raw.id !== undefined) findings.push(...checkLine({ key: 'id', text: raw.id, at: yaml.at(['id']) }));
  const on = parseOn(raw.on, ['on'], yaml, ({ name }, path) => {
    if (name === undefined) return [];
    findings.push(...checkName(name, yaml.at([...path, 'name'])));
    return [[['name'], name]];
  });
  const variants = variantsOf(raw, yaml);
  const codes = variants.value.map(({ code }) => code);
  const defaults = fileForm(raw, [], yaml, codes.length === 0 ? {} : { variants: codes });
  findings.push(...variants.findings, ...defaults.findings);
  const dictionaries =
    raw.dictionaries === undefined || raw.dictionaries === 'auto'
      ? ('auto' as const)
      : raw.dictionaries.flatMap((item, index) => {
          const parsed = listed(item, index, yaml, defaults.value);
          findings.push(...parsed.findings);
          return parsed.value ?? [];
        });
  const tables = (raw.tables ?? []).flatMap((table, index) => {
    const at = yaml.at(['tables', index, 'file']);
    const place = placeOf(input.file, table.file, at);
    findings.push(...place.findings);
    if (place.value === undefined) return [];
    const pairsAt = table.pairs.map((_, pair) => yaml.at(['tables', index, 'pairs', pair]));
    const form = fileForm(table, ['tables', index], yaml, defaults.value);
    findings.push(...form.findings);
    return [{ file: place.value, pairs: table.pairs, pairsAt, at, form: form.value }];
  });
  const samples = raw.samples === undefined ? { value: [], findings: [] } : checkSamples(yaml, ['samples']);
  const lint = raw.lint && parseLint(raw.lint, glossaryAddress(address.name ?? ''), yaml);
  findings.push(...samples.findings, ...(lint?.findings ?? []));
  if (address.name === undefined || hasErrors(findings)) return { findings };
  return {
    value: {
      address: glossaryAddress(address.name),
      file: input.file,
      name: raw.name,
      origin: yaml.at(['name']),
      ...(raw.id !== undefined && { pinnedId: glossaryId(raw.id), pinnedIdAt: yaml.at(['id']) }),
      ...(raw.extends !== undefined && { stack: stackOf(raw.extends, raw.overrides, yaml) }),
      ...(raw.publish === false && { isUnpublished: true }),
      variants: variants.value,
      ...on,
      mode: raw.mode ?? 'authoritative',
      protect: raw.protect ?? false,
      dictionaries,
      dictionariesAt: yaml.at(raw.dictionaries === undefined ? ['name'] : ['dictionaries']),
      tables,
      form: defaults.value,
      ...(samples.value !== undefined && samples.value.length > 0 && { samples: samples.value }),
      ...(lint !== undefined && { lint: lint.settings }),
    },
    findings,
  };
}

export interface GlossaryToWrite {
  readonly name: string;
  /** `auto`: the files of the dictionaries are in the folder of this one. */
  readonly dictionaries: 'auto' | readonly { readonly pair: LanguagePair; readonly file: string }[];
  readonly comments?: Comments;
  /** Written if the name does not identify the resource. */
  readonly pinnedId?: string;
  /** The target that the name is only for. Absent: all targets. */
  readonly nameOn?: string;
  readonly protect?: boolean;
}

/** The text of a `glossary.yaml`. An option is written if it differs from its default. */
export const glossaryText = (glossary: GlossaryToWrite): string => {
  const { name, nameOn, pinnedId, dictionaries, comments, protect } = glossary;
  return yamlText('glossary', {
    name,
    id: pinnedId,
    dictionaries:
      dictionaries === 'auto'
        ? dictionaries
        : dictionaries.map(({ pair, file }) => ({ source_lang: pair.source, target_lang: pair.target, file })),
    comments,
    on: onName(nameOn, name),
    protect: protect === true ? protect : undefined,
  });
};
