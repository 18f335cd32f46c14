import type { Finding, FindingDetail, Severity } from '../model/finding.ts';
import type { SourceRef } from '../model/source-ref.ts';
import { at, listAt, numberAt, textAt } from './json.ts';

/** Most findings of a report that are read: more than anybody looks at. */
const FINDINGS_MAX = 5000;

function refOf(value: unknown): SourceRef | undefined {
  const [file, line, column] = [textAt(value, 'file'), numberAt(value, 'line'), numberAt(value, 'column')];
  return file === undefined || line === undefined || column === undefined ? undefined : { file, line, column };
}

const isSeverity = (text: unknown): text is Severity => text === 'error' || text === 'warning' || text === 'info';

const isDetail = (value: unknown): value is FindingDetail =>
  typeof value === 'string' ||
  typeof value === 'number' ||
  (Array.isArray(value) && value.every((each) => typeof each === 'string'));

function findingOf(value: unknown): Finding | undefined {
  const [code, severity, place] = [textAt(value, 'code'), at(value, 'severity'), refOf(value)];
  if (code === undefined || !isSeverity(severity) || place === undefined) return undefined;
  const details = at(value, 'details');
  const entries = typeof details === 'object' && details !== null ? Object.entries(details) : [];
  const related = listAt(value, 'related').flatMap((each) => refOf(each) ?? []);
  return {
    code,
    severity,
    at: place,
    ...(related.length > 0 && { related }),
    details: Object.fromEntries(entries.filter((entry): entry is [string, FindingDetail] => isDetail(entry[1]))),
  };
}

/** The findings of a document of `validate --json`, which may come from anybody: what has not their form is left out. `undefined`: it is no such document. */
export function parseFindings(text: string): readonly Finding[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (at(value, 'formatVersion') !== 1 || !Array.isArray(at(value, 'findings'))) return undefined;
  return listAt(value, 'findings')
    .slice(0, FINDINGS_MAX)
    .flatMap((each) => findingOf(each) ?? []);
}
