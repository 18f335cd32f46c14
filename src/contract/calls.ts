/** The start of the paths of an area. */
export const AREAS = {
  styleLists: '/v3/style_rules',
  glossaries: '/v3/glossaries',
  developerKeys: '/v2/admin/developer-keys',
  voiceJobs: '/v1/jobs/voice/translate',
  translation: '/v2/translate',
} as const;

interface Pair {
  readonly source: string;
  readonly target: string;
}

const get = (path: string) => ({ method: 'GET', path }) as const;
const post = (path: string) => ({ method: 'POST', path }) as const;
const put = (path: string) => ({ method: 'PUT', path }) as const;
const patch = (path: string) => ({ method: 'PATCH', path }) as const;
const del = (path: string) => ({ method: 'DELETE', path }) as const;

const glossary = (id: string, rest = ''): string => `${AREAS.glossaries}/${encodeURIComponent(id)}${rest}`;

const pairQuery = ({ source, target }: Pair): string =>
  `?source_lang=${encodeURIComponent(source)}&target_lang=${encodeURIComponent(target)}`;

const styleList = (id: string, rest = ''): string => `${AREAS.styleLists}/${encodeURIComponent(id)}${rest}`;

const instruction = (list: string, id: string): string =>
  styleList(list, `/custom_instructions/${encodeURIComponent(id)}`);

const signedUrlQuery = (signedUrl: boolean): string => (signedUrl ? '?include=signed_url' : '');

/**
 * The calls that Lexform makes: each is a function of its ids, and returns method and path. Paths are percent-encoded,
 * with their query. Source: description, "Endpoints"; what the description lacks: public facts F28, F45 and F46.
 */
export const CALLS = {
  glossaries: {
    list: () => get(AREAS.glossaries),
    create: () => post(AREAS.glossaries),
    read: (id: string) => get(glossary(id)),
    patch: (id: string) => patch(glossary(id)),
    delete: (id: string) => del(glossary(id)),
    readEntries: (id: string, pair: Pair) => get(glossary(id, `/entries${pairQuery(pair)}`)),
    putDictionary: (id: string) => put(glossary(id, '/dictionaries')),
    deleteDictionary: (id: string, pair: Pair) => del(glossary(id, `/dictionaries${pairQuery(pair)}`)),
  },
  styleLists: {
    /** `page`: from 0. */
    list: (page: number, pageSize: number) =>
      get(`${AREAS.styleLists}?detailed=true&page=${page}&page_size=${pageSize}`),
    create: () => post(AREAS.styleLists),
    read: (id: string) => get(styleList(id)),
    rename: (id: string) => patch(styleList(id)),
    delete: (id: string) => del(styleList(id)),
    replaceRules: (id: string) => put(styleList(id, '/configured_rules')),
    addInstruction: (id: string) => post(styleList(id, '/custom_instructions')),
    editInstruction: (list: string, id: string) => put(instruction(list, id)),
    deleteInstruction: (list: string, id: string) => del(instruction(list, id)),
  },
  /** The body of every call contains the id of the key, so the paths are the same for all keys. */
  developerKeys: {
    list: () => get(AREAS.developerKeys),
    create: () => post(AREAS.developerKeys),
    deactivate: () => put(`${AREAS.developerKeys}/deactivate`),
    rename: () => put(`${AREAS.developerKeys}/label`),
    setLimits: () => put(`${AREAS.developerKeys}/limits`),
  },
  usage: {
    /** Days as `YYYY-MM-DD`. */
    analytics: ({ from, to, groupBy }: { readonly from: string; readonly to: string; readonly groupBy?: string }) => {
      const query = { start_date: from, end_date: to, ...(groupBy && { group_by: groupBy }) };
      return get(`/v2/admin/analytics?${new URLSearchParams(query)}`);
    },
    account: () => get('/v2/usage'),
  },
  languages: {
    list: (resource: string, include: readonly string[]) => {
      const included = include.map((each): [string, string] => ['include', each]);
      return get(`/v3/languages?${new URLSearchParams([['resource', resource], ...included])}`);
    },
    resources: () => get('/v3/languages/resources'),
  },
  translation: { translate: () => post(AREAS.translation) },
  translationMemories: {
    /** `page`: from 0. */
    list: (page: number, pageSize: number) => get(`/v3/translation_memories?page=${page}&page_size=${pageSize}`),
  },
  voiceJobs: {
    create: (signedUrl: boolean) => post(`${AREAS.voiceJobs}${signedUrlQuery(signedUrl)}`),
    read: (id: string, signedUrl: boolean) =>
      get(`${AREAS.voiceJobs}/${encodeURIComponent(id)}${signedUrlQuery(signedUrl)}`),
  },
} as const;
