import type { CommandResult } from '../../../../app/exit-code.ts';
import type { Ports } from '../../../../app/ports.ts';
import { connect } from '../../../../app/session/connect.ts';
import { languageCallsOf } from '../../../../app/session/language-cache.ts';
import { openConfig } from '../../../../app/session/open-workspace.ts';
import { UsageError } from '../../../../model/errors.ts';
import { omitUndefined } from '../../../../model/omit-undefined.ts';
import { languagesJson, languagesText, pairJson, pairText } from '../../../../review/account/languages-text.ts';
import { type LanguageInclude, readLanguages, readPairAnswer } from '../../../../steps/read-languages.ts';
import type { LanguagesOptions } from '../../options/service-commands.ts';

const DEFAULT_RESOURCE = 'translate_text';

/**
 * Parses `en->de`, and `en:de` or `en-de`, which need no quotes in a shell. The hyphen form takes only codes that
 * cannot be mistaken for a variant.
 */
function parsePair(text: string): { readonly source: string; readonly target: string } {
  const [, source, target] =
    /^\s*([\w-]+?)\s*(?:->|→|:)\s*([\w-]+)\s*$/.exec(text) ?? /^\s*([a-z]{2,3})-([a-z]{2,3})\s*$/.exec(text) ?? [];
  if (source === undefined || target === undefined)
    throw new UsageError(`"${text}" is not a language pair; write 'en->de' (in quotes), en:de or en-de`);
  return { source, target };
}

/**
 * `service languages`: lists the languages that the target supports, or with `--pair` answers for one pair by its exit
 * code.
 */
export async function languages(options: LanguagesOptions, ports: Ports): Promise<CommandResult> {
  const pair = options.pair === undefined ? undefined : parsePair(options.pair);
  const resources = options.resource.length === 0 ? [DEFAULT_RESOURCE] : options.resource;
  const [resource = DEFAULT_RESOURCE, ...others] = resources;
  if (pair !== undefined && (others.length > 0 || resource === 'all'))
    throw new UsageError('--pair is a question about one resource; name one with --resource');
  const workspace = await openConfig(options, ports);
  const connection = await connect(workspace, options, ports);
  const calls = languageCallsOf(connection.client, connection.target, ports, options.refresh);
  const include = options.include as readonly LanguageInclude[];
  const { feature } = options;

  if (pair !== undefined) {
    const question = omitUndefined({ ...pair, feature });
    const answer = await readPairAnswer(calls, connection.limit, { resource, include, question });
    const request = { resource, ...question };
    return {
      outcome: answer.supported ? 'ok' : 'error',
      output: { json: () => pairJson(answer, request), text: () => pairText(answer, request) },
    };
  }
  const lists = await readLanguages(calls, connection.limit, omitUndefined({ resources, include, feature }));
  return { outcome: 'ok', output: { json: () => languagesJson(lists), text: () => languagesText(lists) } };
}
