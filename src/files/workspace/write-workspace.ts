import type { DesiredDeveloperKey } from '../../kinds/developer-key/developer-key.ts';
import type { LiveGlossary } from '../../kinds/glossary/glossary.ts';
import type { LiveState } from '../../kinds/states.ts';
import { defined } from '../../model/defined.ts';
import { grouped } from '../../model/grouped.ts';
import { addressNames } from '../../model/resources/address-name.ts';
import type { Target } from '../../model/workspace/target.ts';
import type { WorkspaceConfig } from '../../model/workspace/workspace.ts';
import { parseDictionaryName } from '../dictionary/dictionary-name.ts';
import { dictionaryCsv } from '../dictionary/write-dictionary.ts';
import { developerKeysText } from '../resources/write-developer-keys.ts';
import { glossaryText, type ResourceOptions, styleListText } from './resource-text.ts';
import { DEFAULT_PATTERNS, workspaceText } from './workspace-text.ts';

export interface WorkspaceToWrite {
  /** The target that was read; written into a new `lexform.yaml`. */
  readonly target: Target;
  /** The workspace as it is; absent: a new one, and `lexform.yaml` is written too. Its patterns say where files go. */
  readonly existingConfig?: WorkspaceConfig;
  /**
   * Id → address name of resources that the workspace already has a file for. All others are named after their display
   * names; these names are taken.
   */
  readonly names?: ReadonlyMap<string, string>;
  /**
   * Id → what the files say beside the content, of resources that already have files. It is kept, and the dictionaries
   * of such a glossary are listed one by one, so that files that stand there under other names or endings do not count
   * twice.
   */
  readonly existing?: ReadonlyMap<string, ResourceOptions>;
  /** Ids that are pinned although no other resource of `live` has the name: one that is not pulled has it. */
  readonly pin?: ReadonlySet<string>;
  /** The entries that the file of developer keys has now; absent: there is no such file. */
  readonly developerKeys?: readonly DesiredDeveloperKey[];
}

const MAGIC = /[*?[\]{}()!+@]/;

/** The file that a pattern gives to a name: `terms/**\/*.{yaml,yml}` and `product` give `terms/product.yaml`. */
function fileOf(pattern: string, name: string): string | undefined {
  if (pattern.startsWith('!') || !pattern.includes('*')) return undefined;
  const parts = pattern.replace(/\{([^{},]*)[^{}]*\}/g, '$1').split('/');
  const named = parts.some((part) => part.includes('*') && part !== '**');
  const filled = parts.flatMap((part) => {
    if (part === '**') return named ? [] : [name];
    return [part.replace(/\*/g, () => name)];
  });
  // What is left of a pattern once the name is in: a literal path, or something that nobody can write to.
  const rest = parts.map((part) => part.replace(/\*/g, '')).join('/');
  return MAGIC.test(rest) ? undefined : filled.join('/');
}

const pathOf = (patterns: readonly string[] | undefined, fallback: string, name: string): string =>
  [...(patterns ?? []), fallback].flatMap((pattern) => fileOf(pattern, name) ?? [])[0] ?? name;

/** The names of one kind, and which ids must be pinned because a name stands for two. */
function identities(
  resources: readonly { readonly id: string; readonly name: string }[],
  names: ReadonlyMap<string, string>,
): { readonly nameOf: (id: string) => string; readonly pinned: (name: string) => boolean } {
  const taken = resources.flatMap(({ id }) => names.get(id) ?? []);
  const fresh = addressNames(
    resources.filter(({ id }) => !names.has(id)),
    new Set(taken),
  );
  const byName = grouped(resources, ({ name }) => name);
  return {
    nameOf: (id) => names.get(id) ?? fresh.get(id) ?? id,
    pinned: (name) => (byName.get(name)?.length ?? 0) > 1,
  };
}

/** A row whose source phrase begins with `#` and white space. */
const HASH_TERM = /^"#\s/m;

