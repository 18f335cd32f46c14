import type { CommandResult } from '../../../../app/exit-code.ts';
import type { TranslateOptions } from '../../../../app/options.ts';
import type { Ports } from '../../../../app/ports.ts';
import { chooseTarget, connect } from '../../../../app/session/connect.ts';
import { readLedger } from '../../../../app/session/open-ledger.ts';
import { endOnErrors, openConfig, openForCommand, workspaceOn } from '../../../../app/session/open-workspace.ts';
import { translatedOutput } from '../../../../app/translate/translated-output.ts';
import {
  fittingTerms,
  namedTerms,
  type RequestedTranslation,
  readTexts,
  refuseBadTranslation,
  requestOf,
  usedTerms,
} from '../../../../app/translate/translation-request.ts';
import { hasErrors } from '../../../../model/finding.ts';
import { omitUndefined } from '../../../../model/omit-undefined.ts';
import { translationJson, usedText } from '../../../../review/translate/translate-text.ts';
import { findMemory } from '../../../../steps/find-memory.ts';
import { type FoundTerms, findTerms } from '../../../../steps/search/find-terms.ts';
import { joinPieces, type TranslatedPiece, translateTexts } from '../../../../steps/translate-text.ts';
import { readSources } from '../../../../steps/workspace/read-desired.ts';

/** `service translate`: finds the terms, checks the rules, translates, and shows the terms that were used. */
export async function translate(commandOptions: TranslateOptions, ports: Ports): Promise<CommandResult> {
  const workspace = await open(commandOptions, ports);
  const { desired } = workspaceOn(workspace, { target: chooseTarget(workspace.config, commandOptions.target) });
  const wanted = namedTerms(commandOptions, desired);
  refuseBadTranslation(wanted, desired);
  const { texts, isWholeText } = await readTexts(commandOptions, ports);
  const { client, limit, target } = await connect(workspace, commandOptions, ports);
  const find = async ({ glossary, style }: Pick<RequestedTranslation, 'glossary' | 'style'>): Promise<FoundTerms> => {
    const resolves = glossary !== undefined || style !== undefined;
    const ledger = resolves ? (await readLedger(workspace, target, ports)).snapshot?.state : undefined;
    return findTerms(omitUndefined({ client, limit, desired, glossary, style, ledger }));
  };
  const fitting = commandOptions.glossary === undefined ? await fittingTerms(wanted, desired, find) : undefined;
  if (fitting?.hint !== undefined) ports.terminal.err(fitting.hint);
  const options = fitting?.options ?? wanted;
  const found = fitting?.found ?? (await find(options));
  const { from, to } = options;
  await endOnErrors(found.findings, options, ports);
  refuseBadTranslation(options, desired, found);

  const { screen } = ports.terminal;
  const pieces: TranslatedPiece[] = [];
  const memory =
    options.translationMemory === undefined
      ? undefined
      : await findMemory(client.translationMemories, limit, options.translationMemory);
  const request = requestOf(options, found, memory);
  const output = translatedOutput(options, ports);
  const lineEnd = (text: string): string =>
    !isWholeText || (screen && options.out === undefined && !text.endsWith('\n')) ? '\n' : '';
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
  const use = { ...omitUndefined({ target: target.name, to, from }), ...usedTerms(found) };
  const translated = joinPieces(pieces);
  return {
    outcome: 'ok',
    output: {
      json: () => translationJson(use, translated),
      // The translation was already printed while it arrived.
      text: () => '',
      notes: () => usedText(use, translated),
    },
  };
}

/**
 * Opens the workspace. When a glossary or style list is named, the files must have no errors. Otherwise their terms are
 * used if possible: an error in a dictionary does not stop a translation without it.
 */
async function open(options: TranslateOptions, ports: Ports) {
  if (typeof options.glossary === 'string' || options.style !== undefined) return openForCommand(options, ports);
  const opened = await openConfig(options, ports);
  const { sources: desired, findings } = await readSources(ports.files, opened.root, opened.config);
  return { ...opened, desired: hasErrors(findings) ? {} : desired };
}
