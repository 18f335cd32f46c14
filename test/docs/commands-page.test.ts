import { expect, test } from 'vitest';
import { expectGenerated } from '../support/generated-part.ts';
import { headingAnchors } from '../support/markdown-parts.ts';
import { pageText } from '../support/pages.ts';
import { COMMANDS } from '../support/parse-command-line.ts';
import { commandsMarkdown } from './commands-markdown.ts';

const PAGE = 'docs/commands.md';

test('docs/commands.md has every command with its options, as the program has them', () => {
  expectGenerated(PAGE, 'the commands', commandsMarkdown(COMMANDS));
});

test('each command has a section that can be linked to', () => {
  const anchors = headingAnchors(pageText(PAGE));
  for (const { path } of COMMANDS.commands)
    if (path[0] !== 'help') expect(anchors).toContain(['lexform', ...path].join('-'));
  expect(anchors).toContain('lexform-service-voice-translate');
});
