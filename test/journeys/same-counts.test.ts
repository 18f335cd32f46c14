import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { runLexform } from '../support/cli.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

/** The examples with glossaries: a term is an entry of a dictionary that a target has. */
const EXAMPLES = readdirSync('examples').filter((name) => existsSync(join('examples', name, 'glossaries')));

interface Counts {
  readonly dictionaries: number;
  readonly terms: number;
}

/** `72 dictionaries` → 72. */
const numberIn = (text: string, [one, many]: readonly [string, string]): number =>
  Number((new RegExp(`([\\d,]+) (?:${one}|${many})\\b`).exec(text)?.[1] ?? 'NaN').replaceAll(',', ''));

const countsIn = (text: string): Counts => ({
  dictionaries: numberIn(text, ['dictionary', 'dictionaries']),
  terms: numberIn(text, ['term', 'terms']),
});

test.each(EXAMPLES)('every command counts the same dictionaries and terms of examples/%s', async (example) => {
  const cwd = join(await tempWorkspace({}), example);
  cpSync(`examples/${example}`, cwd, { recursive: true });
  const targets = Object.keys(parse(readFileSync(join(cwd, 'lexform.yaml'), 'utf8')).targets);
  const run = async (...line: readonly string[]): Promise<string> => {
    const { out, err } = await runLexform({ cwd }, ...line);
    return `${out}${err}`;
  };
  const json = async (...line: readonly string[]) => JSON.parse((await runLexform({ cwd }, ...line, '--json')).out);
  const { checked } = await json('validate');
  const lineOf = (target: string, text: string): string =>
    text.split('\n').find((line) => line.startsWith(`On ${target}:`)) ??
    text.split('\n').find((line) => line.startsWith('Checked ')) ??
    '';
  expect(targets.length).toBeGreaterThan(0);
  for (const target of targets) {
    const { dictionaries, terms } = checked.onTargets?.[target] ?? checked;
    const expected: Counts = { dictionaries, terms };
    expect(terms).toBeGreaterThan(0);
    const on = ['--target', target];
    expect(countsIn(lineOf(target, await run('validate')))).toEqual(expected);
    expect(countsIn(lineOf(target, await run('lint')))).toEqual(expected);
    const page = ['--report', 'html=page.html', '--report', 'markdown=comment.md'];
    expect(countsIn(await run('plan', ...on, ...page))).toEqual(expected);
    expect(countsIn(readFileSync(join(cwd, 'comment.md'), 'utf8'))).toEqual(expected);
    const html = readFileSync(join(cwd, 'page.html'), 'utf8');
    const rows = JSON.parse(/id="data">(.*?)<\/script>/.exec(html)?.[1] ?? '{}');
    const others = rows.alsoIn.reduce((sum: number, [, each]: [number, readonly number[]]) => sum + each.length, 0);
    expect({ dictionaries: rows.groups.length, terms: rows.kindOf.length + others }).toEqual(expected);
    expect(countsIn(await run('apply', ...on, '--auto-approve'))).toEqual(expected);
    const { looked } = await json('explain', 'not a term', ...on);
    expect(looked).toEqual({ files: expected, service: { target, ...expected, unread: 0 } });
    const { resources } = await json('service', 'list', ...on);
    const children: readonly { readonly terms: number }[] = resources.flatMap(
      (each: { readonly children?: readonly { readonly terms: number }[] }) => each.children ?? [],
    );
    const sum = children.reduce((all, each) => all + each.terms, 0);
    expect({ dictionaries: children.length, terms: sum }).toEqual(expected);
    expect(numberIn(await run('backup', `saved-${target}`, ...on), ['term', 'terms'])).toBe(terms);
  }
});
