import * as d from '../../../model/decode.ts';
import type { Finding, FindingDetail } from '../../../model/finding.ts';

/** Maximum findings that are read from a report. */
const FINDINGS_MAX = 5000;

const sourceRef = d.object({ file: d.text, line: d.count, column: d.count });

const isDetail = (value: unknown): value is FindingDetail =>
  typeof value === 'string' ||
  typeof value === 'number' ||
  (Array.isArray(value) && value.every((each) => typeof each === 'string'));

const detail = d.lenient(d.refined(d.anything, isDetail, 'a detail'));

const details = d.map(d.lenient(d.entries(detail)), (members = []) =>
  Object.fromEntries(members.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
);

const finding = d.map(
  d.object({
    code: d.text,
    severity: d.oneOf('error', 'warning', 'info'),
    at: d.from(undefined, sourceRef),
    details,
    related: d.some(sourceRef),
  }),
  ({ related, ...known }): Finding => ({ ...known, ...(related.length > 0 && { related }) }),
);

const report = d.object({ formatVersion: d.oneOf(1), findings: d.list(d.lenient(finding)) });

/**
 * The findings of a document of `validate --json`. Anybody may have written it, so anything else in it is left out.
 * `undefined`: it is no such document.
 */
export const parseFindings = (json: string): readonly Finding[] | undefined =>
  d
    .parseJsonOr(json, report)
    ?.findings.slice(0, FINDINGS_MAX)
    .filter((each) => each !== undefined);
