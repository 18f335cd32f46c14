import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { expectGenerated } from '../support/generated-part.ts';
import { plainMarkdown } from '../support/pages.ts';

const PAGE = 'docs/action.md';

interface ActionFile {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly description: string }>>;
}

interface Workflow {
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly permissions?: Readonly<Record<string, string>>;
        readonly steps: readonly { readonly uses?: string; readonly with?: Readonly<Record<string, unknown>> }[];
      }
    >
  >;
}

const { inputs, outputs }: ActionFile = parse(readFileSync('action.yml', 'utf8'));
const table = (head: string, rows: readonly (readonly string[])[]): string =>
  [head, head.replace(/[^|]+/g, ' --- '), ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n');

test('docs/action.md has the inputs and outputs of action.yml', () => {
  expect(Object.keys(inputs).length).toBeGreaterThan(20);
  const inputRows = Object.entries(inputs).map(([name, { description, default: initial }]) => [
    `\`${name}\``,
    plainMarkdown(description),
    initial === undefined ? '' : `\`${initial}\``,
  ]);
  expectGenerated(PAGE, 'the inputs', table('| input | means | default |', inputRows));
  const outputRows = Object.entries(outputs).map(([name, { description }]) => [
    `\`${name}\``,
    plainMarkdown(description),
  ]);
  expectGenerated(PAGE, 'the outputs', table('| output | means |', outputRows));
});

test('docs/action.md has the permissions of the workflows in examples/github', () => {
  const rows = readdirSync('examples/github')
    .filter((name) => name.endsWith('.yml'))
    .flatMap((name) => {
      const { jobs }: Workflow = parse(readFileSync(`examples/github/${name}`, 'utf8'));
      return Object.values(jobs).flatMap(({ permissions = {}, steps }) =>
        steps
          .filter(({ uses = '' }) => uses.startsWith('lexform/lexform@'))
          .map((step) => [
            `\`${String(step.with?.command ?? inputs.command?.default)}\``,
            `\`${name}\``,
            Object.entries(permissions)
              .map(([scope, right]) => `${scope}: ${right}`)
              .join(', ') || 'none',
          ]),
      );
    });
  expect(rows.length).toBeGreaterThan(4);
  expectGenerated(PAGE, 'the permissions', table('| command | workflow | permissions |', rows));
});
