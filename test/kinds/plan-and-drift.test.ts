import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EMPTY_LEDGER } from '../../src/kinds/registry.ts';
import type { LedgerState } from '../../src/kinds/states.ts';
import { styleId } from '../../src/model/ids.ts';
import { valuesIn } from '../../src/model/plan/plan.ts';
import { isRecord, type Value } from '../../src/model/resources/resource.ts';
import { driftOf } from '../../src/plan/drift/detect-drift.ts';
import { type MakePlanInput, makePlan } from '../../src/plan/make-plan.ts';
import { desiredStyleList, liveStyleList, planInput } from '../support/build.ts';
import { least, runs } from '../support/runs.ts';
import { desiredState, desiredTemplate, liveState, liveTemplate } from './templates/as-states.ts';
import { withTemplates } from './templates/with-templates.ts';

withTemplates();

/** What it is called, and what it says. */
type Said = readonly [label: string, text: string];

/** The last apply left what the files ask for still; the service has something else. */
const INPUTS = {
  instruction(files: readonly Said[], now: readonly Said[]): MakePlanInput {
    const like = (said: readonly Said[]) => ({ instructions: said.map(([label, prompt]) => ({ label, prompt })) });
    const desired = desiredStyleList('l', like(files));
    const owned = { id: styleId('s1'), protect: false, content: desired.content };
    return planInput(
      { styleLists: [desired] },
      { styleLists: [liveStyleList('s1', 'l', like(now))] },
      { ledger: { ...EMPTY_LEDGER, styleLists: new Map([[desired.address, owned]]) } },
    );
  },
  tag(files: readonly Said[], now: readonly Said[]): MakePlanInput {
    const like = (said: readonly Said[]) => ({ tags: said.map(([word, tone]) => ({ word, tone })) });
    const desired = desiredTemplate(like(files));
    const owned = { id: 't1', protect: false, content: desired.content };
    return planInput(desiredState(desired), liveState(liveTemplate(like(now))), {
      ledger: { ...EMPTY_LEDGER, templates: new Map([[desired.address, owned]]) } as LedgerState,
    });
  },
};

/**
 * An item of the files and the id of the live one that it has become, or becomes. Without the source language, which a
 * plan shows where its call sends it.
 */
const pair = (id: string | undefined, files: Value | undefined): string =>
  JSON.stringify([id, files], (key, value: unknown) => (key === 'sourceLanguage' ? undefined : value));

const LABELS = ['a', 'b', 'c', ''];
const said: fc.Arbitrary<readonly Said[]> = fc.array(
  fc.tuple(
    fc.constantFrom(...LABELS),
    fc
      .array(fc.constantFrom('be', 'brief', 'formal', 'use', 'short', '敬語を', '使う'), { maxLength: 4 })
      .map((words) => words.join(' ')),
  ),
  { maxLength: 6 },
);

/** True when two have neither a label nor half of their words in common. */
function areUnlike(left: Value | undefined, right: Value | undefined): boolean {
  if (!isRecord(left) || !isRecord(right)) return false;
  const [[label, text = ''], [otherLabel, otherText = '']] = [Object.values(left), Object.values(right)].map((values) =>
    values.map(String),
  ) as [string[], string[]];
  const words = (each: string): ReadonlySet<string> =>
    new Set(each.split(' ').flatMap((word) => (word === '敬語を' ? ['敬語', '語を'] : word === '' ? [] : [word])));
  const [one, other] = [words(text), words(otherText)];
  const shared = [...one].filter((word) => other.has(word)).length;
  return label !== otherLabel && text !== otherText && 4 * shared < one.size + other.size;
}

test.each(['instruction', 'tag'] as const)('a plan and a drift pair each %s in the same way', (part) => {
  let paired = 0;
  fc.assert(
    fc.property(said, said, (files, now) => {
      const input = INPUTS[part](files, now);
      const planned = makePlan(input).plan.changes.flatMap((change) => valuesIn(change, part));
      const drifted = driftOf(input).resources.flatMap(({ values }) => values.filter(({ key }) => key[0] === part));
      const inPlan = planned.filter(({ from, to }) => from !== undefined && to !== undefined);
      const inDrift = drifted.filter(({ base, theirs }) => base !== undefined && theirs !== undefined);
      const near = inPlan.filter(({ from, to }) => !areUnlike(from, to));
      expect(near.map(({ key, to }) => pair(key[1], to)).sort()).toEqual(
        inDrift.map(({ id, base }) => pair(id, base)).sort(),
      );
      // Both leave the same ones as they are.
      const touched = (values: readonly (string | undefined)[]) => values.filter((id) => id !== undefined).sort();
      expect(touched(planned.map(({ key, from }) => (from === undefined ? undefined : key[1])))).toEqual(
        touched(drifted.map(({ id }) => id)),
      );
      if (inDrift.length > 1) paired += 1;
    }),
    { numRuns: runs(400) },
  );
  expect(paired).toBeGreaterThan(least(50));
});
