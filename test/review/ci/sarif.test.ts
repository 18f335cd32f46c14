import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RULES } from '../../../src/lint/rules/registry.ts';
import type { Finding } from '../../../src/model/finding.ts';
import { sourceUrl } from '../../../src/model/workspace/project.ts';
import { countsJson, planCounts } from '../../../src/plan/counts.ts';
import { reportItems } from '../../../src/review/ci/report-item.ts';
import { sarif } from '../../../src/review/ci/sarif.ts';
import type { ReportContext, Reported } from '../../../src/review/reported.ts';
import { runs } from '../../support/runs.ts';
import { anySeed, randomOf } from '../../support/seeded.ts';
import { findingsOf, planOf } from '../markdown/hostile.ts';
import { hostileReports } from '../reports/hostile-reports.ts';

const CONTEXT: ReportContext = { version: '1.2.3', folder: 'my terms' };

interface Region {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations: readonly {
    readonly physicalLocation: { readonly artifactLocation: { readonly uri: string }; readonly region: Region };
  }[];
  readonly partialFingerprints: Readonly<Record<string, string>>;
}

interface Run {
  readonly tool: {
    readonly driver: {
      readonly name: string;
      readonly rules: readonly {
        readonly id: string;
        readonly shortDescription: { readonly text: string };
        readonly fullDescription: { readonly text: string };
        readonly help: { readonly text: string };
        readonly properties?: { readonly precision?: string };
      }[];
    };
  };
  readonly automationDetails: { readonly id: string };
  readonly results: readonly Result[];
  readonly properties: Readonly<Record<string, unknown>>;
}

/** What GitHub needs of a document, and refuses or drops without. */
function checkShape(text: string): Run {
  const document = JSON.parse(text) as {
    readonly version: string;
    readonly $schema: string;
    readonly runs: readonly Run[];
  };
  expect(document.version).toBe('2.1.0');
  expect(document.$schema).toMatch(/sarif-2\.1\.0/);
  expect(document.runs).toHaveLength(1);
  const [run] = document.runs;
  if (run === undefined) throw new Error('no run');
  const { rules } = run.tool.driver;
  expect(run.tool.driver.name).toBe('Lexform');
  expect(run.automationDetails.id.endsWith('/')).toBe(true);
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  for (const { id, shortDescription, fullDescription, help } of rules)
    for (const words of [id, shortDescription.text, fullDescription.text, help.text]) expect(words).not.toBe('');
  expect(run.results.length).toBeLessThanOrEqual(5000);
  for (const { ruleId, ruleIndex, level, message, locations, partialFingerprints } of run.results) {
    expect(rules[ruleIndex]?.id).toBe(ruleId);
    expect(['error', 'warning', 'note']).toContain(level);
    expect(message.text).not.toBe('');
    expect(locations).toHaveLength(1);
    const { artifactLocation, region } = locations[0]?.physicalLocation ?? {
      artifactLocation: { uri: '' },
      region: undefined,
    };
    // A path from the root of the repository: no scheme, no fragment, nothing that a URI would have to escape.
    expect(artifactLocation.uri).toMatch(/^[A-Za-z0-9.%-][A-Za-z0-9.%/-]*$/);
    expect(() => decodeURIComponent(artifactLocation.uri)).not.toThrow();
    expect(Math.min(region?.startLine ?? 0, region?.startColumn ?? 0)).toBeGreaterThan(0);
    expect(region?.endLine).toBe(region?.startLine);
    expect(region?.endColumn).toBeGreaterThan(region?.startColumn ?? 0);
    expect(Object.keys(partialFingerprints)).toEqual(['primaryLocationLineHash']);
    expect(partialFingerprints.primaryLocationLineHash).toMatch(/^[0-9a-f]{64}$/);
  }
  const prints = run.results.map((result) => result.partialFingerprints.primaryLocationLineHash);
  expect(new Set(prints).size).toBe(prints.length);
  return run;
}

const fingerprintsOf = (reported: Reported): readonly (string | undefined)[] =>
  checkShape(sarif(reported, CONTEXT)).results.map((result) => result.partialFingerprints.primaryLocationLineHash);

