import { expect, test } from 'vitest';
import { type PublicName, publicApi } from '../shells/library/public-api.ts';
import { expectGenerated } from '../support/generated-part.ts';

const PAGE = 'docs/api.md';

const api = publicApi();

/** The parts of the page, each with a test for its names. A name belongs to the first part that it fits. */
const PARTS: readonly (readonly [title: string, about: string, fits: (each: PublicName) => boolean])[] = [
  ['Functions', 'What a program calls.', ({ kind }) => kind === 'function'],
  [
    'Errors',
    'Every error has a `code`. [Troubleshooting](troubleshooting/errors.md) explains each code.',
    ({ name, kind }) => kind === 'class' || /^(?:ERROR_CODES|ErrorCode|ServiceRefusal)$/.test(name),
  ],
  ['Types', 'Values, options and ports.', () => true],
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

test('every public name and every member of the workspace has a doc comment', () => {
  expect(api.length).toBeGreaterThan(40);
  expect(api.filter(({ doc }) => doc === '').map(({ name }) => name)).toEqual([]);
  const ofWorkspace = api.filter(({ name }) => name === 'Workspace');
  expect(ofWorkspace.flatMap(({ bareMembers }) => bareMembers)).toEqual([]);
});
