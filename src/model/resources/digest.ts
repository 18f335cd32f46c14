import { createHash, hash } from 'node:crypto';
import type { Digest } from '../ids.ts';
import { byCodeUnit } from '../lists.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/**
 * JSON with object keys in code unit order and no white space: the same value, the same text. A member that is
 * `undefined` is left out, as `JSON.stringify` does.
 */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const object = value as { readonly [key: string]: Json };
  const members = Object.keys(object)
    .filter((key) => object[key] !== undefined)
    .sort(byCodeUnit)
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key] as Json)}`);
  return `{${members.join(',')}}`;
}

/** The SHA-256 of a content, in hex. */
export const sha256 = (content: string | Uint8Array): string => hash('sha256', content);

/** The same for bytes in pieces. */
export function sha256Of(pieces: Iterable<Uint8Array>): string {
  const sum = createHash('sha256');
  for (const piece of pieces) sum.update(piece);
  return sum.digest('hex');
}

/** `sha256:<hex>` of the canonical JSON of a value. */
export function digestOf(value: Json): Digest {
  return `sha256:${sha256(canonicalJson(value))}` as Digest;
}

/**
 * Adds a digest of all members to a document, so that a reader notices accidental edits. It does not protect against
 * a person who edits the document and computes the digest again.
 */
export const withDigest = <Document extends object>(document: Document): Document & { readonly digest: Digest } => ({
  ...document,
  digest: digestOf(document as Json),
});

/**
 * True for a document with the digest of `withDigest` that was not edited. Layout and order of members do not matter.
 */
export function hasItsDigest(document: object): boolean {
  const { digest, ...members } = document as { readonly [key: string]: Json };
  return digest === digestOf(members);
}

export const nameDigest = (name: string): Digest => digestOf({ name });
