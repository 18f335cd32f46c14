import type { Severity } from '../../model/finding.ts';
import { beginning } from '../markdown/options.ts';
import { visible } from '../visible.ts';
import { counted, grouped } from '../words.ts';
import { type Problem, problemsOf } from './problem.ts';
import { type ReportContext, type Reported, repositoryPath } from './reported.ts';
import { verdictOf } from './verdict.ts';

/** Most annotations of one type that GitHub shows of a step; it drops the others without a word. Source: the runner. */
const PER_TYPE_MAX = 10;

/** Most characters of the message of an annotation. Source: the runner, 4,096. */
const MESSAGE_MAX_UNITS = 4000;

const TYPES = { error: 'error', warning: 'warning', info: 'notice' } as const;

/** Data of a command: a line end would begin another one. What hides is written as a number before. */
const data = (text: string): string =>
  beginning(visible(text), MESSAGE_MAX_UNITS).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** A property of a command, which ends at a comma or a colon. */
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** One command for the log of a GitHub job, with its line end. */
function command(type: string, properties: readonly (readonly [string, string])[], message: string): string {
  const list = properties.map(([name, value]) => `${name}=${property(value)}`).join(',');
  return `::${type}${list === '' ? '' : ` ${list}`}::${data(message)}\n`;
}

function annotation({ level, at, rule, message }: Problem, context: ReportContext): string {
  const place =
    at === undefined
      ? []
      : ([
          ['file', repositoryPath(at.file, context)],
          ['line', String(at.line)],
          ['col', String(at.column)],
        ] as const);
  return command(TYPES[level], [...place, ['title', rule]], message);
}

/** Of one type: all, or the first ones and one that counts the others. */
function ofLevel(problems: readonly Problem[], level: Severity, context: ReportContext): readonly string[] {
  const own = problems.filter((problem) => problem.level === level);
  const shown = own.length <= PER_TYPE_MAX ? own : own.slice(0, PER_TYPE_MAX - 1);
  const more = own.length - shown.length;
  return [
    ...shown.map((problem) => annotation(problem, context)),
    ...(more === 0
      ? []
      : [
          command(
            TYPES[level],
            [['title', 'lexform']],
            `and ${counted(more, level === 'info' ? 'more note' : `more ${level}`)} of ${grouped(own.length)}; the log and the other reports show all`,
          ),
        ]),
  ];
}

/**
 * Commands that make annotations of a GitHub job, at file and line: errors, warnings, notes, at most ten of each type, so that none is lost without a word.
 * With a plan, a note says what it does. Every line is one command, and no text of others can begin another one.
 */
export function annotations(reported: Reported, context: ReportContext): string {
  const problems = problemsOf(reported);
  const verdict: Problem = { rule: reported.kind, level: 'info', message: verdictOf(reported), about: '' };
  const all = reported.kind === 'validated' ? problems : [verdict, ...problems];
  return (['error', 'warning', 'info'] as const).flatMap((level) => ofLevel(all, level, context)).join('');
}
