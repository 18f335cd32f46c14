import type { Entries } from '../../../src/model/entries/entries.ts';
import type { SourceRef } from '../../../src/model/finding.ts';
import { byCodeUnit } from '../../../src/model/lists.ts';
import { digestOf } from '../../../src/model/resources/digest.ts';
import type { DesiredResource, OwnedResource, RecordValue } from '../../../src/model/resources/resource.ts';

/** A kind of resource that the program does not know: mail templates, say. It shows what a kind has to bring along. */
export interface TemplateContent {
  readonly name: string;
  /** Strings under their keys. */
  readonly strings: ReadonlyMap<string, string>;
  /** Their order says nothing, and two may be alike. */
  readonly tags: readonly Tag[];
  /** The part with an address of its own: `template.mail/snippets`. Empty: it is not there. */
  readonly snippets: Entries;
}

export interface Tag extends RecordValue {
  readonly word: string;
  readonly tone: string;
}

export interface DesiredTemplate extends DesiredResource {
  readonly content: TemplateContent;
  /** By its key. */
  readonly stringsAt: ReadonlyMap<string, SourceRef>;
  /** By their index. */
  readonly tagsAt: readonly SourceRef[];
}

export interface LiveTemplate {
  readonly id: string;
  readonly name: string;
  readonly strings: ReadonlyMap<string, string>;
  readonly tags: readonly { readonly id: string; readonly tag: Tag }[];
  readonly snippetCount: number;
  /** Absent: they were not read. */
  readonly snippets?: Entries;
}

export type OwnedTemplate = OwnedResource<string, TemplateContent>;

export const isTag = (value: unknown): value is Tag =>
  typeof value === 'object' && value !== null && 'word' in value && 'tone' in value;

export const sameTag = (left: Tag, right: Tag): boolean => left.word === right.word && left.tone === right.tone;

export const tagDigest = ({ word, tone }: Tag) => digestOf({ word, tone });

/** Of the name and the strings, which one call changes. */
export const textDigest = (name: string, strings: ReadonlyMap<string, string>) =>
  digestOf({ name, strings: [...strings].sort(([left], [right]) => byCodeUnit(left, right)) });

export const templateDigest = ({ name, strings, tags, snippets }: TemplateContent) =>
  digestOf({
    text: textDigest(name, strings),
    tags: tags.map(tagDigest).sort(byCodeUnit),
    snippets: snippets.size === 0 ? null : snippets.digest,
  });
