import { argument, type CommandOptions, command } from './command.ts';

export const helpCommand = command({
  name: 'help',
  description: 'show the help of a command or a topic',
  arguments: { words: argument('[command...]', 'a command, or a topic that the help lists') },
  examples: ['lexform help plan', 'lexform help voice translate', 'lexform help exit-codes'],
});

export type HelpOptions = CommandOptions<typeof helpCommand>;
