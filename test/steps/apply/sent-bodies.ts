import type { HttpRequest, HttpResponse } from '../../../src/client/transport/ports.ts';
import { keyText, type Value, type ValueKey } from '../../../src/model/resources/resource.ts';

type Fetch = (url: string, request: HttpRequest) => Promise<HttpResponse>;
/** Of a body, as JSON says it. */
type Json = ReturnType<typeof JSON.parse>;

export type Values = ReadonlyMap<string, Value>;

export const valuesFrom = (values: readonly (readonly [ValueKey, Value])[]): Values =>
  new Map(values.map(([key, value]) => [keyText(key), value]));

/** A change as it was sent, and the id that the service gave to what it created. */
interface SentChange {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Json;
  readonly createdId: string | undefined;
}

/** Records every change at the port, before the service has it. */
export function recordChanges(): { readonly sent: SentChange[]; readonly wrap: (fetch: Fetch) => Fetch } {
  const sent: SentChange[] = [];
  const wrap =
    (fetch: Fetch): Fetch =>
    async (url, request) => {
      if (request.method === 'GET') return fetch(url, request);
      const { pathname: path, searchParams: query } = new URL(url);
      const body = request.body === undefined ? undefined : JSON.parse(new TextDecoder().decode(request.body));
      const answer = await fetch(url, request);
      const bytes = await answer.arrayBuffer();
      const json = bytes.byteLength === 0 ? {} : JSON.parse(new TextDecoder().decode(bytes));
      sent.push({
        method: request.method,
        path,
        query,
        body,
        createdId: json.glossary_id ?? json.style_id ?? json.key_id,
      });
      return { status: answer.status, headers: answer.headers, arrayBuffer: async () => bytes };
    };
  return { sent, wrap };
}

/** The members of an object of a body, of which a test must know each. */
function known(object: Json, ...names: readonly string[]): Json {
  for (const name of Object.keys(object))
    if (!names.includes(name)) throw new Error(`no test knows ${name} in ${JSON.stringify(object)}`);
  return object;
}

/** The entries of a body, by the description: one a line, a tab between, phrases that are quoted as a whole unquoted. */
const entriesIn = (dictionary: Json): readonly (readonly [ValueKey, Value])[] => {
  known(dictionary, 'source_lang', 'target_lang', 'entries', 'entries_format');
  const pair = `${dictionary.source_lang}->${dictionary.target_lang}`;
  const unquoted = (field: string): string =>
    /^"(?:[^"]|"")*"$/su.test(field) ? field.slice(1, -1).replaceAll('""', '"') : field;
  return String(dictionary.entries)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [source = '', target = ''] = line.split('\t');
      return [['entry', pair, unquoted(source)], unquoted(target)];
    });
};

function instructionIn(instruction: Json): Value {
  const { label, prompt, source_language: sourceLanguage } = known(instruction, 'label', 'prompt', 'source_language');
  return { label, prompt, ...(sourceLanguage !== undefined && { sourceLanguage }) };
}

const rulesIn = (rules: Readonly<Record<string, Readonly<Record<string, string>>>>) =>
  Object.entries(rules).flatMap(([category, selected]) =>
    Object.entries(selected).map(([rule, option]) => [['rule', category, rule], option] as const),
  );

function limitsIn(limits: Json): readonly (readonly [ValueKey, Value])[] {
  const { characters, speech_to_text_milliseconds: speechToTextMilliseconds } = limits;
  return Object.entries({ characters, speechToTextMilliseconds }).flatMap(([name, value]) =>
    value === undefined ? [] : [[['limit', name], value] as const],
  );
}

/** What a resource has after a change: `undefined`: it is gone. `number`: of the change, for what gets a new id. */
function sentTo(before: Values, { method, path, query, body }: SentChange, number: number): Values | undefined {
  const values = new Map(before);
  const set = (more: readonly (readonly [ValueKey, Value])[]): Values => {
    for (const [key, value] of valuesFrom(more)) values.set(key, value);
    return values;
  };
  const clear = (...key: ValueKey): void => {
    const start = keyText(key).slice(0, -1);
    for (const each of before.keys()) if (each === `${start}]` || each.startsWith(`${start},`)) values.delete(each);
  };
  const named = body?.name === undefined ? [] : [[['name'], body.name] as const];
  const [, , area, , part, partId] = path.split('/');
  switch (`${method} ${area}${part === undefined ? '' : ` ${part}`}`) {
    case 'POST glossaries':
    case 'PATCH glossaries':
      known(body, 'name', 'dictionaries');
      return set([...named, ...(body.dictionaries ?? []).flatMap(entriesIn)]);
    case 'PUT glossaries dictionaries':
      clear('entry', `${body.source_lang}->${body.target_lang}`);
      return set(entriesIn(body));
    case 'DELETE glossaries dictionaries':
      clear('entry', `${query.get('source_lang')}->${query.get('target_lang')}`);
      return values;
    case 'POST style_rules': {
      known(body, 'name', 'language', 'configured_rules', 'custom_instructions');
      const instructions = (body.custom_instructions ?? []).map(
        (each: Json, index: number) => [['instruction', `new ${index}`], instructionIn(each)] as const,
      );
      return set([...named, [['language'], body.language], ...rulesIn(body.configured_rules), ...instructions]);
    }
    case 'PATCH style_rules':
      known(body, 'name');
      return set(named);
    case 'PUT style_rules configured_rules':
      clear('rule');
      return set(rulesIn(body));
    case 'POST style_rules custom_instructions':
      return set([[['instruction', `added ${number}`], instructionIn(body)]]);
    case 'PUT style_rules custom_instructions':
      return set([[['instruction', partId ?? ''], instructionIn(body)]]);
    case 'DELETE style_rules custom_instructions':
      clear('instruction', partId ?? '');
      return values;
    case 'DELETE glossaries':
    case 'DELETE style_rules':
      return undefined;
    default:
      throw new Error(`no test knows ${method} ${path}`);
  }
}

/** The same of a developer key, whose calls name it in the body. */
function sentToKey(before: Values, { path, body }: SentChange): Values {
  const part = path.split('/')[4];
  known(body, 'key_id', ...(part === 'limits' ? ['characters', 'speech_to_text_milliseconds'] : ['label']));
  if (part === 'deactivate') return new Map([...before, ...valuesFrom([[['deactivated'], true]])]);
  if (part === 'limits') return new Map([...before, ...valuesFrom(limitsIn(body))]);
  return new Map([...before, ...valuesFrom([[['label'], body.label]])]);
}

/** What all resources have, by their ids, if nothing but the bodies is done to them. */
export function afterBodies(
  before: ReadonlyMap<string, Values>,
  sent: readonly SentChange[],
): ReadonlyMap<string, Values> {
  const states = new Map(before);
  for (const [number, change] of sent.entries()) {
    const isKey = change.path.startsWith('/v2/admin/');
    const id = String(
      isKey ? (change.body.key_id ?? change.createdId) : (change.path.split('/')[3] ?? change.createdId),
    );
    const own = states.get(id) ?? new Map();
    const next = isKey ? sentToKey(own, change) : sentTo(own, change, number);
    if (next === undefined) states.delete(id);
    else states.set(id, next);
  }
  return states;
}
