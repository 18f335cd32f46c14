import { findMemory } from '../../flow/find-memory.ts';
import { findTerms } from '../../flow/find-terms.ts';
import { joinPieces, type TranslatedPiece, translateTexts } from '../../flow/translate-text.ts';
import type { DesiredState } from '../../model/desired.ts';
import { translationJson, usedText } from '../../review/translate-text.ts';
import { connect } from '../connect.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { openConfig } from '../open-config.ts';
import { readLedger } from '../open-ledger.ts';
import { openWorkspace, stopOnFindings } from '../open-workspace.ts';
import type { TranslateOptions } from '../options.ts';
import type { CliPorts } from '../ports.ts';
import { readTexts } from '../read-texts.ts';
import { translatedOutput } from '../translated-output.ts';
import { refuseBadTranslation, requestOf, usedTerms } from '../translation-request.ts';

/** `translate`: find the terms, check the rules, translate, say what was used. */
export async function translate(options: TranslateOptions, ports: CliPorts): Promise<ExitCode> {
  const { from, to, json, glossary, style } = options;
  const workspace = await open(options, ports);
  if (workspace === undefined) return EXIT.findings;
  const { desired } = workspace;
  refuseBadTranslation(options, desired);
  const { texts, whole } = await readTexts(options, ports);
  const { client, limit, target } = await connect(workspace, options, ports);
  const resolves = glossary !== undefined || style !== undefined;
  const ledger = resolves ? (await readLedger(workspace, target, ports)).snapshot?.state : undefined;
  const found = await findTerms({
    client,
    limit,
    desired,
    ...(glossary !== undefined && { glossary }),
    ...(style !== undefined && { style }),
    ...(ledger !== undefined && { ledger }),
  });
  if (stopOnFindings(found.findings, options, ports)) return EXIT.findings;
  refuseBadTranslation(options, desired, found);

  const { out, err, screen } = ports.terminal;
  const pieces: TranslatedPiece[] = [];
  const memory =
    options.translationMemory === undefined
      ? undefined
      : await findMemory(client.translationMemories, limit, options.translationMemory);
  const request = requestOf(options, found, memory);
  const output = translatedOutput(options, ports);
  const lineEnd = (text: string): string =>
    !whole || (screen && options.out === undefined && !text.endsWith('\n')) ? '\n' : '';
  let isWhole = false;
  try {
    const calls = client.translation;
    for await (const batch of translateTexts({ calls, texts, request, signal: ports.interrupted })) {
      pieces.push(...batch);
      for (const { text, last } of batch) output?.add(`${text}${last ? lineEnd(text) : ''}`);
    }
    isWhole = true;
  } finally {
    await output?.end(isWhole);
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
