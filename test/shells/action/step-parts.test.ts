import { describe, expect, test } from 'vitest';
import { EXIT } from '../../../src/app/exit-code.ts';
import type { Ports } from '../../../src/app/ports.ts';
import { callEventLines } from '../../../src/app/progress.ts';
import { UsageError } from '../../../src/model/errors.ts';
import type { Finding } from '../../../src/model/finding.ts';
import { VERSION } from '../../../src/model/workspace/project.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { reportMarkdown } from '../../../src/review/markdown/report-markdown.ts';
import type { Reported } from '../../../src/review/reported.ts';
import { planOptions } from '../../../src/shells/action/command-options.ts';
import {
  addSummary,
  markdownOptions,
  reportFor,
  writeMarkdown,
} from '../../../src/shells/action/comment/write-markdown.ts';
import type { Inputs } from '../../../src/shells/action/inputs.ts';
import type { Job } from '../../../src/shells/action/job.ts';
import { annotate, countAnnotations } from '../../../src/shells/action/run-action.ts';
import { runInGroup } from '../../../src/shells/action/run-in-group.ts';
import { summarize, tell } from '../../../src/shells/action/steps/tell.ts';
import { resultOf, type TargetResult } from '../../../src/shells/action/target-result.ts';
import { planInput } from '../../support/build.ts';
import { type JobParts, jobWith, RUN_URL } from './job-with.ts';

const finding = (severity: Finding['severity'], line = 1): Finding => ({
  code: 'x',
  severity,
  at: { file: 'a.csv', line, column: 2 },
  details: {},
});
const validated = (...findings: readonly Finding[]): Reported => ({ kind: 'validated', findings });

describe('annotations', () => {
  test('of a step are counted and go on', () => {
    const { job, log } = jobWith();
    const { ports, printed } = countAnnotations(job.ports);
    const texts = [
      '::error::a',
      '::error file=x::b',
      '::warning::c',
      '::notice::d',
      '::errors::e',
      ' ::error::f',
      '::group::g',
    ];
    for (const text of texts) ports.terminal.out(text);
    expect([printed(), log]).toStrictEqual([{ error: 2, warning: 1, notice: 1 }, texts]);
    expect(ports.env).toBe(job.ports.env);
  });

  test('are made of all that was told, unless none are wanted', () => {
    const made = { error: 9, warning: 0, notice: 0 };
    const { job, log } = jobWith({ reported: [validated(finding('error', 1)), validated(finding('error', 2))] });
    annotate(job, made);
    expect(log.join('')).toContain('and 2 more errors of 2');
    const shown = jobWith({ reported: [validated(finding('error', 4))] });
    annotate(shown.job, { error: 0, warning: 0, notice: 0 });
    expect(shown.log.join('')).toContain('::error file=terms/a.csv,line=4,col=2,title=x::');
    const none = jobWith({ reported: [validated(finding('error'))], inputs: { annotations: false } });
    annotate(none.job, made);
    expect(none.log).toStrictEqual([]);
  });
});

describe('options of a command', () => {
  const inputs: Partial<Inputs> = {
    only: ['glossary.a', 'glossary.b'],
    allowDelete: ['x', 'y'],
    maxDeletesPerRun: 5,
    reports: [{ format: 'junit', path: 'out/a.xml' }, { format: 'annotations' }],
  };
  const quiet = {
    json: false,
    full: false,
    heldBack: false,
    detailedExitcode: false,
    unmanaged: false,
    preview: false,
    overwriteDrift: false,
  };

  test('name the workspace, the target, and what the inputs say', () => {
    const { job } = jobWith({ inputs });
    expect(planOptions(job, 'prod')).toStrictEqual({
      chdir: '/repo/terms',
      target: 'prod',
      ...quiet,
      only: ['glossary.a', 'glossary.b'],
      allowDelete: ['x', 'y'],
      maxDeletesPerRun: 5,
      report: [{ format: 'junit', path: 'out/a.xml' }, { format: 'annotations' }],
    });
    expect(planOptions(jobWith().job, 'prod')).toStrictEqual({
      chdir: '/repo/terms',
      target: 'prod',
      ...quiet,
      only: [],
      allowDelete: [],
      report: [],
    });
  });

  test('of several targets have reports of their own', () => {
    const { job } = jobWith({ inputs, several: true });
    expect(planOptions(job, 'prod').report).toStrictEqual([
      { format: 'junit', path: 'out/a.prod.xml' },
      { format: 'annotations' },
    ]);
  });
});

