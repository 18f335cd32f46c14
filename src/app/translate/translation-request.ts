import { variantCode } from '../../files/languages/check-language.ts';
import { GLOSSARY } from '../../kinds/glossary/glossary-kind.ts';
import type { DesiredState } from '../../kinds/states.ts';
import { STYLE_LIST } from '../../kinds/style-list/style-list-kind.ts';
import type { TranslationMemoryId } from '../../model/account/translation.ts';
import { UsageError } from '../../model/errors.ts';
import { TEXT_INPUT_MAX_BYTES } from '../../model/incoming-limits.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { visible } from '../../review/format/escape.ts';
import { checkTranslation } from '../../steps/check-translation.ts';
import { fittingDictionaries } from '../../steps/fitting-dictionary.ts';
import { type FoundTerms, fullAddress } from '../../steps/search/find-terms.ts';
import type { TranslateOptions } from '../options.ts';
import type { Ports } from '../ports.ts';
import { readNamedFile } from '../session/read-named-file.ts';

/** The options of a translation after its glossary was chosen. */
export type RequestedTranslation = Omit<TranslateOptions, 'glossary'> & { readonly glossary?: string };

/**
 * The options with the glossary that they name, or with its variant for the languages of the texts. `--no-glossary`
 * names none.
 */
export function namedTerms({ glossary, ...options }: TranslateOptions, desired: DesiredState): RequestedTranslation {
  if (typeof glossary !== 'string') return options;
  const languages = [options.to, options.from ?? ''].map(variantCode);
  const base = fullAddress(GLOSSARY, glossary);
  const found = desired.glossaries?.find(({ variant }) => variant?.base === base && languages.includes(variant.code));
  return { ...options, glossary: found?.address ?? glossary };
}

/**
 * Throws a `UsageError` for options that the service would refuse. It uses only what is known, so it is called once
 * before any call, and again with the live terms.
 */
export function refuseBadTranslation(
  { from, to, model, glossary, style, translationMemory, memoryThreshold }: RequestedTranslation,
  desired: DesiredState,
  found?: FoundTerms,
): void {
  const terms = glossary === undefined ? undefined : fullAddress(GLOSSARY, glossary);
  const rules = style === undefined ? undefined : fullAddress(STYLE_LIST, style);
  const files = desired.glossaries?.find(({ address }) => address === terms)?.dictionaries;
  const live = found?.glossary?.live.dictionaries;
  const language = (
    found === undefined
      ? desired.styleLists?.find(({ address }) => address === rules)?.content
      : found.styleList?.live.content
  )?.language;
  const entries = live && [...live].flatMap(([pair, { entryCount }]) => (entryCount > 0 ? [pair] : []));
  const errors = checkTranslation(
    omitUndefined({
      to,
      from,
      model,
      glossary:
        terms === undefined
          ? undefined
          : omitUndefined({ address: terms, files: files && [...files.keys()], live: entries }),
      style: rules === undefined ? undefined : omitUndefined({ address: rules, language }),
    }),
  );
  const memoryErrors =
    memoryThreshold !== undefined && translationMemory === undefined
      ? ['--memory-threshold needs --translation-memory']
      : [];
  if (errors.length + memoryErrors.length > 0) throw new UsageError([...errors, ...memoryErrors].join('; '));
}

/** The call without its texts. */
export const requestOf = (
  { from, to, model, formality, instruction, memoryThreshold, tagHandling, tagHandlingVersion }: RequestedTranslation,
  found: FoundTerms,
  memory: TranslationMemoryId | undefined,
) =>
  omitUndefined({
    targetLang: to,
    sourceLang: from,
    modelType: model,
    formality,
    customInstructions: instruction.length > 0 ? instruction : undefined,
    glossaryId: found.glossary?.live.id,
    styleId: found.styleList?.live.id,
    translationMemoryId: memory,
    translationMemoryThreshold: memoryThreshold,
    tagHandling,
    tagHandlingVersion,
    showBilledCharacters: true,
  });

