import type { FeatureSupport, Language, ResourceDescriptor } from '../model/language.ts';
import type { Exchange } from './exchange.ts';
import { field, isAbsent, isObject, items, type JsonValue, members, text } from './json-value.ts';

/** The language endpoints (v3), one call each; errors and retries as for glossaries. Answers may be kept for up to an hour. */
export interface LanguageCalls {
  /** GET /v3/languages: the languages of a resource such as `translate_text`; stable ones and stable features, and what `include` adds. */
  list(resource: string, include?: readonly ('beta' | 'external')[]): Promise<readonly Language[]>;
  /** GET /v3/languages/resources. */
  resources(): Promise<readonly ResourceDescriptor[]>;
}

/** A flag is set by `true` alone. */
const isSet = (at: JsonValue): boolean => at.value === true;

const wordOr = (at: JsonValue, fallback: string): string => (typeof at.value === 'string' ? at.value : fallback);

/** A value of which only its key is known counts too: "a feature is supported if its key is present". */
function parseFeature(name: string, at: JsonValue): FeatureSupport {
  const external = name.endsWith('_external');
  if (!isObject(at)) return { status: '', external };
  return { status: wordOr(field(at, 'status'), ''), external: external || isSet(field(at, 'external')) };
}

/** Names of features, statuses and further fields may come later: the first two are kept, the last are passed over. */
function parseLanguage(at: JsonValue): Language {
  const code = text(field(at, 'lang'));
  const features = field(at, 'features');
  return {
    code,
    name: wordOr(field(at, 'name'), code),
    usableAsSource: isSet(field(at, 'usable_as_source')),
    usableAsTarget: isSet(field(at, 'usable_as_target')),
    status: wordOr(field(at, 'status'), ''),
    features: new Map(
      isAbsent(features) ? [] : members(features).map(([name, value]) => [name, parseFeature(name, value)]),
    ),
  };
}

function parseResource(at: JsonValue): ResourceDescriptor {
  const features = field(at, 'features');
  return {
    name: text(field(at, 'name')),
    features: new Map(
      (isAbsent(features) ? [] : items(features)).map((feature) => [
        text(field(feature, 'name')),
        {
          needsSource: isSet(field(feature, 'needs_source_support')),
          needsTarget: isSet(field(feature, 'needs_target_support')),
        },
      ]),
    ),
  };
}

/** The language endpoints. */
export function makeLanguageCalls(exchange: Exchange): LanguageCalls {
  return {
    async list(resource, include = []) {
      const query = new URLSearchParams({ resource });
      for (const each of include) query.append('include', each);
      return exchange.read({ method: 'GET', path: `/v3/languages?${query}` }, (json) => items(json).map(parseLanguage));
    },
    resources: async () =>
      exchange.read({ method: 'GET', path: '/v3/languages/resources' }, (json) => items(json).map(parseResource)),
  };
}
