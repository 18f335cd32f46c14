import { createHash } from 'node:crypto';
import type { Entries } from '../entries/entries.ts';
import type { PairKey } from '../entries/language-pair.ts';
import type { Digest } from '../ids.ts';
import { byCodeUnit } from '../order.ts';
import { type DeveloperKey, KEY_LIMITS, type KeyLimits } from './developer-key.ts';
import type { ConfiguredRules, CustomInstruction, StyleListContent } from './style-list.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** JSON with object keys in code unit order and no white space: the same value, the same text. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const object = value as { readonly [key: string]: Json };
  const members = Object.keys(object)
    .sort(byCodeUnit)
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key] as Json)}`);
  return `{${members.join(',')}}`;
}

/** The SHA-256 of a content, in hex. */
export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** `sha256:<hex>` of the canonical JSON of a value. */
export function digestOf(value: Json): Digest {
  return `sha256:${sha256(canonicalJson(value))}` as Digest;
}

export const nameDigest = (name: string): Digest => digestOf({ name });

/** Rules as sorted triples, so that user text is never an object key. */
const rulesJson = (rules: ConfiguredRules): Json =>
  [...rules]
    .flatMap(([category, selected]) => [...selected].map(([rule, option]) => [category, rule, option]))
    .sort((left, right) => byCodeUnit(JSON.stringify(left), JSON.stringify(right)));

export const rulesDigest = (rules: ConfiguredRules): Digest => digestOf(rulesJson(rules));

/** An instruction without a source language means the language of its list (public facts F12). */
const instructionJson = (instruction: CustomInstruction, listLanguage: string): Json => [
  instruction.label,
  instruction.prompt,
  instruction.sourceLanguage ?? listLanguage,
];

export const instructionDigest = (instruction: CustomInstruction, listLanguage: string): Digest =>
  digestOf(instructionJson(instruction, listLanguage));

/** True when the service would treat both alike: an omitted source language is the language of the list. */
export const sameInstruction = (left: CustomInstruction, right: CustomInstruction, listLanguage: string): boolean =>
  left.label === right.label &&
  left.prompt === right.prompt &&
  (left.sourceLanguage ?? listLanguage) === (right.sourceLanguage ?? listLanguage);

export const styleListDigest = (list: StyleListContent): Digest =>
  digestOf({
    name: list.name,
    language: list.language,
    rules: rulesJson(list.rules),
    instructions: list.instructions
      .map((instruction) => instructionJson(instruction, list.language))
      .sort((left, right) => byCodeUnit(JSON.stringify(left), JSON.stringify(right))),
  });

/** The name and every dictionary that has entries: an empty dictionary is the same as none. */
export const glossaryDigest = (
  name: string,
  dictionaries: ReadonlyMap<PairKey, { readonly entries: Entries }>,
): Digest =>
  digestOf({
    name,
    dictionaries: [...dictionaries]
      .filter(([, { entries }]) => entries.size > 0)
      .map(([pair, { entries }]) => [pair, entries.digest])
      .sort((left, right) => byCodeUnit(left[0] as string, right[0] as string)),
  });

/** One dictionary together with the glossary's name: what a PATCH that carries both touches. */
export const namedEntriesDigest = (name: string, entries: Entries): Digest =>
  digestOf({ name, entries: entries.digest });

export const labelDigest = (label: string): Digest => digestOf({ label });

/** Of the limits that are named, and no other: what one call changes. */
export const limitsDigest = (limits: Partial<KeyLimits>): Digest =>
  digestOf(KEY_LIMITS.flatMap((name) => (limits[name] === undefined ? [] : [[name, limits[name] as number | null]])));

export const deactivatedDigest = (deactivated: boolean): Digest => digestOf({ deactivated });

/** All that can change of a key. */
export const developerKeyDigest = ({ label, deactivated, limits }: DeveloperKey): Digest =>
  digestOf({ label, deactivated, limits: KEY_LIMITS.map((name) => limits[name]) });
