import { expect, test } from 'vitest';
import { FILES } from '../../src/kinds/files/registry.ts';
import { KINDS } from '../../src/kinds/registry.ts';
import { type SourceFile, sourceFiles } from './source-files.ts';

const escaped = (words: readonly string[]): string => [...new Set(words)].join('|');

/** How the states, files and addresses call each kind. */
const NAMES = escaped([
  ...KINDS.flatMap(({ kind, plural, prefix }) => [kind, plural, prefix]),
  ...FILES.map(({ key }) => key),
]);
/** Parts that are words of one kind. A name and a language are words of many things, and so is what became of a whole. */
const PARTS = escaped(
  KINDS.flatMap(({ parts }) => Object.entries(parts))
    .filter(([part, { ofWhole }]) => part !== 'name' && part !== 'language' && ofWhole !== true)
    .map(([part]) => part),
);

/** A string that is a name or a part, or begins an address. */
const NAMED = new RegExp(`^(?:(?:${NAMES})(?:\\.|$)|(?:${PARTS})$)`, 'u');
/** A member that is called as the list of a kind. */
const MEMBER = new RegExp(`(?:\\.|[{,]\\s*)(?:${escaped(KINDS.map(({ plural }) => plural))})\\b`, 'u');

/** The folder of a kind. */
const FOLDER = new RegExp(`/kinds/(?:${escaped(KINDS.map(({ kind }) => kind))})/`, 'u');

const names = ({ literals, code, imports }: SourceFile): boolean =>
  literals.some((text) => NAMED.test(text)) ||
  MEMBER.test(code) ||
  imports.some(({ specifier }) => FOLDER.test(specifier));

/** Files that name a kind, by the reason for it; a path that ends in a slash stands for its folder. */
const REASONS: Readonly<Record<string, readonly string[]>> = {
  'translation, its preview and its explanation use glossaries and style lists as such': [
    'cli/commands/service/translate.ts',
    'cli/options/service-commands.ts',
    'cli/run/preview-plan.ts',
    'cli/translate/translation-request.ts',
    'flow/fitting-dictionary.ts',
    'flow/read-samples.ts',
    'flow/search/',
    'cli/commands/explain.ts',
    'files/dictionary/row-notes.ts',
    'review/translate/explain-text.ts',
    'preview/',
  ],
  'the service offers languages for features, and calls two of them as kinds are called': [
    'flow/check-pairs.ts',
    'model/account/pair-answer.ts',
  ],
  'usage is told key by key, with labels and limits': [
    'flow/read-usage.ts',
    'review/account/',
    'cli/commands/service/usage.ts',
  ],
  'the number of calls at one time is a limit too': ['cli/commands/ledger/recovery.ts', 'apply/resource-calls.ts'],
  'they are tables of words': ['client/transport/status-hint.ts', 'review/messages/workspace-wording.ts'],
  'the catalogue of rules is a setting of the workspace and of the embedded service': [
    'cli/session/own-rules.ts',
    'cli/session/embedded.ts',
    'cli/commands/serve.ts',
  ],
  'lint rules look at phrases and at instructions': ['lint/', 'cli/lint/', 'review/lint/'],
  'lists of terms of other systems become glossaries, and glossaries become such lists': [
    'flow/exchange/',
    'cli/commands/export.ts',
  ],
  'items of any list are known by such fields': ['files/merge/merge-value.ts'],
  'help must not load the kinds': ['cli/options/ledger-commands.ts', 'cli/help/workspace-files.ts'],
};

const isIn = (path: string, place: string): boolean => (place.endsWith('/') ? path.startsWith(place) : path === place);

test('outside the folders of kinds and the embedded service no file names a kind, but for those with a reason', () => {
  const places = ['kinds/', 'service/', 'contract/', 'build/', ...Object.values(REASONS).flat()];
  const found = sourceFiles().filter((file) => names(file) && !places.some((place) => isIn(file.path, place)));
  expect(found.map(({ path }) => path)).toEqual([]);
});

test('every reason is of files that are there and name a kind', () => {
  const naming = sourceFiles().filter(names);
  const needless = Object.values(REASONS)
    .flat()
    .filter((place) => !naming.some(({ path }) => isIn(path, place)));
  expect(needless).toEqual([]);
});

test('in kinds/ itself only registries, and the types of their lists, import the folder of a kind', () => {
  const own = new RegExp(`^kinds/(?:${escaped(KINDS.map(({ kind }) => kind))})/`, 'u');
  const ofKind = new RegExp(`(?:^|/)(?:${escaped(KINDS.map(({ kind }) => kind))})/`, 'u');
  const engine = sourceFiles().filter(({ path }) => path.startsWith('kinds/') && !own.test(path));
  const importing = engine.filter(({ imports }) => imports.some(({ specifier }) => ofKind.test(specifier)));
  expect(importing.map(({ path }) => path).sort()).toEqual([
    'kinds/files/registry.ts',
    'kinds/files/resource-text.ts',
    'kinds/files/sources.ts',
    'kinds/files/writing-registry.ts',
    'kinds/match/matches.ts',
    'kinds/registry.ts',
    'kinds/service/registry.ts',
    'kinds/states.ts',
  ]);
});