function glossaryFiles(
  glossary: LiveGlossary,
  file: string,
  { existing, ...options }: ResourceOptions & { readonly existing: boolean },
): readonly (readonly [string, string])[] {
  const [folder, base] = [file.slice(0, file.lastIndexOf('/') + 1), file.slice(file.lastIndexOf('/') + 1)];
  // Beside a file with another name stand the files of other glossaries, so its own get a folder.
  const beside = /^glossary\.ya?ml$/i.test(base);
  const prefix = beside ? '' : `${base.replace(/\.ya?ml$/i, '')}/`;
  const dictionaries = [...glossary.dictionaries].flatMap(([key, { pair, entries, entryCount }]) => {
    if (entryCount === 0) return [];
    if (entries === undefined) throw new Error(`the entries of ${key} were not read`);
    return [{ pair, file: `${prefix}${pair.source}-${pair.target}.csv`, text: dictionaryCsv(entries) }];
  });
  // A file name of two languages that the built-in list lacks is not read as a pair, so such a dictionary is listed.
  const found = dictionaries.every(({ pair, file: name }) => {
    const said = parseDictionaryName(name);
    return said.kind === 'pair' && said.source === pair.source && said.target === pair.target;
  });
  // A spreadsheet drops the quotes around such a term, and then it could be a comment.
  const hasHash = dictionaries.some((each) => HASH_TERM.test(each.text));
  const text = glossaryText({
    name: glossary.name,
    ...options,
    ...(hasHash && { comments: 'none' }),
    dictionaries: beside && !existing && found && dictionaries.length > 0 ? 'auto' : dictionaries,
  });
  return [[file, text], ...dictionaries.map((each) => [`${folder}${each.file}`, each.text] as const)];
}

/**
 * The files of a workspace that asks for exactly what a target has: path relative to the workspace root → text. The
 * entries of every dictionary must have been read. Pure; nothing is written.
 */
export function workspaceFiles(live: LiveState, options: WorkspaceToWrite): ReadonlyMap<string, string> {
  const { target, existingConfig: config, names = new Map<string, string>(), existing, pin } = options;
  const saidBeside = (id: string, pinned: boolean): ResourceOptions => {
    // Field by field: what is passed in may be a whole desired resource.
    const { pinnedId, protect, mode, samples } = existing?.get(id) ?? {};
    return defined({ pinnedId: pinned || pin?.has(id) ? id : pinnedId, protect, mode, samples });
  };
  const files = new Map<string, string>();
  if (config === undefined)
    files.set('lexform.yaml', workspaceText(target, { developerKeys: live.developerKeys !== undefined }));
  const glossaries = live.glossaries ?? [];
  const ofGlossaries = identities(glossaries, names);
  for (const glossary of glossaries) {
    const file = pathOf(config?.glossaries, DEFAULT_PATTERNS.glossaries, ofGlossaries.nameOf(glossary.id));
    const said = saidBeside(glossary.id, ofGlossaries.pinned(glossary.name));
    const written = glossaryFiles(glossary, file, { ...said, existing: existing?.has(glossary.id) === true });
    for (const [path, text] of written) files.set(path, text);
  }
  const lists = (live.styleLists ?? []).map((list) => ({ ...list, name: list.content.name }));
  const ofLists = identities(lists, names);
  for (const list of lists) {
    const file = pathOf(config?.styleRules, DEFAULT_PATTERNS.styleRules, ofLists.nameOf(list.id));
    files.set(file, styleListText(list.content, saidBeside(list.id, ofLists.pinned(list.name))));
  }
  if (live.developerKeys !== undefined) {
    const keys = live.developerKeys
      .filter(({ deactivated }) => !deactivated)
      .map((key) => ({ ...key, name: key.label }));
    const ofKeys = identities(keys, names);
    const text = developerKeysText({
      live: keys,
      nameOf: ofKeys.nameOf,
      pinned: ({ id, label }) => ofKeys.pinned(label) || pin?.has(id) === true,
      ...(options.developerKeys !== undefined && { existing: options.developerKeys }),
    });
    if (text !== undefined) files.set(config?.developerKeys ?? DEFAULT_PATTERNS.developerKeys, text);
  }
  return files;
}
