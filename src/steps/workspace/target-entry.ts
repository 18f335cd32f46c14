import type { YamlFile } from '../../files/yaml/yaml-file.ts';
import { checkAddresses } from '../../kinds/files/parse-lint.ts';
import { parseDuration } from '../../model/duration-text.ts';
import { type Checked, errorAt, type Finding, warningAt } from '../../model/finding.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import type { HttpSettings, KeySource, Target } from '../../model/workspace/workspace.ts';

/** `http:` in the form that the schema allows: times such as `30s`, `5m` or `1h`. */
export interface RawHttp {
  readonly timeout?: string;
  readonly time_limit?: string;
  readonly max_wait?: string;
}

/** The times of `http:`, of a workspace or of a target. */
export function parseHttp({ timeout, time_limit: limit, max_wait: wait }: RawHttp): HttpSettings {
  const [timeoutMs, timeLimitMs, maxWaitMs] = [timeout, limit, wait].map((text) => parseDuration(text ?? ''));
  return omitUndefined({ timeoutMs, timeLimitMs, maxWaitMs });
}

/** Known services. Their addresses are those of their public documentation. */
export const PRESETS: Readonly<Record<string, { readonly baseUrl: string; readonly authScheme: string }>> = {
  deepl: { baseUrl: 'https://api.deepl.com', authScheme: 'DeepL-Auth-Key' },
  'deepl-free': { baseUrl: 'https://api-free.deepl.com', authScheme: 'DeepL-Auth-Key' },
};

export const DEFAULT_AUTH_SCHEME = 'Service-Auth-Key';
export const DEFAULT_KEY: KeySource = { kind: 'env', name: 'LEXFORM_API_KEY' };

/** A target in the form that the schema allows. */
export interface RawTarget {
  readonly service?: 'embedded';
  readonly preset?: string;
  readonly base_url?: string;
  readonly auth_scheme?: string;
  readonly key?: string;
  readonly admin_key?: string;
  readonly max_glossaries?: number;
  readonly http?: RawHttp;
  readonly resources?: readonly string[];
  readonly names?: string;
}

/** `env:NAME` or `file:PATH`, checked by the schema. */
export const parseKeySource = (text: string): KeySource =>
  text.startsWith('env:') ? { kind: 'env', name: text.slice(4) } : { kind: 'file', path: text.slice(5) };

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127(?:\.\d+){3}$/.test(hostname);

const parseUrl = (text: string): URL | undefined => {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
};

/** Parses one entry of `targets:`. Findings never repeat the address or the key: either may contain a secret. */
export function parseTargetEntry(name: string, raw: RawTarget, yaml: YamlFile): Checked<Target> {
  const path = ['targets', name];
  const about = { target: name };
  const atUrl = yaml.at([...path, 'base_url']);
  const { resources, names } = raw;
  const viewAt = {
    resources: (resources ?? []).map((_, index) => yaml.at([...path, 'resources', index])),
    target: yaml.keyAt(resources === undefined ? path : [...path, 'resources']),
  };
  const hasView = resources !== undefined || names !== undefined;
  const view = { name, ...omitUndefined({ resources, names }), ...(hasView && { viewAt }) };
  const viewFindings = checkAddresses(resources ?? [], [...path, 'resources'], yaml);
  if (raw.service === 'embedded') {
    const others = Object.keys(raw).filter((key) => !['service', 'resources', 'names'].includes(key));
    const findings = others.map((key) =>
      errorAt('target-embedded-only', yaml.keyAt([...path, key]), { ...about, key }),
    );
    return { value: { kind: 'embedded', ...view }, findings: [...findings, ...viewFindings] };
  }
  const preset = raw.preset === undefined ? undefined : PRESETS[raw.preset];
  const address = raw.base_url ?? preset?.baseUrl;
  if (address === undefined) return { findings: [errorAt('target-without-address', yaml.keyAt(path), about)] };
  const url = parseUrl(address);
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return { findings: [errorAt('base-url-form', atUrl, about)] };
  if (url.username !== '' || url.password !== '') return { findings: [errorAt('base-url-credentials', atUrl, about)] };
  if (url.search !== '' || url.hash !== '') return { findings: [errorAt('base-url-query', atUrl, about)] };
  const findings: Finding[] = [...viewFindings];
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    findings.push(warningAt('base-url-not-encrypted', atUrl, about));
  }
  return {
    value: {
      kind: 'remote',
      ...view,
      baseUrl: url.href.replace(/(?<!\/)\/+$/, ''),
      authScheme: raw.auth_scheme ?? preset?.authScheme ?? DEFAULT_AUTH_SCHEME,
      key: raw.key === undefined ? DEFAULT_KEY : parseKeySource(raw.key),
      ...(raw.admin_key !== undefined && { adminKey: parseKeySource(raw.admin_key) }),
      maxGlossaries: raw.max_glossaries,
      ...(raw.http !== undefined && { http: parseHttp(raw.http) }),
    },
    findings,
  };
}
