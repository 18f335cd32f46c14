import { sha256 } from '../../model/resources/digest.ts';
import { visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { beginning } from '../format/text.ts';
import { markup } from '../html/markup.ts';
import { htmlPage } from '../html/page.ts';
import { textMarkup } from '../html/pieces.ts';
import { document } from '../markdown/options.ts';
import { fencedLines } from '../markdown/sections.ts';
import { underWorkspace } from '../markdown/workspace-heading.ts';
import { errorBody, errorJson, errorText } from '../messages/error-text.ts';
import { nameInWorkspace, type ReportContext, repositoryPath } from '../reported.ts';
import { annotationCommand } from './annotations.ts';
import type { ReportFormat } from './format-names.ts';
import { DEFAULT_PLACE_FILE } from './report-item.ts';
import { tag, xmlText } from './xml.ts';

/** Maximum number of UTF-16 code units of an error in a report. */
const ERROR_MAX_UNITS = 4000;

const TITLE = 'Lexform ended with an error';

type ErrorFormat = (thrown: unknown, context: ReportContext) => string | undefined;

const messageIn = (thrown: unknown): string => beginning(errorBody(thrown).message, ERROR_MAX_UNITS);

/** The error with its remedy, as the terminal shows it. */
const wholeText = (thrown: unknown): string =>
  beginning(errorText(thrown, { debug: false }).trimEnd(), ERROR_MAX_UNITS);

/** The id differs from that of runs with results, because GitHub would otherwise close the alerts of such a run. */
function errorSarif(thrown: unknown, context: ReportContext): string {
  const { folder, workspace = folder, target = '' } = context;
  const about = ['lexform', workspace, target, 'error'].filter((part) => part !== '').map(visible);
  const notification = {
    descriptor: { id: errorBody(thrown).code },
    level: 'error',
    message: { text: messageIn(thrown) },
  };
  return jsonText({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Lexform', version: context.version, rules: [] } },
        invocations: [{ executionSuccessful: false, toolExecutionNotifications: [notification] }],
        automationDetails: { id: `${about.join('/')}/` },
        columnKind: 'utf16CodeUnits',
        results: [],
      },
    ],
  });
}

function errorJunit(thrown: unknown, context: ReportContext): string {
  const { target } = context;
  const name = nameInWorkspace(target === undefined ? 'lexform' : `lexform ${visible(target)}`, context);
  const suite = tag('testsuite', { name, tests: 1, failures: 0, errors: 1, skipped: 0, time: 0 });
  const error = tag('error', { message: beginning(messageIn(thrown), 500), type: errorBody(thrown).code });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites name="lexform">',
    `  <${suite}>`,
    `    <${tag('testcase', { name: 'run', classname: 'lexform', time: 0 })}>`,
    `      <${error}>${xmlText(wholeText(thrown))}</error>`,
    '    </testcase>',
    '  </testsuite>',
    '</testsuites>\n',
  ].join('\n');
}

/** GitLab shows an item of this report at a file, so the error is placed at `lexform.yaml`. */
const errorCodequality: ErrorFormat = (thrown, context) =>
  jsonText([
    {
      description: messageIn(thrown),
      check_name: errorBody(thrown).code,
      fingerprint: sha256(JSON.stringify([context.folder, errorBody(thrown).code])),
      severity: 'blocker',
      location: { path: repositoryPath(DEFAULT_PLACE_FILE, context), lines: { begin: 1 } },
    },
  ]);

const FORMATS: Readonly<Record<ReportFormat, ErrorFormat>> = {
  annotations: (thrown) => annotationCommand('error', { title: errorBody(thrown).code }, messageIn(thrown)),
  events: () => undefined,
  'gitlab-codequality': errorCodequality,
  'gitlab-terraform': () => undefined,
  html: (thrown, { origin }) =>
    htmlPage({
      title: TITLE,
      origin,
      main: markup`${wholeText(thrown)
        .split('\n')
        .map((line) => markup`<p>${textMarkup(line)}</p>`)}`,
    }),
  json: errorJson,
  junit: errorJunit,
  markdown: (thrown, { workspace }) =>
    underWorkspace(workspace, () =>
      document([
        `### ❌ ${TITLE}`,
        fencedLines(wholeText(thrown).split('\n'), ERROR_MAX_UNITS * 2, 'the log shows all'),
      ]),
    ),
  sarif: errorSarif,
};

/** The report of a run that an error ended before it had a result. `undefined`: the format cannot express this. */
export const errorReportIn = (format: ReportFormat, thrown: unknown, context: ReportContext): string | undefined =>
  FORMATS[format](thrown, context);
