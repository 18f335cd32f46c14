import pc from 'picocolors';
import { expect, test } from 'vitest';
import { kindNamed } from '../../../src/kinds/registry.ts';
import type { ValueChange } from '../../../src/model/resources/resource.ts';
import { valueLines } from '../../../src/review/values/change-lines.ts';

const KINDS_BY_PART: Readonly<Record<string, string>> = { entry: 'glossary' };
const kindOf = ({ key: [part] }: ValueChange) => kindNamed(KINDS_BY_PART[part] ?? 'style-list');
const lines = (change: ValueChange): readonly string[] => valueLines(kindOf(change), change, pc.createColors(false));

const at = { file: 'a.csv', line: 3, column: 1 };
const TONE = { label: 'Tone', prompt: 'Be kind.', sourceLanguage: 'en' };

test.each<readonly [ValueChange, readonly string[]]>([
  [{ key: ['entry', 'en->de', 'cat'], to: 'Katze', at }, ['+ cat → Katze  a.csv:3']],
  [{ key: ['entry', 'en->de', 'cat'], from: 'Katze' }, ['- cat → Katze']],
  [{ key: ['entry', 'cat'], from: 'Katze', to: 'katze', at }, ['~ cat: Katze → katze (case only)  a.csv:3']],
  [{ key: ['rule', 'style', 'tone'], to: 'kind' }, ['+ style.tone: kind']],
  [{ key: ['rule', 'style', 'tone'], from: 'kind' }, ['- style.tone: kind']],
  [{ key: ['rule', 'style', 'tone'], from: 'kind', to: 'stern', at }, ['~ style.tone: kind → stern  a.csv:3']],
  [{ key: ['instruction', '0'], to: TONE, at }, ['+ instruction Tone: Be kind. (source language en)  a.csv:3']],
  [{ key: ['instruction', '0'], from: TONE }, ['- instruction Tone: Be kind. (source language en)']],
  [
    { key: ['instruction', '0'], from: TONE, to: { label: 'Form', prompt: 'Be stern.' }, at },
    ['~ instruction Tone → Form  a.csv:3', '    prompt: Be [-kind-]{+stern+}.', '    source language: en → not set'],
  ],
])('%j', (change, expected) => {
  expect(lines(change)).toEqual(expected);
});
