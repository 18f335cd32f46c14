import { Refusal } from './refusal.ts';

/** Most bytes of a request body: a glossary of five dictionaries of 10 MB, escaped. A choice; the description gives no number. */
export const BODY_MAX_BYTES = 128 * 1024 * 1024;

function formObject(text: string): Record<string, unknown> {
  const fields = new Map<string, unknown>();
  const dictionaries: Map<string, string>[] = [];
  for (const [name, value] of new URLSearchParams(text)) {
    // Official clients send lists with dotted indexes: dictionaries[0].source_lang=en.
    const dotted = /^dictionaries\[(\d{1,3})\]\.(\w+)$/.exec(name);
    if (dotted === null) fields.set(name, value);
    else {
      const index = Number(dotted[1]);
      const dictionary = dictionaries[index] ?? new Map<string, string>();
      dictionaries[index] = dictionary.set(dotted[2] ?? '', value);
    }
  }
  if (dictionaries.length > 0) {
    fields.set(
      'dictionaries',
      Array.from(dictionaries, (dictionary) => Object.fromEntries(dictionary ?? [])),
    );
  }
  return Object.fromEntries(fields);
}

async function bytesOf(request: Request): Promise<Uint8Array> {
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced > BODY_MAX_BYTES)
    throw new Refusal(413, 'Request body too large', { detail: `At most ${BODY_MAX_BYTES} bytes are taken` });
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.byteLength > BODY_MAX_BYTES)
    throw new Refusal(413, 'Request body too large', { detail: `At most ${BODY_MAX_BYTES} bytes are taken` });
  return bytes;
}

/** The body of a request as an object, from JSON or from a form. Refuses another content type with 415, and what cannot be read with 400. */
export async function readBody(
  request: Request,
  accepted: readonly ('json' | 'form')[],
): Promise<{ readonly value: unknown; readonly bytes: number }> {
  const bytes = await bytesOf(request);
  if (bytes.byteLength === 0) return { value: undefined, bytes: 0 };
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity')
    throw new Refusal(415, 'Unsupported content encoding', { detail: 'Send the body as it is, not compressed' });
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  const kind = type === 'application/json' ? 'json' : type === 'application/x-www-form-urlencoded' ? 'form' : undefined;
  if (kind === undefined || !accepted.includes(kind)) {
    const names = accepted.map((each) => (each === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'));
    throw new Refusal(415, 'Unsupported content type', { detail: `Send ${names.join(' or ')}` });
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(400, 'Bad request', { detail: 'The body is not UTF-8' });
  }
  if (kind === 'form') return { value: formObject(text), bytes: bytes.byteLength };
  try {
    return { value: JSON.parse(text), bytes: bytes.byteLength };
  } catch {
    throw new Refusal(400, 'Bad request', { detail: 'The body is not valid JSON' });
  }
}

/** The body as an object, or a refusal. */
export function objectBody(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    return body as Readonly<Record<string, unknown>>;
  throw new Refusal(400, 'Bad request', { detail: 'The body must be a JSON object' });
}

/** Half of a surrogate pair is no character: it cannot be written as UTF-8, so what is kept would not be what was sent. */
export function checkedUnicode(text: string, where: string): string {
  if (/\p{Surrogate}/u.test(text))
    throw new Refusal(400, 'Bad request', { detail: `${where} contains half of a surrogate pair` });
  return text;
}

/** A field that must be a text. */
export function textField(object: Readonly<Record<string, unknown>>, name: string, where = name): string {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  if (typeof value === 'string') return checkedUnicode(value, where);
  throw new Refusal(400, 'Bad request', {
    detail: value === undefined ? `${where} is required` : `${where} must be a string`,
  });
}