/** The glossary and the style list that were used, for the text and the JSON document. */
export const usedTerms = ({ glossary, styleList }: FoundTerms) =>
  omitUndefined({
    glossary: glossary && { address: glossary.address, id: glossary.live.id, name: glossary.live.name },
    style: styleList && { address: styleList.address, id: styleList.live.id, name: styleList.live.content.name },
  });

interface Fitting {
  readonly options: RequestedTranslation;
  /** The live terms; absent: they were not looked up. */
  readonly found?: FoundTerms;
  /** Why the terms of the workspace are not used, or which terms could be used. */
  readonly hint?: string;
}

/**
 * The glossary of the workspace that a translation uses if the options name none: the only dictionary of the files that
 * matches the languages, if it is on the service. Its source language becomes that of the texts, since the service does
 * not use a glossary with automatic detection.
 */
export async function fittingTerms(
  options: RequestedTranslation,
  desired: DesiredState,
  find: (options: RequestedTranslation) => Promise<FoundTerms>,
): Promise<Fitting> {
  const { from, to } = options;
  const fitting = fittingDictionaries(desired, omitUndefined({ to, from }));
  const [only, ...others] = fitting;
  if (only === undefined) return { options };
  const nameOf = ({ glossary, pair }: (typeof fitting)[number]): string => visible(`${glossary}/${pair}`);
  if (others.length > 0) {
    const names = fitting.map(nameOf).join(', ');
    return {
      options,
      hint: `No terms were used: several dictionaries fit (${names}); name one with --from and --glossary.\n`,
    };
  }
  const chosen: RequestedTranslation = { ...options, from: from ?? only.source, glossary: only.glossary };
  const found = await find(chosen).catch((error: unknown) => {
    if (error instanceof UsageError) return undefined;
    throw error;
  });
  const live = found?.glossary?.live.dictionaries.get(only.pair);
  if (found !== undefined && live !== undefined && live.entryCount > 0 && found.findings.length === 0)
    return { options: chosen, found };
  return { options, hint: `No terms were used: ${nameOf(only)} is not on the service yet; run "lexform apply".\n` };
}

/** Texts to translate. */
export interface InputTexts {
  readonly texts: readonly string[];
  /**
   * True for a file or standard input: the whole content is one text and stays unchanged. False: each argument is a
   * line of output.
   */
  readonly isWholeText: boolean;
}

/** Keeps a byte order mark, so that the translation has it too. */
function decode(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UsageError(`${name} is not UTF-8 text; convert it first`);
  }
}

async function readTextFile(path: string, ports: Ports): Promise<string> {
  const limits = { maxBytes: TEXT_INPUT_MAX_BYTES, absent: `there is no file "${path}"` };
  return decode(await readNamedFile(path, ports, limits), `"${path}"`);
}

/** Reads standard input. It may never end, so reading stops at the limit. */
async function readInput({ input }: Ports): Promise<Uint8Array> {
  const bytes = await input.read(TEXT_INPUT_MAX_BYTES);
  if (bytes.byteLength <= TEXT_INPUT_MAX_BYTES) return bytes;
  throw new UsageError(
    `standard input has more than ${TEXT_INPUT_MAX_BYTES} bytes, which is the most that is translated at ` +
      'once; split it',
  );
}

/**
 * The texts of the arguments, of `--file`, or of standard input: with `-`, or if no text is given and the input is
 * piped.
 */
export async function readTexts({ texts, file }: TranslateOptions, ports: Ports): Promise<InputTexts> {
  if (file !== undefined && texts.length > 0) throw new UsageError('texts and --file cannot be given together');
  if (file !== undefined && file !== '-') return { texts: [await readTextFile(file, ports)], isWholeText: true };
  const fromInput = file === '-' || (texts.length === 1 && texts[0] === '-');
  if (!fromInput && texts.length > 0) return { texts, isWholeText: false };
  const none = 'there is no text to translate; name it, pipe it in, or use --file';
  if (!fromInput && ports.input.typed) throw new UsageError(none);
  const text = decode(await readInput(ports), 'standard input');
  if (!fromInput && text === '') throw new UsageError(none);
  return { texts: [text], isWholeText: true };
}
