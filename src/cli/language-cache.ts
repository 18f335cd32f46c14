import { createHash } from 'node:crypto';
import { platform } from 'node:os';
import { join } from 'node:path';
import type { Client } from '../client/client.ts';
import type { LanguageCalls } from '../client/language-calls.ts';
import type { Language, ResourceDescriptor } from '../model/language.ts';
import { cacheFolder } from './cache-folder.ts';
import type { Connection } from './connect.ts';
import { EMBEDDED_URL } from './embedded.ts';
import type { CliPorts } from './ports.ts';

/** How long an answer of the language endpoints is kept. Source: description, table "Limits": "recommended language-list caching up to 1 hour". */
export const LANGUAGES_KEPT_MS = 60 * 60 * 1000;

export interface LanguageCache {
  readonly folder: string;
  /** Of the service; only its digest is written. The key is never part of it. */
  readonly baseUrl: string;
  /** Ask the service whatever is kept, and keep the answer. */
  readonly refresh: boolean;
  readonly files: Pick<CliPorts['files'], 'readFile' | 'writeFile'>;
  readonly now: () => Date;
}

/** How a value is written as JSON, and read again: `undefined` for anything that is not such a value. */
interface Form<Value> {
  readonly write: (value: Value) => unknown;
  readonly read: (json: unknown) => Value | undefined;
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (json: unknown): json is Fields => typeof json === 'object' && json !== null && !Array.isArray(json);

/** Every item read, or nothing at all. */
function every<Value>(json: unknown, read: (item: unknown) => Value | undefined): readonly Value[] | undefined {
  if (!Array.isArray(json)) return undefined;
  const values = json.map(read);
  return values.some((value) => value === undefined) ? undefined : (values as readonly Value[]);
}

/** A `Map` is a list of pairs in the file: its keys come from the service. */
const pairs = <Value>(json: unknown, isValue: (item: Fields) => boolean): ReadonlyMap<string, Value> | undefined => {
  const read = every(json, (item) =>
    Array.isArray(item) && typeof item[0] === 'string' && isFields(item[1]) && isValue(item[1])
      ? ([item[0], item[1] as Value] as const)
      : undefined,
  );
  return read === undefined ? undefined : new Map(read);
};

const LANGUAGE_FORM: Form<readonly Language[]> = {
  write: (languages) => languages.map((language) => ({ ...language, features: [...language.features] })),
  read: (json) =>
    every(json, (item) => {
      if (!isFields(item)) return undefined;
      const { code, name, usableAsSource, usableAsTarget, status } = item;
      const features = pairs<{ readonly status: string; readonly external: boolean }>(
        item.features,
        (feature) => typeof feature.status === 'string' && typeof feature.external === 'boolean',
      );
      if (typeof code !== 'string' || typeof name !== 'string' || typeof status !== 'string') return undefined;
      if (typeof usableAsSource !== 'boolean' || typeof usableAsTarget !== 'boolean' || features === undefined)
        return undefined;
      return { code, name, usableAsSource, usableAsTarget, status, features };
    }),
};

const RESOURCE_FORM: Form<readonly ResourceDescriptor[]> = {
  write: (resources) => resources.map(({ name, features }) => ({ name, features: [...features] })),
  read: (json) =>
    every(json, (item) => {
      const features = pairs<{ readonly needsSource: boolean; readonly needsTarget: boolean }>(
        isFields(item) ? item.features : undefined,
        (needs) => typeof needs.needsSource === 'boolean' && typeof needs.needsTarget === 'boolean',
      );
      const name = isFields(item) ? item.name : undefined;
      return typeof name === 'string' && features !== undefined ? { name, features } : undefined;
    }),
};

/** A kept answer, when it is whole and not older than an hour. One from the future is as good as none: a clock was set. */
function parseKept<Value>(bytes: Uint8Array | undefined, form: Form<Value>, now: Date): Value | undefined {
  if (bytes === undefined) return undefined;
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
  if (!isFields(json) || json.formatVersion !== 1 || typeof json.at !== 'string') return undefined;
  const age = now.getTime() - Date.parse(json.at);
  return age >= 0 && age < LANGUAGES_KEPT_MS ? form.read(json.answer) : undefined;
}

/** The language endpoints behind a folder that keeps their answers, one file for each question. A folder that cannot be used costs a call and nothing else. */
export function cachedLanguages(calls: LanguageCalls, cache: LanguageCache): LanguageCalls {
  const { folder, baseUrl, refresh, files, now } = cache;
  const through = async <Value>(
    question: readonly string[],
    form: Form<Value>,
    ask: () => Promise<Value>,
  ): Promise<Value> => {
    const digest = createHash('sha256')
      .update(JSON.stringify([baseUrl, ...question]))
      .digest('hex');
    const path = join(folder, `languages-${digest.slice(0, 32)}.json`);
    const bytes = refresh ? undefined : await files.readFile(path).catch(() => undefined);
    const kept = parseKept(bytes, form, now());
    if (kept !== undefined) return kept;
    const answer = await ask();
    const document = { formatVersion: 1, at: now().toISOString(), answer: form.write(answer) };
    await files.writeFile(path, `${JSON.stringify(document)}\n`).catch(() => undefined);
    return answer;
  };
  return {
    list: async (resource, include = []) => {
      const asked = [...new Set(include)].sort();
      return through(['list', resource, ...asked], LANGUAGE_FORM, () => calls.list(resource, asked));
    },
    resources: async () => through(['resources'], RESOURCE_FORM, () => calls.resources()),
  };
}

/** The language endpoints of a target, behind the user's cache. The embedded service is asked itself: its lists are a part of this program. */
export function languageCallsOf(
  { languages }: Client,
  { baseUrl }: Connection['target'],
  ports: Pick<CliPorts, 'env' | 'files' | 'now'>,
  refresh = false,
): LanguageCalls {
  const folder = cacheFolder(ports.env, platform());
  if (folder === undefined || baseUrl === EMBEDDED_URL) return languages;
  return cachedLanguages(languages, {
    folder,
    baseUrl,
    refresh,
    files: ports.files,
    now: ports.now,
  });
}
