import type { CommandResult } from '../../../../app/exit-code.ts';
import type { TargetOptions } from '../../../../app/options.ts';
import type { Ports } from '../../../../app/ports.ts';
import { clientFor, connect, hasAdminKey } from '../../../../app/session/connect.ts';
import { languageCallsOf } from '../../../../app/session/language-cache.ts';
import { openConfig } from '../../../../app/session/open-workspace.ts';
import { isOfAdmin, KINDS } from '../../../../kinds/registry.ts';
import { UsageError } from '../../../../model/errors.ts';
import { omitUndefined } from '../../../../model/omit-undefined.ts';
import { languagesJson, languagesText, pairJson, pairText } from '../../../../review/account/languages-text.ts';
import { notListedText, resourceListJson, resourceListText } from '../../../../review/account/resource-list-text.ts';
import {
  translationMemoriesJson,
  translationMemoriesText,
} from '../../../../review/account/translation-memories-text.ts';
import { type LanguageInclude, readLanguages, readPairAnswer } from '../../../../steps/read-languages.ts';
import { listResources } from '../../../../steps/read-live.ts';
import type { LanguagesOptions } from '../../options/service-commands.ts';

/** `service list`: lists the resources of the target. It reads no file but lexform.yaml, and no ledger. */
export async function serviceList(options: TargetOptions, ports: Ports): Promise<CommandResult> {
  const workspace = await openConfig(options, ports);
  const connection = await connect(workspace, options, ports);
  const { limit, target } = connection;
  const isAdmin = hasAdminKey(workspace.config, connection);
  const client = await clientFor(connection, isAdmin);
  const kinds = KINDS.filter((kind) => isAdmin || !isOfAdmin(kind));
  const { resources, denied } = await listResources(client, kinds, limit);
  const withoutAdminKey = KINDS.filter((kind) => !kinds.includes(kind));
  return {
    outcome: 'ok',
    output: {
      json: () => resourceListJson(target.name, resources, [...denied, ...withoutAdminKey]),
      text: () => resourceListText(resources),
      notes: () => notListedText(target.name, { denied, withoutAdminKey }),
    },
  };
}

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

/** `service memories`: lists the translation memories of the target, as a table or as JSON. */
export async function translationMemories(options: TargetOptions, ports: Ports): Promise<CommandResult> {
  const workspace = await openConfig(options, ports);
  const { client, limit } = await connect(workspace, options, ports);
  const memories = await limit(() => client.translationMemories.list());
  return {
    outcome: 'ok',
    output: { json: () => translationMemoriesJson(memories), text: () => translationMemoriesText(memories) },
  };
}
