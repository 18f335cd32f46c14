import {
  type CatalogueLanguage,
  LANGUAGE_FEATURES,
  LANGUAGE_RESOURCES,
  type LanguageFeature,
  type LanguageResource,
  languageFeatures,
  languageSides,
  languageStatus,
} from '../../contract/language-catalogue.ts';
import type {
  WireLanguage,
  WireLanguageResource,
  WireLanguageStatus,
  WireLegacyLanguage,
} from '../../contract/wire-languages.ts';
import type { Context, Route, ServiceSettings } from '../context.ts';
import { type Answer, jsonAnswer, Refusal } from '../http/answer.ts';
import { objectBody } from '../http/fields.ts';
import { isLegacyLanguage, legacyName } from './compat.ts';

const invalid = (message: string, detail: string): Refusal => new Refusal(400, message, detail);

const INCLUDES = ['beta', 'external'];

/** Official clients know one more resource. */
const resourcesOf = ({ compat }: ServiceSettings): readonly LanguageResource[] =>
  compat ? [...LANGUAGE_RESOURCES, 'translation_memory'] : LANGUAGE_RESOURCES;

/** Clients of `compat` know newer features, and no external providers (public facts, section 2). */
const hasFeature = ({ compat }: ServiceSettings, { later, external }: LanguageFeature): boolean =>
  compat ? external !== true : later !== true;

/** `resource`, once and in the spelling of the description. Source: table "Languages", row 1; public facts F42. */
function checkedResource({ query, settings }: Context): LanguageResource {
  const known = resourcesOf(settings);
  if (query.has('product'))
    throw invalid("The parameter 'product' was renamed to 'resource'", "Send 'resource' in place of 'product'");
  const [resource, ...more] = query.getAll('resource');
  const allowed = `'resource' must be one of: ${known.join(', ')}`;
  if (resource === undefined) throw invalid("The parameter 'resource' is required", allowed);
  if (more.length > 0) throw invalid("The parameter 'resource' may be given once", allowed);
  const found = known.find((each) => each === resource);
  if (found === undefined) throw invalid("The value of 'resource' is unknown", allowed);
  return found;
}

/** Additional languages and features to show. The parameter is repeatable, one value each. */
function checkedInclude(query: URLSearchParams): { readonly beta: boolean; readonly external: boolean } {
  const include = query.getAll('include');
  if (!include.every((each) => INCLUDES.includes(each)))
    throw invalid("The value of 'include' is unknown", `'include' must be one of: ${INCLUDES.join(', ')}`);
  return { beta: include.includes('beta'), external: include.includes('external') };
}

function wireLanguage(
  language: CatalogueLanguage,
  resource: LanguageResource,
  { beta, external }: { readonly beta: boolean; readonly external: boolean },
  settings: ServiceSettings,
): WireLanguage {
  const sides = languageSides(language, resource);
  const shown = languageFeatures(language, resource).filter(
    ({ feature, status }) =>
      hasFeature(settings, feature) && (beta || status === 'stable') && (external || feature.external !== true),
  );
  return {
    lang: language.code,
    name: language.name,
    usable_as_source: sides.source,
    usable_as_target: sides.target,
    status: languageStatus(language),
    features: Object.fromEntries(shown.map(({ feature, status }) => [feature.name, { status }])),
  };
}

/**
 * GET /v3/languages: the languages of one resource. Only stable languages and features, unless `include` asks for more.
 * Languages that are neither source nor target are left out. Source: table "Languages", row 1.
 */
function listLanguages(context: Context): Answer {
  const { query, settings } = context;
  const resource = checkedResource(context);
  const include = checkedInclude(query);
  const shown = (status: WireLanguageStatus): boolean => include.beta || status === 'stable';
  return jsonAnswer(
    settings.languages.all
      .filter((language) => shown(languageStatus(language)))
      .map((language) => wireLanguage(language, resource, include, settings))
      .filter(({ usable_as_source, usable_as_target }) => usable_as_source || usable_as_target),
  );
}

/**
 * GET /v3/languages/resources: each resource and where its features are looked up. External ones are named too. Source:
 * row 2.
 */
function listResources({ settings }: Context): Answer {
  const known = LANGUAGE_FEATURES.filter((feature) => hasFeature(settings, feature));
  const resources: readonly WireLanguageResource[] = resourcesOf(settings).map((name) => ({
    name,
    features: known
      .filter(({ resources: of }) => of.includes(name))
      .map((feature) => ({
        name: feature.name,
        ...(feature.side !== 'target' && { needs_source_support: true }),
        ...(feature.side !== 'source' && { needs_target_support: true }),
      })),
  }));
  return jsonAnswer(resources);
}

/**
 * `type` of a v2 call: of the body before that of the query (public facts F44), the first when it is there twice.
 * Official clients send a body with a GET too.
 */
function checkedSide({ body, query }: Context): 'source' | 'target' {
  const fields = body === undefined ? {} : objectBody(body);
  const type = (Object.hasOwn(fields, 'type') ? fields.type : undefined) ?? query.get('type') ?? 'source';
  if (type === 'source' || type === 'target') return type;
  throw invalid("The value of 'type' is unknown", "'type' must be source or target");
}

/**
 * GET and POST /v2/languages: the legacy list, in upper case. It has no status, so languages in beta are left out. A
 * choice. A source has no formality: `false`, and absent under `compat`, where official clients expect it so. Source:
 * row 3; "Legacy language object (v2)".
 */
function listLegacy(context: Context): Answer {
  const side = checkedSide(context);
  const { compat, languages } = context.settings;
  const stable = languages.all.filter(
    (language) =>
      languageStatus(language) === 'stable' &&
      languageSides(language, 'translate_text')[side] &&
      (!compat || isLegacyLanguage(language.code, side)),
  );
  const list: readonly WireLegacyLanguage[] = stable.map((language) => ({
    language: language.code.toUpperCase(),
    name: compat ? legacyName(language, side) : language.name,
    ...(!(compat && side === 'source') && {
      supports_formality: side === 'target' && language.formality === true,
    }),
  }));
  return jsonAnswer(list);
}

const scope = 'languages:read';

/** The POST is a query with a body. */
export const LANGUAGE_ROUTES: readonly Route[] = [
  { method: 'GET', path: '/v3/languages', handler: listLanguages, scope },
  { method: 'GET', path: '/v3/languages/resources', handler: listResources, scope },
  { method: 'GET', path: '/v2/languages', handler: listLegacy, scope, compatBodies: ['json', 'form'] },
  { method: 'POST', path: '/v2/languages', handler: listLegacy, scope, bodies: ['json', 'form'], changes: false },
];
