import { expect, test } from 'vitest';

import { KINDS } from '../../src/kinds/registry.ts';
import { type SourceFile, sourceFiles } from './source-files.ts';

const escaped = (words: readonly string[]): string => [...new Set(words)].join('|');

/** How the states, files and addresses call each kind. */
const NAMES = escaped([...KINDS.flatMap(({ kind, plural, prefix, key }) => [kind, plural, prefix, key])]);
/** Parts that are words of one kind. A name and a language are words of many things, and so is what became of a whole. */
const PARTS = escaped(
  KINDS.flatMap(({ parts }) => Object.entries(parts))
    .filter(([part, { role }]) => part !== 'name' && part !== 'language' && role !== 'whole')
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
    'shells/cli/commands/service/translate.ts',
    'shells/cli/options/service-commands.ts',
    'app/run/preview-plan.ts',
    'app/translate/translation-request.ts',
    'steps/fitting-dictionary.ts',
    'steps/read-samples.ts',
    'steps/search/',
    'steps/preview/',
  ],
  'the service offers languages for features, and calls two of them as kinds are called': [
    'steps/check-pairs.ts',
    'model/account/pair-answer.ts',
  ],
  'usage is told key by key, with labels and limits': [
    'steps/usage-standing.ts',
    'steps/usage-standing.ts',
    'review/account/',
  ],
  'limits of the account are facts of a run': ['app/run/plan-now.ts'],
  'the number of calls at one time is a limit too': [
    'shells/cli/commands/ledger/recovery.ts',
    'steps/apply/resource-calls.ts',
  ],
  'they are tables of words': ['client/transport/status-hint.ts', 'review/messages/workspace-wording.ts'],
  'the catalogue of rules is a setting of the workspace and of the embedded service': [
    'app/session/connect.ts',
    'app/session/embedded.ts',
    'shells/cli/commands/serve.ts',
  ],
  'lint rules look at phrases and at instructions': [
    'review/ci/rule-markdown.ts',
    'lint/',
    'app/lint/',
    'review/lint/',
  ],
  'only glossaries inherit terms': ['steps/pull/pull-into.ts', 'review/drift/pull-text.ts'],
  'lists of terms of other systems become glossaries, and glossaries become such lists': [
    'steps/exchange/',
    'shells/cli/commands/exchange.ts',
  ],
  'items of any list are known by such fields': ['files/merge/merge-value.ts'],
  'help must not load the kinds': ['shells/cli/options/ledger-commands.ts', 'shells/cli/help/help-topics.ts'],
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

test('in kinds/ itself only registries import the folder of a kind', () => {
  const own = new RegExp(`^kinds/(?:${escaped(KINDS.map(({ kind }) => kind))})/`, 'u');
  const ofKind = new RegExp(`(?:^|/)(?:${escaped(KINDS.map(({ kind }) => kind))})/`, 'u');
  const engine = sourceFiles().filter(({ path }) => path.startsWith('kinds/') && !own.test(path));
  const importing = engine.filter(({ imports }) => imports.some(({ specifier }) => ofKind.test(specifier)));
  expect(importing.map(({ path }) => path).sort()).toEqual([
    'kinds/files/registry.ts',
    'kinds/files/writing-registry.ts',
    'kinds/registry.ts',
    'kinds/service/registry.ts',
  ]);
});
