import { expect, test } from 'vitest';
import { type PublicName, publicApi } from '../library/public-api.ts';
import { expectGenerated } from '../support/generated-part.ts';

const PAGE = 'docs/api.md';

const api = publicApi();

/** The parts of the page, each with what its names have in common. The first that fits has a name. */
const PARTS: readonly (readonly [title: string, about: string, fits: (each: PublicName) => boolean])[] = [
  [
    'The workspace',
    'What `openWorkspace` gives, and what comes of it.',
    ({ file }) => file.startsWith('library/') && file !== 'library/errors.ts',
  ],
  [
    'Errors',
    'Every error has a `code`. [Troubleshooting](troubleshooting.md#errors) says what each means and what to do.',
    ({ name, file }) => /Errors?$/.test(name) || /error-codes|system-error/.test(file),
  ],
  ['Files', 'The files of a workspace, read and written.', ({ file }) => /^(?:files|workspace)\//.test(file)],
  [
    'The service',
    'The client, its calls, and what it reads.',
    ({ file }) => /^client\/|\/service\/|read-live|make-limit/.test(file),
  ],
  ['Plan and guard', 'What would change, and whether it may.', ({ file }) => /^plan\/|model\/plan/.test(file)],
  ['Apply', 'Plans that run.', ({ file }) => /^(?:apply|next-state)\//.test(file)],
  ['The ledger', 'What each apply left.', ({ file }) => /^ledger\/|\/ledger\/|states\.ts$/.test(file)],
  ['Pull', 'Changes of the service, for the files.', ({ file }) => file.startsWith('flow/pull/')],
  ['Texts and documents', 'Values as people and programs read them.', ({ file }) => file.startsWith('review/')],
  [
    'The embedded service',
    'The service that comes with Lexform, for tests and trials.',
    ({ file }) => file.startsWith('service/'),
  ],
  ['Values', 'What all of them speak of.', () => true],
];

const partOf = (each: PublicName): string => PARTS.find(([, , fits]) => fits(each))?.[0] ?? '';

const KIND_ORDER = ['function', 'class', 'constant', 'type'];

const sectionText = ({ name, kind, doc, declaration }: PublicName): string =>
  [
    `### ${name}`,
    `${kind}: ${doc.replace(/\n(?!\n|- )/g, ' ').replaceAll('  ', ' ')}`,
    `\`\`\`ts\n${declaration}\n\`\`\``,
  ].join('\n\n');

test('docs/api.md has every public name, with what its doc comment says', () => {
  const parts = PARTS.map(([title, about]) => {
    const names = api.filter((each) => partOf(each) === title);
    const sorted = KIND_ORDER.flatMap((kind) => names.filter((each) => each.kind === kind));
    return [`## ${title}`, about, ...sorted.map(sectionText)].join('\n\n');
  });
  expectGenerated(PAGE, 'the public names', parts.join('\n\n'));
});

test('every public name has a doc comment, and so has every member of the workspace', () => {
  expect(api.length).toBeGreaterThan(100);
  expect(api.filter(({ doc }) => doc === '').map(({ name }) => name)).toEqual([]);
  const ofWorkspace = api.filter(({ file, kind }) => file.startsWith('library/') && kind === 'type');
  expect(ofWorkspace.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['AppliedPlan', 'Consent', 'OpenOptions', 'TargetPlan', 'Workspace']),
  );
  expect(ofWorkspace.flatMap(({ name, bareMembers }) => bareMembers.map((member) => `${name}.${member}`))).toEqual([]);
});
