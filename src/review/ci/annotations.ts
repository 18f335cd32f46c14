import type { Finding, Severity } from '../../model/finding.ts';
import { visible } from '../format/escape.ts';
import { beginning, counted, groupedDigits, linesOf } from '../format/text.ts';
import { type ReportContext, type Reported, reportedTargets, repositoryPath } from '../reported.ts';
import { verdictOf } from '../verdict.ts';
import { type ReportItem, reportItems } from './report-item.ts';

/**
 * Maximum number of annotations of one type that GitHub shows for a step; it silently drops the others. Source: the
 * runner.
 */
const PER_TYPE_MAX = 10;

/** Maximum number of characters in the message of an annotation. Source: the runner, 4,096. */
const MESSAGE_MAX_UNITS = 4000;

const TYPES = { error: 'error', warning: 'warning', info: 'notice' } as const;

/**
 * The message of a command. A line end would begin another command, so it is encoded. Hidden characters are replaced by
 * their numbers first.
 */
const data = (text: string): string =>
  beginning(visible(text), MESSAGE_MAX_UNITS).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** A property of a command. It would end at a comma or a colon, so these are encoded. */
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** One command for the log of a GitHub job, with its line end. */
export function annotationCommand(
  type: string,
  properties: Readonly<Record<string, string | number>>,
  message: string,
): string {
  const list = Object.entries(properties).map(([name, value]) => `${name}=${property(String(value))}`);
  return `::${type} ${list.join(',')}::${data(message)}\n`;
}

function annotation({ level, at, rule, message }: ReportItem, context: ReportContext): string {
  const place = at && { file: repositoryPath(at.file, context), line: at.line, col: at.column };
  return annotationCommand(TYPES[level], { ...place, title: rule }, message);
}

/** The number of annotations that a step has already made, by type. */
export interface AnnotationCounts {
  readonly error: number;
  readonly warning: number;
  readonly notice: number;
}

const NONE: AnnotationCounts = { error: 0, warning: 0, notice: 0 };

/**
 * The annotations of one type: all, or the first ones and one with the number of the others; empty if the limit is
 * reached.
 */
function levelAnnotations(
  items: readonly ReportItem[],
  level: Severity,
  { context, printed }: { readonly context: ReportContext; readonly printed: AnnotationCounts },
): readonly string[] {
  const chosen = items.filter((item) => item.level === level);
  const room = Math.max(0, PER_TYPE_MAX - printed[TYPES[level]]);
  const shown = chosen.length <= room ? chosen : chosen.slice(0, Math.max(0, room - 1));
  const more = chosen.length - shown.length;
  const noun = `more ${level === 'info' ? 'note' : level}`;
  const rest = `and ${counted(more, noun)} of ${groupedDigits(chosen.length)}; the log and the other reports show all`;
  return linesOf(
    shown.map((item) => annotation(item, context)),
    more > 0 && room > 0 && annotationCommand(TYPES[level], { title: 'lexform' }, rest),
  );
}

/** The findings of all targets without duplicates: the files are the same for every target. */
function distinctFindings(all: readonly Reported[]): readonly Finding[] {
  const found = new Map<string, Finding>();
  for (const { findings } of all)
    for (const finding of findings) {
      const key = JSON.stringify([finding.code, finding.severity, finding.at, finding.details]);
      if (!found.has(key)) found.set(key, finding);
    }
  return [...found.values()];
}

/** A note with the verdict of a plan or a run. */
const verdictsOf = (reported: Reported): readonly ReportItem[] =>
  reported.kind === 'validated'
    ? []
    : [
        {
          // A drift check may find no drift.
          rule: reported.kind === 'drifted' ? 'drift' : reported.kind,
          level: 'info',
          message: verdictOf(reported),
          about: '',
        },
      ];

/** The annotations for one target besides findings. With several targets, each message names its target. */
function targetItems(reported: Reported, isOneOfMany: boolean, { labels }: ReportContext): readonly ReportItem[] {
  if (reported.kind === 'validated') return [];
  const target = isOneOfMany ? `${reportedTargets(reported).map(visible).join(', ')}: ` : '';
  const items = reportItems({ ...reported, findings: [] } as Reported, labels);
  return items.map((item) => ({ ...item, message: `${target}${item.message}` }));
}

/**
 * Commands that create annotations in a GitHub job, at file and line: errors, warnings, notes, at most ten of each type
 * in total, so that GitHub drops none silently. For a plan, a note has its verdict. A finding in the files is shown
 * once for all targets. Every line is one command, and text of others cannot begin another one. `printed`: annotations
 * that the step has already made.
 */
export function annotationsOfAll(
  all: readonly Reported[],
  context: ReportContext,
  printed: AnnotationCounts = NONE,
): string {
  const findings = reportItems({ kind: 'validated', findings: distinctFindings(all) });
  const allTargetItems = all.flatMap((reported) => targetItems(reported, all.length > 1, context));
  const items = [...all.flatMap(verdictsOf), ...findings, ...allTargetItems];
  return (['error', 'warning', 'info'] as const)
    .flatMap((level) => levelAnnotations(items, level, { context, printed }))
    .join('');
}

/** Like `annotationsOfAll`, for one target. */
export const annotations = (reported: Reported, context: ReportContext): string =>
  annotationsOfAll([reported], context);
