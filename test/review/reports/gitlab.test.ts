import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { glossaryId } from '../../../src/model/ids.ts';
import type { Plan } from '../../../src/model/plan/plan.ts';
import { planCounts, type Tally } from '../../../src/plan/counts.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { gitlabCodequality } from '../../../src/review/ci/gitlab-codequality.ts';
import { gitlabTerraform } from '../../../src/review/ci/gitlab-terraform.ts';
import type { ReportContext, Reported } from '../../../src/review/reported.ts';
import {
  desiredDeveloperKey,
  desiredGlossary,
  desiredStyleList,
  liveDeveloperKey,
  liveGlossary,
  liveStyleList,
  planInput,
} from '../../support/build.ts';
import { runs } from '../../support/runs.ts';
import { anySeed, randomOf } from '../../support/seeded.ts';
import { findingsOf, hostileText, planOf } from '../markdown/hostile.ts';

const CONTEXT: ReportContext = { version: '1.2.3', folder: 'terms' };

const planned = (...input: Parameters<typeof planInput>): Plan => makePlan(planInput(...input)).plan;

describe('the counts of a merge request', () => {
  test('are terms, rules and instructions', () => {
    const plan = planned(
      { glossaries: [desiredGlossary('a', { 'en->de': { x: '1', y: '2', z: '3' } })] },
      { glossaries: [liveGlossary('g', 'a', { 'en->de': { x: '0', old: '1', older: '1' } })] },
    );
    expect(gitlabTerraform(plan)).toBe('{"create":2,"update":1,"delete":2}\n');
  });

  test('a new name, a key and a list without rules count as themselves', () => {
    const plan = planned(
      {
        glossaries: [desiredGlossary('a', { 'en->de': { x: '1' } }, { name: 'b', pinnedId: glossaryId('g') })],
        styleLists: [desiredStyleList('empty')],
        developerKeys: [desiredDeveloperKey('gone', { deactivated: true }), desiredDeveloperKey('new')],
      },
      {
        glossaries: [liveGlossary('g', 'a', { 'en->de': { x: '1' } })],
        styleLists: [],
        developerKeys: [liveDeveloperKey('k', 'gone')],
      },
    );
    expect(planCounts(plan).values.entry).toEqual({ added: 0, changed: 0, removed: 0, moved: 0, renamed: 0 });
    expect(JSON.parse(gitlabTerraform(plan))).toEqual({
      create: 2,
      update: 1,
      delete: 1,
    });
  });

  test('a list that is replaced goes and comes', () => {
    const plan = planned(
      { styleLists: [desiredStyleList('tone', { language: 'fr' })] },
      { styleLists: [liveStyleList('s', 'tone', { language: 'de' })] },
    );
    expect(gitlabTerraform(plan)).toBe('{"create":1,"update":0,"delete":1}\n');
  });

  test('no changes are zeros, and no plan with changes is', () => {
    expect(gitlabTerraform(planned({ glossaries: [] }, { glossaries: [] }))).toBe(
      '{"create":0,"update":0,"delete":0}\n',
    );
    const check = (seed: number, entries: number): void => {
      const random = randomOf(seed);
      const plan = planOf(() => hostileText(random), { terms: entries, random });
      const { entry, rule, instruction } = planCounts(plan).values;
      const sum = (kind: keyof Tally): number =>
        [entry, rule, instruction].reduce((all, each) => all + (each?.[kind] ?? 0), 0);
      const counts = JSON.parse(gitlabTerraform(plan)) as Record<string, number>;
      const wholes = entries === 0 ? 1 : 0;
      expect(counts).toEqual({
        create: sum('added') + sum('moved') + sum('renamed') + 1 + wholes,
        update: sum('changed') + wholes,
        delete: sum('removed') + sum('moved') + sum('renamed') + 1 + wholes,
      });
    };
    fc.assert(fc.property(anySeed, fc.nat(50), check), { numRuns: runs(50), examples: [[10, 0]] });
  });
});

describe('the code quality report', () => {
  const report = (reported: Reported) =>
    JSON.parse(gitlabCodequality(reported, CONTEXT)) as readonly {
      readonly description: string;
      readonly check_name: string;
      readonly fingerprint: string;
      readonly severity: string;
      readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
    }[];

  test('a fault with its file, its line and how bad it is', () => {
    const [first, second, third] = report({ kind: 'validated', findings: findingsOf(() => 'a.csv', 3) });
    expect(first).toMatchObject({ severity: 'major', location: { path: 'terms/a.csv', lines: { begin: 1 } } });
    expect([second?.severity, third?.severity]).toEqual(['minor', 'info']);
  });

  test('nothing found is an empty list', () => {
    expect(gitlabCodequality({ kind: 'validated', findings: [] }, CONTEXT)).toBe('[]\n');
  });

  test('the same fault twice in a file is two', () => {
    const [finding] = findingsOf(() => 'a.csv', 1);
    if (finding === undefined) throw new Error('no finding');
    const [one, other] = report({ kind: 'validated', findings: [finding, finding] });
    expect(one?.fingerprint).not.toBe(other?.fingerprint);
  });

  test('20,000 hostile texts: every object is whole, every fingerprint once', () => {
    const check = (seed: number): void => {
      const random = randomOf(seed);
      const text = () => hostileText(random);
      const plan = planOf(text, { terms: 20, random });
      const found = report({ kind: 'planned', plan, guard: { kind: 'allowed' }, findings: findingsOf(text, 60) });
      for (const { description, check_name, fingerprint, severity, location } of found) {
        expect(Object.values({ description, check_name }).every((words) => words !== '')).toBe(true);
        expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
        expect(['info', 'minor', 'major', 'critical', 'blocker']).toContain(severity);
        expect(location.path.startsWith('terms/')).toBe(true);
        expect(location.lines.begin).toBeGreaterThan(0);
        expect(description).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      }
      expect(new Set(found.map(({ fingerprint }) => fingerprint)).size).toBe(found.length);
    };
    // Each has 850 texts.
    fc.assert(fc.property(anySeed, check), { numRuns: runs(24) });
  });
});

test('a file of a layer outside the workspace folder has its path in the repository', () => {
  const [finding] = findingsOf(() => '../company/a.csv', 1);
  const [one] = JSON.parse(gitlabCodequality({ kind: 'validated', findings: finding ? [finding] : [] }, CONTEXT));
  expect(one.location.path).toBe('company/a.csv');
});
