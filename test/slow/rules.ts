// Every rule of the linter, against phrases and prompts that are made of its examples.
import './made-patterns.ts';

import { RULES } from '../../src/lint/rules/registry.ts';
import { readCellWaivers } from '../../src/lint/waivers.ts';
import { type PairKey, parsePairKey } from '../../src/model/entries/language-pair.ts';
import { scrubber } from '../../src/model/secret.ts';
import { keyForms } from '../support/key-forms.ts';
import { attacksBy, attacksOn } from './attacks.ts';
import { copyOf, madePatterns } from './made-patterns.ts';
import { asked, attack, measureInTurn, searchFor } from './said.ts';

const { attacks, cpuMs } = asked<{ readonly attacks: number }>();

const measurements: (() => Promise<void>)[] = [];

const piecesOf = (texts: readonly string[]): readonly string[] => [
  ...new Set(texts.flatMap((text) => [text, ...text.split(/(?=[^\p{L}\p{M}\p{N}])|(?<=[^\p{L}\p{M}\p{N}])/u)])),
];

/** A rule of each kind of topic. */
const CONFIGURED = new Map(
  RULES.flatMap((rule) => (rule.scope === 'style-list' ? [...rule.bad, ...rule.good] : []))
    .flatMap(({ rules = [] }) => rules)
    .map(([category, name, option]) => [category, new Map([[name, option]])] as const),
);

for (const rule of RULES) {
  if (rule.scope === 'term') {
    const examples = [...rule.bad, ...rule.good];
    for (const { pair, source, target } of examples)
      rule.check({ pair: parsePairKey(pair as PairKey), source, target });
    const texts = examples.flatMap(({ source, target }) => [source, target]);
    const pairs = [...new Set(examples.map((example) => example.pair))].map((key) => parsePairKey(key as PairKey));
    measurements.push(() =>
      attack(rule.id, attacksBy({ texts, pieces: piecesOf(texts) }, attacks), (text) =>
        pairs.map((pair) => [
          rule.check({ pair, source: 'Basket', target: text }),
          rule.check({ pair, source: text, target: 'Korb' }),
          rule.check({ pair, source: text, target: `${text}x` }),
        ]),
      ),
    );
  }
  if (rule.scope === 'style-list') {
    const examples = [...rule.bad, ...rule.good];
    const texts = examples.flatMap(({ prompt, others = [] }) => [prompt, ...others]);
    const check = (language: string, prompt: string): unknown =>
      rule.check({
        name: 'List',
        language,
        rules: CONFIGURED,
        instructions: [
          { label: 'one', prompt },
          { label: 'two', prompt: `${prompt}.` },
        ],
      });
    for (const { language, prompt } of examples) check(language, prompt);
    const languages = [...new Set(examples.map(({ language }) => language))];
    measurements.push(() =>
      attack(rule.id, attacksBy({ texts, pieces: piecesOf(texts) }, attacks), (text) =>
        languages.map((language) => check(language, text)),
      ),
    );
  }
}

const waivers = ['ok(alternatives): product name; ok(space/double): as in the logo'];
measurements.push(() =>
  attack('waivers', attacksBy({ texts: waivers, pieces: piecesOf(waivers) }, attacks * 4), (text) =>
    readCellWaivers(text, { file: 'en-de.csv', line: 2, column: 1 }),
  ),
);
readCellWaivers(waivers.join(), { file: 'en-de.csv', line: 2, column: 1 });

const key = 'Canary-7f3a/9+x==.279a2e9d:fx';
const forms = Object.values(keyForms(key));
const scrub = scrubber(key);
measurements.push(() =>
  attack('keys in texts', attacksBy({ texts: forms, pieces: [...key, '\\', '%', '&#'] }, attacks * 4), scrub),
);

for (const pattern of [...madePatterns.values()].map(copyOf))
  measurements.push(() => attack(`made ${pattern}`, attacksOn(pattern, attacks), searchFor(pattern)));

await measureInTurn(measurements, cpuMs);
