import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { VOICE_UPLOAD_MAX_BYTES } from '../../contract/limits.ts';
import type { Route, Upload } from '../context.ts';
import { badRequest, Refusal, type ServiceRequest } from './answer.ts';

/**
 * Maximum bytes of a request body: a glossary of five dictionaries of 10 MB, escaped. A choice; the description gives
 * no number.
 */
export const BODY_MAX_BYTES = 128 * 1024 * 1024;

/** Bytes of an upload that are kept to see what it is. */
const HEAD_BYTES = 64;

const tooLarge = (max: number): Refusal =>
  new Refusal(413, 'Request body too large', `At most ${max} bytes are accepted`);

/** Fields of a form that are lists, because they can be repeated. */
const LISTS: ReadonlySet<string> = new Set(['text', 'custom_instructions']);

function formObject(text: string): Record<string, unknown> {
  const fields = new Map<string, unknown>();
  const dictionaries: Map<string, string>[] = [];
  for (const [name, value] of new URLSearchParams(text)) {
    // Official clients send lists with dotted indexes: dictionaries[0].source_lang=en.
    const dotted = /^dictionaries\[(\d{1,3})\]\.(\w+)$/.exec(name);
    if (dotted !== null) {
      const index = Number(dotted[1]);
      const dictionary = dictionaries[index] ?? new Map<string, string>();
      dictionaries[index] = dictionary.set(dotted[2] ?? '', value);
    } else if (LISTS.has(name)) {
      const list = (fields.get(name) as string[] | undefined) ?? [];
      list.push(value);
      fields.set(name, list);
    } else fields.set(name, value);
  }
  if (dictionaries.length > 0) {
    fields.set(
      'dictionaries',
      Array.from(dictionaries, (dictionary) => Object.fromEntries(dictionary ?? [])),
    );
  }
  return Object.fromEntries(fields);
}

function refuseAnnounced(request: ServiceRequest, max: number): void {
  if (Number(request.headers.get('content-length') ?? 0) > max) throw tooLarge(max);
}

async function bytesOf(request: ServiceRequest, max: number): Promise<Buffer> {
  refuseAnnounced(request, max);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > max) throw tooLarge(max);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function uploadOf(request: ServiceRequest): Promise<Upload> {
  refuseAnnounced(request, VOICE_UPLOAD_MAX_BYTES);
  const head = Buffer.alloc(HEAD_BYTES);
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    if (bytes < HEAD_BYTES) head.set(chunk.subarray(0, HEAD_BYTES - bytes), bytes);
    bytes += chunk.byteLength;
    if (bytes > VOICE_UPLOAD_MAX_BYTES) throw tooLarge(VOICE_UPLOAD_MAX_BYTES);
  }
  return { bytes, head: new Uint8Array(head.subarray(0, Math.min(bytes, HEAD_BYTES))) };
}

const inflate = promisify(gunzip);

/** The body after gzip decoding, with the same limit, because a few bytes can expand to very many. */
async function inflated(bytes: Buffer, max: number): Promise<Buffer> {
  try {
    return await inflate(bytes, { maxOutputLength: max });
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(max);
    throw badRequest('The body is not valid gzip');
  }
}

async function plainBytes(request: ServiceRequest, max: number): Promise<Buffer> {
  const bytes = await bytesOf(request, max);
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (bytes.byteLength === 0 || encoding === 'identity') return bytes;
  if (encoding === 'gzip') return inflated(bytes, max);
  throw new Refusal(415, 'Unsupported content encoding', 'Send the body without encoding, or with gzip');
}

/**
 * The body of a request as an object, from JSON or from a form, or an `Upload`. Refuses another content type with 415,
 * and what cannot be read with 400.
 */
export async function readBody(
  request: ServiceRequest,
  accepted: NonNullable<Route['bodies']>,
  max = BODY_MAX_BYTES,
): Promise<{ readonly value: unknown; readonly bytes: number }> {
  if (accepted.includes('bytes')) {
    const upload = await uploadOf(request);
    return { value: upload, bytes: upload.bytes };
  }
  const bytes = await plainBytes(request, max);
  if (bytes.byteLength === 0) return { value: undefined, bytes: 0 };
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  const kind = type === 'application/json' ? 'json' : type === 'application/x-www-form-urlencoded' ? 'form' : undefined;
  if (kind === undefined || !accepted.includes(kind)) {
    const names = accepted.map((each) => (each === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'));
    throw new Refusal(415, 'Unsupported content type', `Send ${names.join(' or ')}`);
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badRequest('The body is not UTF-8');
  }
  if (kind === 'form') return { value: formObject(text), bytes: bytes.byteLength };
  try {
    return { value: JSON.parse(text), bytes: bytes.byteLength };
  } catch {
    throw badRequest('The body is not valid JSON');
  }
}
