import { CALLS } from '../../contract/calls.ts';
import type { Language, ResourceDescriptor } from '../../model/account/language.ts';
import * as d from '../../model/decode.ts';
import type { Exchange } from '../transport/exchange.ts';

/** Only `true` sets a flag. */
const isSet = d.map(d.anything, (value) => value === true);

const word = d.map(d.lenient(d.text), (found) => found ?? '');

/** A feature counts even if only its key is known: "a feature is supported if its key is present". */
const featureAnswer = d.map(
  d.lenient(d.object({ status: word, external: isSet })),
  (found) => found ?? { status: '', external: false },
);

/** Names of features, statuses and further fields may come later: the first two are kept, the last are passed over. */
const languageAnswer = d.map(
  d.object({
    code: d.from('lang', d.text),
    name: d.lenient(d.text),
    usableAsSource: d.from('usable_as_source', isSet),
    usableAsTarget: d.from('usable_as_target', isSet),
    status: word,
    features: d.orElse(d.entries(featureAnswer), []),
  }),
  ({ name, features, ...known }): Language => ({
    ...known,
    name: name ?? known.code,
    features: new Map(
      features.map(([key, { status, external }]) => [key, { status, external: external || key.endsWith('_external') }]),
    ),
  }),
);

const resourceAnswer = d.object({
  name: d.text,
  features: d.map(
    d.orElse(
      d.list(
        d.object({
          name: d.text,
          needsSource: d.from('needs_source_support', isSet),
          needsTarget: d.from('needs_target_support', isSet),
        }),
      ),
      [],
    ),
    (features): ResourceDescriptor['features'] => new Map(features.map(({ name, ...needs }) => [name, needs])),
  ),
});

/**
 * The language endpoints (v3), one call each; errors and retries as for glossaries. Answers may be kept for up to an
 * hour.
 */
export const makeLanguageCalls = (exchange: Exchange) => ({
  /**
   * GET /v3/languages: the languages of a resource such as `translate_text`; stable ones and stable features, and what
   * `include` adds.
   */
  list: async (resource: string, include: readonly ('beta' | 'external')[] = []): Promise<readonly Language[]> =>
    exchange.read(CALLS.languages.list(resource, include), d.list(languageAnswer)),
  /** GET /v3/languages/resources. */
  resources: async (): Promise<readonly ResourceDescriptor[]> =>
    exchange.read(CALLS.languages.resources(), d.list(resourceAnswer)),
});

/** The calls about languages and what they can be used for. */
export type LanguageCalls = ReturnType<typeof makeLanguageCalls>;
