import { platform } from 'node:os';
import { join } from 'node:path';
import type { LanguageCalls } from '../../client/calls/language-calls.ts';
import type { Client } from '../../client/client.ts';
import type { Language, ResourceDescriptor } from '../../model/account/language.ts';
import * as d from '../../model/decode.ts';
import type { Finding } from '../../model/finding.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { sha256 } from '../../model/resources/digest.ts';
import { checkPairs, needsTargetLanguages, readOfferedLanguages } from '../../steps/check-pairs.ts';
import { EMBEDDED_URL } from '../embedded-url.ts';
import { cacheFolder } from '../machine/cache-folder.ts';
import type { Ports } from '../ports.ts';
import type { Connection, TargetSession } from './connect.ts';

/**
 * How long an answer of the language endpoints is cached. Source: description, table "Limits": "recommended
 * language-list caching up to 1 hour".
 */
export const LANGUAGES_KEPT_MS = 60 * 60 * 1000;

export interface LanguageCache {
  readonly folder: string;
  /** The address of the service. Only its digest is written. The key is never part of it. */
  readonly baseUrl: string;
  /** Ask the service even when an answer is cached, and cache the new answer. */
  readonly refresh: boolean;
  readonly files: Pick<Ports['files'], 'readFile' | 'writeFile'>;
  readonly now: () => Date;
}

/** How to write a value as JSON and how to read it again. */
interface Form<Value> {
  readonly write: (value: Value) => unknown;
  readonly read: d.Decoder<Value>;
}

/** A `Map` is a list of pairs in the file: its keys come from the service. */
const pairs = <Value>(value: d.Decoder<Value>): d.Decoder<ReadonlyMap<string, Value>> =>
  d.map(d.list(d.pair(d.text, value)), (found) => new Map(found));

const LANGUAGE_FORM: Form<readonly Language[]> = {
  write: (languages) => languages.map((language) => ({ ...language, features: [...language.features] })),
  read: d.list(
    d.object({
      code: d.text,
      name: d.text,
      usableAsSource: d.flag,
      usableAsTarget: d.flag,
      status: d.text,
      features: pairs(d.object({ status: d.text, external: d.flag })),
    }),
  ),
};

const RESOURCE_FORM: Form<readonly ResourceDescriptor[]> = {
  write: (resources) => resources.map(({ name, features }) => ({ name, features: [...features] })),
  read: d.list(d.object({ name: d.text, features: pairs(d.object({ needsSource: d.flag, needsTarget: d.flag })) })),
};

const CACHED = d.object({ formatVersion: d.oneOf(1), at: d.text });

/**
 * A cached answer, if it is complete and at most one hour old. An answer from the future does not count: the clock was
 * changed.
 */
function parseCached<Value>(bytes: Uint8Array | undefined, { read }: Form<Value>, now: Date): Value | undefined {
  const cached = d.parseJsonOr(bytes, (at) => ({ ...CACHED(at), answer: read(d.member(at, 'answer')) }));
  const age = cached === undefined ? -1 : now.getTime() - Date.parse(cached.at);
  return age >= 0 && age < LANGUAGES_KEPT_MS ? cached?.answer : undefined;
}

/**
 * The language endpoints with a folder that caches their answers, one file for each request. If the folder cannot be
 * used, every request is a call.
 */
export function cachedLanguages(calls: LanguageCalls, cache: LanguageCache): LanguageCalls {
  const { folder, baseUrl, refresh, files, now } = cache;
  const through = async <Value>(
    question: readonly string[],
    form: Form<Value>,
    ask: () => Promise<Value>,
  ): Promise<Value> => {
    const digest = sha256(JSON.stringify([baseUrl, ...question]));
    const path = join(folder, `languages-${digest.slice(0, 32)}.json`);
    const bytes = refresh ? undefined : await files.readFile(path).catch(() => undefined);
    const cached = parseCached(bytes, form, now());
    if (cached !== undefined) return cached;
    const answer = await ask();
    const document = { formatVersion: 1, at: now().toISOString(), answer: form.write(answer) };
    await files.writeFile(path, `${JSON.stringify(document)}\n`).catch(() => undefined);
    return answer;
  };
  return {
    list: async (resource, include = []) => {
      const included = [...new Set(include)].sort();
      return through(['list', resource, ...included], LANGUAGE_FORM, () => calls.list(resource, included));
    },
    resources: async () => through(['resources'], RESOURCE_FORM, () => calls.resources()),
  };
}

/**
 * The language endpoints of a target, with the cache of the user. The embedded service needs no cache, because its
 * lists are part of this program.
 */
export function languageCallsOf(
  { languages }: Client,
  { baseUrl }: Connection['target'],
  ports: Pick<Ports, 'env' | 'files' | 'now'>,
  refresh = false,
): LanguageCalls {
  const folder = cacheFolder(ports.env, platform());
  if (folder === undefined || baseUrl === EMBEDDED_URL) return languages;
  const { files, now } = ports;
  return cachedLanguages(languages, { folder, baseUrl, refresh, files, now });
}

/** Checks the languages of resources that a plan creates against the lists of the target. */
export async function languageFindings(plan: Plan, { connection, ports }: TargetSession): Promise<readonly Finding[]> {
  // The embedded service has the same lists that the files are checked against.
  if (connection.target.baseUrl === EMBEDDED_URL && !needsTargetLanguages(plan)) return [];
  const calls = languageCallsOf(connection.once, connection.target, ports);
  return checkPairs(plan, await readOfferedLanguages(calls, connection.limit, plan));
}

/**
 * Like `languageFindings`, but before an apply. It reads the lists only if the target decides; the plan has already
 * shown the warnings.
 */
export const decidedLanguages = async (plan: Plan, session: TargetSession): Promise<readonly Finding[]> =>
  needsTargetLanguages(plan) ? languageFindings(plan, session) : [];
