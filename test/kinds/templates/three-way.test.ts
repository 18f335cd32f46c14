import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FileEdit } from '../../../src/change/file-edit.ts';
import { EMPTY_LEDGER } from '../../../src/kinds/registry.ts';
import type { LedgerState } from '../../../src/kinds/states.ts';
import type { FileValue } from '../../../src/model/resources/resource.ts';
import { driftOf } from '../../../src/plan/drift/detect-drift.ts';
import { overwritten } from '../../../src/plan/drift/drift.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { fileEdits } from '../../../src/plan/pull/file-edits.ts';
import { planInput } from '../../support/build.ts';
import { runs } from '../../support/runs.ts';
import { content, desiredState, desiredTemplate, liveState, liveTemplate, type TemplateLike } from './as-states.ts';
import { isTag, type Tag } from './template.ts';
import { withTemplates } from './with-templates.ts';

withTemplates();

const texts = (...keys: readonly string[]) =>
  fc.dictionary(fc.constantFrom(...keys), fc.constantFrom('1', '2', '3'), { noNullPrototype: true });
/** A word stands once, and its tones are like no other's: of alike ones nobody could say which one was edited. */
const tags = fc
  .dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('1', '2'), { noNullPrototype: true })
  .map((words) => Object.entries(words).map(([word, tone]): Tag => ({ word, tone: `${word}${tone}` })));
const anyTemplate: fc.Arbitrary<Required<TemplateLike>> = fc.record({
  name: fc.constantFrom('Mail', 'Post'),
  strings: texts('a', 'b', 'c'),
  tags,
  snippets: texts('k', 'l'),
});

/** What the last apply left, what the files ask for, and what the service has. */
function compared(base: TemplateLike, ours: TemplateLike, theirs: TemplateLike) {
  const ledger = {
    ...EMPTY_LEDGER,
    templates: new Map([['template.mail', { id: 't1', protect: false, content: content(base) }]]),
  } as LedgerState;
  const input = planInput(desiredState(desiredTemplate(ours)), liveState(liveTemplate(theirs)), { ledger });
  return { input, drift: driftOf(input) };
}

const withTexts = (map: Readonly<Record<string, string>>, values: readonly FileValue[]) => {
  const next = new Map(Object.entries(map));
  for (const { key, to } of values)
    if (to === undefined) next.delete(key.at(-1) ?? '');
    else next.set(key.at(-1) ?? '', String(to));
  return Object.fromEntries(next);
};

function withTags(before: readonly Tag[], values: readonly FileValue[]): readonly Tag[] {
  const kept = before.flatMap((tag, index): readonly Tag[] => {
    const edit = values.find((value) => value.index === index);
    if (edit === undefined) return [tag];
    return isTag(edit.to) ? [edit.to] : [];
  });
  return [...kept, ...values.flatMap(({ index, to }) => (index === undefined && isTag(to) ? [to] : []))];
}

/** The files with edits made to them. */
const edited = (ours: Required<TemplateLike>, edits: readonly FileEdit[]): Required<TemplateLike> =>
  edits.reduce((files: Required<TemplateLike>, { values, children }) => {
    const of = (part: string) => values.filter(({ key }) => key[0] === part);
    const snippets = children.reduce((map: Readonly<Record<string, string>>, { action, values: rows, entries }) => {
      if (action === 'remove') return {};
      return action === 'add' ? Object.fromEntries(entries ?? []) : withTexts(map, rows);
    }, files.snippets);
    return {
      name: String(of('name')[0]?.to ?? files.name),
      strings: withTexts(files.strings, of('string')),
      tags: withTags(files.tags, of('tag')),
      snippets,
    };
  }, ours);

test('what nobody changed outside git is no drift, whatever the files have changed', () => {
  fc.assert(
    fc.property(anyTemplate, anyTemplate, (base, ours) => {
      expect(compared(base, ours, base).drift.resources).toEqual([]);
    }),
    { numRuns: runs(200) },
  );
});

test('once a pull has taken everything, there is no drift left, and a plan overwrites nothing', () => {
  fc.assert(
    fc.property(anyTemplate, anyTemplate, anyTemplate, (base, ours, theirs) => {
      const { drift } = compared(base, ours, theirs);
      const files = edited(ours, fileEdits(drift, { takeTheirs: true }));
      const after = compared(base, files, theirs);
      expect(after.drift.resources).toEqual([]);
      expect(overwritten(after.drift, makePlan(after.input).plan).resources).toEqual([]);
    }),
    { numRuns: runs(400) },
  );
});

test('what the files alone have changed stays as they have it', () => {
  fc.assert(
    fc.property(anyTemplate, anyTemplate, (base, ours) => {
      const { drift } = compared(base, ours, base);
      expect(edited(ours, fileEdits(drift, { takeTheirs: true }))).toEqual(ours);
    }),
    { numRuns: runs(200) },
  );
});
