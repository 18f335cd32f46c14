import type { CommandResult } from '../../../app/exit-code.ts';
import type { Ports } from '../../../app/ports.ts';
import { connect } from '../../../app/session/connect.ts';
import { readLedger } from '../../../app/session/open-ledger.ts';
import { openForCommand, workspaceOn } from '../../../app/session/open-workspace.ts';
import { dictionaryLanguage, languageByName } from '../../../files/languages/check-language.ts';
import { readingOnce } from '../../../files/workspace/workspace-path.ts';
import { UsageError } from '../../../model/errors.ts';
import { omitUndefined } from '../../../model/omit-undefined.ts';
import { explainJson, explainText } from '../../../review/translate/explain-text.ts';
import { explainTerm } from '../../../steps/search/explain-term.ts';
import { isFound } from '../../../steps/search/explanation.ts';
import { foldTerm } from '../../../steps/search/match-term.ts';
import type { ExplainOptions } from '../options/file-commands.ts';

/** The base language of a code or an English name. */
function readLanguage(text: string): string {
  // Lexform does not limit the languages: it also searches for an unknown code.
  const code = /^([a-z]{2,3})(?:[-_][a-z0-9]{2,8})*$/i.exec(text.trim())?.[1]?.toLowerCase();
  const language = languageByName(text) ?? dictionaryLanguage(text) ?? code;
  if (language === undefined) throw new UsageError(`"${text}" is not a language of a dictionary; write it like de`);
  return language;
}

/** Why the command does not read the service; `undefined` if it does. Without an option, it reads the only target. */
function whyNotReadText(options: ExplainOptions, targets: readonly { readonly name: string }[]): string | undefined {
  if (options.offline) return '--offline';
  if (options.target !== undefined || options.all || targets.length === 1) return undefined;
  return `lexform.yaml has several targets (${targets.map(({ name }) => name).join(', ')}); name one with --target`;
}

/**
 * `explain`: reads the files and, if a target is chosen, the service, and shows all results for a term. It changes
 * nothing.
 */
export async function explain(options: ExplainOptions, ports: Ports): Promise<CommandResult> {
  const term = options.term.trim();
  if (foldTerm(term) === '') throw new UsageError('the term is empty; name the phrase to look for');
  const language = options.lang === undefined ? undefined : readLanguage(options.lang);
  // The notes of the rows are in the same files, so each file is read once.
  const files = readingOnce(ports.files);
  const workspace = await openForCommand(options, { ...ports, files }, { mayManageNothing: true });
  const { root, config } = workspace;
  const whyNotRead = whyNotReadText(options, config.targets);
  const connection = whyNotRead === undefined ? await connect(workspace, options, ports) : undefined;
  const { desired } = connection === undefined ? workspace : workspaceOn(workspace, connection);
  const ledger = connection && (await readLedger(workspace, connection.target, ports)).snapshot?.state;
  const service =
    connection &&
    omitUndefined({
      target: connection.target.name,
      client: connection.client,
      limit: connection.limit,
      all: options.all,
      ledger,
    });
  const explanation = await explainTerm(
    omitUndefined({
      term,
      language,
      desired,
      files: { ...files, ...omitUndefined({ layers: config.layers }) },
      root,
      service,
    }),
  );
  return {
    outcome: isFound(explanation) ? 'ok' : 'error',
    output: {
      json: () => explainJson(explanation),
      text: ({ color }) => explainText(explanation, omitUndefined({ color, whyNotRead })),
    },
  };
}