describe('a run of a command', () => {
  const jobOf = (log: string[], isThere = true): Job => {
    const { job } = jobWith();
    const terminal = { ...job.ports.terminal, out: (text: string) => void log.push(text) };
    const files = { realPath: async () => (isThere ? '/repo/terms' : undefined), size: async () => undefined };
    const interrupted = new AbortController().signal;
    return { ...job, ports: { ...job.ports, id: () => 'TOKEN', files, terminal, interrupted } as unknown as Ports };
  };

  test('stands in a group of the log, in which no command is obeyed', async () => {
    const log: string[] = [];
    const ran = await runInGroup('lexform version', jobOf(log), async ({ terminal }) => {
      terminal.out(`${VERSION}\n`);
      terminal.out('');
      return { code: EXIT.ok };
    });
    expect(log).toStrictEqual([
      '::group::lexform version\n',
      '::stop-commands::TOKEN\n',
      `${VERSION}\n`,
      '',
      '::TOKEN::\n',
      '::endgroup::\n',
    ]);
    expect(ran).toStrictEqual({ code: EXIT.ok, out: `${VERSION}\n`, err: '' });
  });

  test('returns nothing of calls that were sent again, which stand in the log alone', async () => {
    const log: string[] = [];
    const { code, err } = await runInGroup('lexform x', jobOf(log), async ({ terminal, interrupted }) => {
      const tell = callEventLines({ terminal, sleep: async () => {}, interrupted });
      tell({ kind: 'retry', host: 'h', reason: { kind: 'status', status: 503 }, waitMs: 5, retry: 1, retries: 4 });
      await Promise.resolve();
      throw new UsageError('no such target');
    });
    expect([code, err]).toStrictEqual([EXIT.error, 'error: no such target\n']);
    expect(log.slice(2, 4)).toStrictEqual([
      'h answered 503 (service unavailable), retry 1 of 4\n',
      'error: no such target\n',
    ]);
  });

  test('returns what it printed of an error, and the group ends', async () => {
    const log: string[] = [];
    const ran = await runInGroup('lexform x', jobOf(log), async () => {
      throw new UsageError('no such target');
    });
    expect(ran).toStrictEqual({ code: EXIT.error, out: '', err: 'error: no such target\n' });
    expect(log.slice(2)).toStrictEqual(['error: no such target\n', '::TOKEN::\n', '::endgroup::\n']);
  });

  test('is none in a folder that is not there', async () => {
    const run = async (): Promise<never> => expect.fail('a command ran');
    const ran = await runInGroup('lexform x', jobOf([], false), run);
    expect([ran.code, ran.out]).toStrictEqual([EXIT.error, '']);
    expect(ran.err).toMatch(/^error: .*"\/repo\/terms": there is no such folder/);
  });
});

