import { checkTranslation } from '../../flow/check-translation.ts';
import { type FoundTerms, findTerms, fullAddress } from '../../flow/find-terms.ts';
import { joinPieces, type TranslatedPiece, translateTexts } from '../../flow/translate-text.ts';
import type { DesiredState } from '../../model/desired.ts';
import { UsageError } from '../../model/errors.ts';
import { textForTerminal, translationJson, usedText } from '../../review/translate-text.ts';
import { connect } from '../connect.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { openConfig } from '../open-config.ts';
import { openWorkspace, stopOnFindings } from '../open-workspace.ts';
import type { TranslateOptions } from '../options.ts';
import type { CliPorts } from '../ports.ts';
import { readTexts } from '../read-texts.ts';

/** `translate`: find the terms, check the rules, translate, say what was used. */
export async function translate(options: TranslateOptions, ports: CliPorts): Promise<ExitCode> {
  const { from, to, json, glossary, style } = options;
  const workspace = await open(options, ports);
  if (workspace === undefined) return EXIT.findings;
  const { desired } = workspace;
  refuse(options, desired);
  const { texts, whole } = await readTexts(options, ports);
  const { client, limit, target } = await connect(workspace, options, ports);
  const found = await findTerms({
    client,
    limit,
    desired,
    ...(glossary !== undefined && { glossary }),
    ...(style !== undefined && { style }),
  });
  if (stopOnFindings(found.findings, options, ports)) return EXIT.findings;
  refuse(options, desired, found);

  const { out, err, screen } = ports.terminal;
  const pieces: TranslatedPiece[] = [];
  const request = requestOf(options, found);
  for await (const batch of translateTexts({ calls: client.translation, texts, request, signal: ports.interrupted })) {
    pieces.push(...batch);
    for (const { text, last } of json ? [] : batch)
      out(
        `${screen ? textForTerminal(text) : text}${last && (!whole || (screen && !text.endsWith('\n'))) ? '\n' : ''}`,
      );
  }
  const use = { target: target.name, to, ...(from !== undefined && { from }), ...usedTerms(found) };
  const translated = joinPieces(pieces);
  if (json) out(translationJson(use, translated));
  err(usedText(use, translated));
  return EXIT.ok;
}

/** Without terms only `lexform.yaml` is read: a fault in a dictionary does not stop a translation that does without it. */
async function open(options: TranslateOptions, ports: CliPorts) {
  if (options.glossary !== undefined || options.style !== undefined) return openWorkspace(options, ports);
  const opened = await openConfig(options, ports);
  return opened === undefined ? undefined : { ...opened, desired: {} as DesiredState };
}

/** Throws what is against the rules of the service, as far as it can be known: before anything is asked, and again when the live terms are known. */
function refuse(
  { from, to, model, glossary, style }: TranslateOptions,
  desired: DesiredState,
  found?: FoundTerms,
): void {
  const terms = glossary === undefined ? undefined : fullAddress('glossary', glossary);
  const rules = style === undefined ? undefined : fullAddress('style_rules', style);
  const files = desired.glossaries?.find(({ address }) => address === terms)?.dictionaries;
  const live = found?.glossary?.live.dictionaries;
  const language = (
    found === undefined
      ? desired.styleLists?.find(({ address }) => address === rules)?.content
      : found.styleList?.live.content
  )?.language;
  const faults = checkTranslation({
    to,
    ...(from !== undefined && { from }),
    ...(model !== undefined && { model }),
    ...(terms !== undefined && {
      glossary: {
        address: terms,
        ...(files !== undefined && { files: [...files.keys()] }),
        ...(live !== undefined && { live: [...live.keys()] }),
      },
    }),
    ...(rules !== undefined && { style: { address: rules, ...(language !== undefined && { language }) } }),
  });
  if (faults.length > 0) throw new UsageError(faults.join('; '));
}

const requestOf = ({ from, to, model, formality, instruction }: TranslateOptions, found: FoundTerms) => ({
  targetLang: to,
  ...(from !== undefined && { sourceLang: from }),
  ...(model !== undefined && { modelType: model }),
  ...(formality !== undefined && { formality }),
  ...(instruction.length > 0 && { customInstructions: instruction }),
  ...(found.glossary !== undefined && { glossaryId: found.glossary.live.id }),
  ...(found.styleList !== undefined && { styleId: found.styleList.live.id }),
  showBilledCharacters: true,
});

const usedTerms = ({ glossary, styleList }: FoundTerms) => ({
  ...(glossary !== undefined && {
    glossary: { address: glossary.address, id: glossary.live.id, name: glossary.live.name },
  }),
  ...(styleList !== undefined && {
    style: { address: styleList.address, id: styleList.live.id, name: styleList.live.content.name },
  }),
});