describe('SARIF', () => {
  test('a fault stands where it is, and nothing found is an empty list', () => {
    const findings = findingsOf(() => 'a b.csv', 1);
    const [result] = checkShape(sarif({ kind: 'validated', findings }, CONTEXT)).results;
    expect(result?.locations[0]?.physicalLocation.artifactLocation.uri).toBe('my%20terms/a%20b.csv');
    expect(result?.level).toBe('error');
    expect(checkShape(sarif({ kind: 'validated', findings: [] }, CONTEXT)).results).toEqual([]);
  });

  test('a fingerprint stays when lines above come and go', () => {
    const findings = findingsOf(() => 'x', 9);
    const moved = findings.map((each) => ({ ...each, at: { ...each.at, line: each.at.line + 40 } }));
    expect(new Set(fingerprintsOf({ kind: 'validated', findings: moved }))).toEqual(
      new Set(fingerprintsOf({ kind: 'validated', findings })),
    );
  });

  test('a plan: what goes is a warning, what is refused is an error and said once, and the counts are there', () => {
    const plan = { ...planOf(() => 'x', { terms: 4, random: randomOf(1) }), undoes: [] };
    const address = plan.changes[2]?.address ?? 'glossary.x';
    const guard = {
      kind: 'refused',
      refusals: [{ code: 'delete-needs-consent', address, what: 'glossary', entries: 3 }],
    } as const;
    const run = checkShape(sarif({ kind: 'planned', plan, guard, findings: [] }, CONTEXT));
    expect(run.properties.counts).toEqual(JSON.parse(JSON.stringify(countsJson(planCounts(plan)))));
    expect(run.results.map(({ ruleId, level }) => `${level} ${ruleId}`)).toEqual([
      'error delete-needs-consent',
      'warning terms-removed',
      'warning terms-removed',
      'warning terms-removed',
      'warning terms-removed',
      'warning rules-removed',
      'warning instructions-removed',
      'warning style-list-replaced',
      'warning style-list-deleted',
    ]);
  });

  test('of too many, the errors are kept, and the number of all is told', () => {
    const findings = findingsOf(() => 'x', 9000);
    const run = checkShape(sarif({ kind: 'validated', findings }, CONTEXT));
    expect(run.results).toHaveLength(5000);
    expect(run.results.filter(({ level }) => level === 'error')).toHaveLength(3000);
    expect(run.properties.problems).toBe(9000);
  });

  test('20,000 hostile texts: the shape stands, and no message steers a reader', () => {
    const check = (seed: number): void => {
      const { kinds } = hostileReports({ seed, terms: 20, findings: 40 });
      for (const reported of kinds) {
        const run = checkShape(sarif(reported, CONTEXT));
        expect(run.results).toHaveLength(reportItems(reported).length);
        for (const { message } of run.results)
          expect(message.text).not.toMatch(/[\p{Cc}\p{Cs}\p{Co}\u202a-\u202e\u2066-\u2069]|##\[/u);
      }
    };
    fc.assert(fc.property(anySeed, check), { numRuns: runs(14) });
  });
});

describe('lint rules in SARIF', () => {
  const at = { file: 'en-de.csv', line: 2, column: 1 };
  const found = (fix: Finding['fix']): Finding => ({
    code: 'space/double',
    severity: 'warning',
    at,
    details: { pair: 'en->de', term: 'sign  in', text: 'sign  in', side: 'source' },
    ...(fix !== undefined && { fix }),
  });
  const resultsOf = (fix: Finding['fix']) =>
    checkShape(sarif({ kind: 'validated', findings: [found(fix)] }, CONTEXT)).results;

  test('a rule says what it is, why it matters, how sure it is and where it is described', () => {
    const [rule] = checkShape(sarif({ kind: 'validated', findings: [found(undefined)] }, CONTEXT)).tool.driver.rules;
    expect(rule).toMatchObject({
      id: 'space/double',
      name: 'SpaceDouble',
      shortDescription: { text: 'A phrase contains two or more spaces in a row.' },
      fullDescription: { text: expect.stringContaining('never matches') },
      help: { text: expect.stringContaining('space/double\n'), markdown: expect.stringContaining('| pair |') },
      helpUri: sourceUrl('docs/lint-rules.md#spacedouble'),
      defaultConfiguration: { level: 'warning' },
      properties: { precision: 'very-high', tags: ['terminology', 'space'] },
    });
  });

  test('every rule has metadata in the words of SARIF', () => {
    const findings = RULES.map(({ id }): Finding => ({ ...found(undefined), code: id }));
    const { rules } = checkShape(sarif({ kind: 'validated', findings }, CONTEXT)).tool.driver;
    expect(rules).toHaveLength(RULES.length);
    for (const rule of rules)
      expect(rule).toMatchObject({
        name: expect.stringMatching(/^(?:[A-Z][a-z]*)+$/),
        helpUri: expect.stringMatching(/#[a-z-]+$/),
      });
    const words = rules.map(({ properties }) => properties?.precision);
    // Of a rule that is off nobody may have read a hit.
    const unread = RULES.filter(({ precision }) => precision.every(({ hits }) => hits === 0)).length;
    expect(words.filter((word) => !/^(?:very-high|high|medium|low)$/.test(`${word}`))).toHaveLength(unread);
  });

  test('a fix whose cell is known replaces that cell', () => {
    const [result] = resultsOf({ safety: 'safe', text: 'sign in', end: { line: 2, column: 9 } });
    expect(result).toMatchObject({
      fixes: [
        {
          description: { text: 'safe: One space stays.' },
          artifactChanges: [
            {
              artifactLocation: { uri: 'my%20terms/en-de.csv', uriBaseId: '%SRCROOT%' },
              replacements: [
                {
                  deletedRegion: { startLine: 2, startColumn: 1, endLine: 2, endColumn: 9 },
                  insertedContent: { text: 'sign in' },
                },
              ],
            },
          ],
        },
      ],
    });
  });

  test.each([
    ['whose cell nobody has measured', { safety: 'safe', text: 'sign in' }],
    ['that moves a part into a note', { safety: 'suggested', text: 'a', toNote: 'b', end: { line: 2, column: 9 } }],
    ['whose text needs quotes', { safety: 'suggested', text: 'a, b', end: { line: 2, column: 9 } }],
    ['that would begin a comment', { safety: 'suggested', text: '# a', end: { line: 2, column: 9 } }],
  ] as const)('a fix %s is left out', (_, fix) => {
    expect(resultsOf(fix)[0]).not.toHaveProperty('fixes');
  });
});