describe('markdown', () => {
  const pullRequest = { number: 7, head: 'a'.repeat(40), base: '', labels: [], foreign: false };
  const prefix = (parts: JobParts, of?: object): string | undefined =>
    markdownOptions(jobWith(parts).job, of === undefined ? undefined : { ...pullRequest, ...of }).links?.prefix;

  test('links to the files of the commit, in the repository that has it', () => {
    const action = { labels: [] };
    expect(markdownOptions(jobWith().job)).toStrictEqual({
      action,
      links: { prefix: `https://github.test/o/r/blob/${'c'.repeat(40)}/terms/` },
      fullReport: RUN_URL,
    });
    expect(markdownOptions(jobWith({ facts: { sha: '' } }).job, undefined, 5)).toStrictEqual({
      action,
      fullReport: RUN_URL,
      budget: 5,
    });
    expect(prefix({ folder: '' }, {})).toBe(`https://github.test/o/r/blob/${'a'.repeat(40)}/`);
    expect(prefix({ inputs: { command: 'apply' } }, { headRepository: 'stranger/r' })).toBe(
      `https://github.test/o/r/blob/${'c'.repeat(40)}/terms/`,
    );
    expect(prefix({ folder: 'my terms/x' }, { headRepository: 'stranger/r' })).toBe(
      `https://github.test/stranger/r/blob/${'a'.repeat(40)}/my%20terms/x/`,
    );
  });

  test('is the report of a target within a budget', () => {
    const { job } = jobWith();
    const reported = validated(finding('error'), finding('warning'));
    expect(reportFor(job, reported)()).toBe(reportMarkdown(reported, markdownOptions(job, undefined, 64_000)));
    expect(reportFor(job, reported, pullRequest)(4000)).toBe(
      reportMarkdown(reported, markdownOptions(job, pullRequest, 4000)),
    );
    expect(reportFor(job, reported)()).toContain('### Files checked');
  });

  /** A job with a summary of so many bytes. */
  function withSummary(size?: number, parts: JobParts = {}) {
    const written: string[] = [];
    const write = async (path: string, text: string | Uint8Array | Iterable<string>) =>
      void written.push(`${path}: ${text}`);
    const files = { size: async () => size, appendFile: write, writeFile: write };
    return { ...jobWith({ env: { GITHUB_STEP_SUMMARY: '/summary' }, files, ...parts }), written };
  }

  test('is written for later steps', async () => {
    const { job, written } = withSummary();
    expect(await writeMarkdown(job, '', 'a')).toBe('/temp/report.md');
    expect(await writeMarkdown(job, 'prod', 'b')).toBe('/temp/report.prod.md');
    expect(written).toStrictEqual(['/temp/report.md: a', '/temp/report.prod.md: b']);
  });

  test('is added to the summary while there is room', async () => {
    const full = 1024 * 1024;
    for (const [size, text, fits] of [
      [undefined, 'a', true],
      [full - 3, 'ü', true],
      [full - 2, 'ü', false],
      [full, '', false],
    ] as const) {
      const { job, written, log } = withSummary(size);
      await addSummary(job, text);
      expect([written, log]).toStrictEqual(
        fits
          ? [[`/summary: ${text}\n`], []]
          : [[], ['::notice::the step summary is full; the log and the files of the step have the rest\n']],
      );
    }
  });

  test('is added to no summary where there is none, or none is wanted', async () => {
    const none = withSummary(0, { env: {} });
    const unwanted = withSummary(0, { inputs: { stepSummary: false } });
    for (const { job } of [none, unwanted]) await addSummary(job, 'a');
    expect([none.written, unwanted.written, none.log, unwanted.log]).toStrictEqual([[], [], [], []]);
  });

  describe('of a run', () => {
    const { plan } = makePlan(planInput({}, { glossaries: [], styleLists: [] }));
    const planned: Reported = { kind: 'planned', plan, guard: { kind: 'allowed' }, findings: [] };
    const ran = (code: (typeof EXIT)[keyof typeof EXIT], err: string, reported?: Reported) => ({
      code,
      out: '',
      err,
      ...(reported !== undefined && { reported }),
    });

    const resultOfRan = (target: string, of: ReturnType<typeof ran>): TargetResult => ({
      target,
      result: resultOf(of),
      ran: of,
    });
    const summaryOf = async (...results: readonly TargetResult[]): Promise<string> => {
      const { job, written } = withSummary(0);
      await summarize(job, results);
      return written.map((text) => text.replace(/^\/summary: /, '')).join('');
    };
    const planFor = (name: string): Reported => ({ ...planned, plan: { ...plan, target: { ...plan.target, name } } });

    test('without a result says why', async () => {
      const { job, written, log } = withSummary(0);
      expect(await tell(job, ran(EXIT.error, ' broken\n'), 'prod')).toBe(undefined);
      expect(await tell(job, ran(EXIT.refused, 'stale'), 'prod')).toBe(undefined);
      expect(await tell(job, ran(EXIT.error, ' \n'), 'prod')).toBe(undefined);
      expect(written).toStrictEqual([]);
      expect(log).toStrictEqual(['::error::broken\n', '::error::stale\n', '::error::the run ended without a result\n']);
      expect(job.reported).toStrictEqual([]);
      expect(await summaryOf(resultOfRan('prod', ran(EXIT.error, ' \n')))).toBe(
        '### ❌ It could not be done\n\n```text\nthe run ended without a result\n```\n\n\n',
      );
      expect(
        await summaryOf(resultOfRan('eu', ran(EXIT.refused, 'stale')), resultOfRan('us', ran(EXIT.error, ' broken\n'))),
      ).toBe(
        '### ❌ It could not be done\n\n```text\nus:\nbroken\n```\n\n' +
          '### 🚫 Nothing was applied\n\n```text\neu:\nstale\n```\n\n\n',
      );
    });

    test('that was cancelled before its turn says nothing', async () => {
      expect(await summaryOf(resultOfRan('prod', ran(EXIT.interrupted, '')))).toBe('');
    });

    test('of several targets is told once where it is the same', async () => {
      const [eu, us] = ['eu', 'us'].map((name) => resultOfRan(name, ran(EXIT.ok, '', planFor(name))));
      const summary = await summaryOf(eu as TargetResult, us as TargetResult);
      expect(summary).toContain('**<code>eu</code> and <code>us</code>: the same, shown once.**');
      expect(summary.match(/^### /gm)).toHaveLength(1);
      const other: Reported = { ...planned, plan: { ...plan, ledger: null } };
      const differing = await summaryOf(eu as TargetResult, resultOfRan('us', ran(EXIT.ok, '', other)));
      expect(differing).not.toContain('the same');
    });

    test('is its report, after the refusal where there is one', async () => {
      const text = (of: Reported): string => reportFor(withSummary().job, of)();
      const refusal = '### 🚫 Nothing was applied\n\n```text\nnot approved\n```\n\n';
      const found = validated(finding('error'));
      for (const [of, expected] of [
        [ran(EXIT.ok, 'x', planned), text(planned)],
        [ran(EXIT.refused, 'not approved', planned), `${refusal}${text(planned)}`],
        [ran(EXIT.refused, 'x', found), text(found)],
      ] as const) {
        const { job, written, log } = withSummary(0);
        expect(await tell(job, of, 'prod')).toBe('/temp/report.prod.md');
        expect(written).toStrictEqual([`/temp/report.prod.md: ${text(of.reported ?? found)}`]);
        expect(await summaryOf(resultOfRan('prod', of))).toBe(`${expected}\n`);
        expect([job.reported, log]).toStrictEqual([[of.reported], []]);
      }
    });
  });
});
