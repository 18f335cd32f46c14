/** Files that a value passes through and that only make records, go through lists, or run a function that they get. */
export const HELPERS: readonly string[] = [
  'app/progress.ts',
  'client/client.ts',
  'files/node/map-concurrent.ts',
  'kinds/states.ts',
  'kinds/registry.ts',
  'kinds/states.ts',
  'model/entries/entries.ts',
  'model/entries/text-pieces.ts',
  'model/lists.ts',
  'model/plan/additions.ts',
  'model/plan/plan.ts',
  'steps/make-limit.ts',
];

/** What the file of a step does, by `file#function`: the function is the first one of the file that the value reaches. */
export type StepWords = Readonly<Record<string, string>>;

export const CELL_STEPS: StepWords = {
  'files/node/node-files.ts#nodeFiles': 'reads the bytes of the file',
  'steps/workspace/read-desired.ts#countingReads':
    'reads `lexform.yaml`, then each file that it names, once; returns the desired state and the findings',
  'files/workspace/workspace-path.ts#readInside': 'checks that the file may be read, and returns its bytes',
  'kinds/glossary/files/read-glossary.ts#readDictionary': 'finds the dictionaries next to `glossary.yaml`',
  'files/dictionary/dictionary-file.ts#parseDictionary':
    'makes a dictionary from the bytes; a file that is not plain is read row by row',
  'files/delimited/scan-bytes.ts#scanBytes': 'finds the places of the phrases in the bytes',
  'model/packed/packed-entries.ts#packedEntries': 'holds bytes and places behind the interface `Entries`',
  'model/packed/row-index.ts#indexRows': 'indexes the rows by source phrase',
  'kinds/glossary/files/compile-stack.ts#compileStacks': 'adds the terms of the glossaries that a glossary extends',
  'app/session/open-workspace.ts#openForCommand': 'stops with exit code 4 when the files have errors',
  'app/commands/apply.ts#run': 'calls the steps of the command in order: open, plan, apply',
  'app/session/each-target.ts#eachTarget': 'runs the command for each target that the options name',
  'app/session/connect.ts#connect': 'reads the key of the target and makes the client',
  'kinds/on-target.ts#stateOnTarget': 'leaves out resources of other targets, and sets names of the target',
  'app/run/plan-now.ts#planNow':
    'reads the ledger and the service, then plans; plans again when the ledger has changed',
  'steps/read-live.ts#readLive': 'lists the live resources, and reads those children that the plan needs',
  'plan/make-plan.ts#desiredFor': 'turns desired, live and owned state into a plan',
  'plan/match/match.ts#entriesNeeded': 'selects the dictionaries that the plan needs from the service',
  'kinds/needs.ts#planNeeds': 'names the children to read, with the content that each of them probably has',
  'kinds/glossary/glossary-kind.ts#GLOSSARY':
    'answers such questions for glossaries, and passes plans to `planGlossary`',
  'kinds/service/read-entries.ts#readEntries': 'reads the needed children of every kind',
  'kinds/glossary/service/glossary-service.ts#loadDictionaries':
    'reads the dictionaries of glossaries; in an apply, makes the target of each operation and collects its entries',
  'kinds/glossary/service/glossary-calls.ts#glossaryCalls':
    'makes each call: here a GET of the entries, later `PATCH /v3/glossaries/{id}` with the entries as TSV',
  'client/transport/exchange.ts#makeExchange': 'sends a call and decodes the answer',
  'model/packed/delta-entries.ts#deltaEntries': 'keeps what was read as its difference from the file',
  'kinds/glossary/glossary-change.ts#planGlossary':
    'pairs the dictionaries of both sides, and makes one change of them',
  'change/diff-entries.ts#compareEntries':
    'returns one changed entry, with its file and line; later, the entries that the change sends',
  'app/run/apply-plan.ts#applyPlanned': 'shows the plan, checks the guard, and asks for approval',
  'app/run/run-planned.ts#runPlanned': 'describes what the ledger records of the run, and explains its refusals',
  'steps/ledger/apply-under-ledger.ts#applyUnderLedger': 'takes the lock, runs the plan, and writes the ledger',
  'steps/apply/apply-plan.ts#applyPlan':
    'makes the target of each operation; runs resources in parallel, the operations of one in order',
  'steps/apply/begin-run.ts#beginRun': 'gives the targets of one run their client and its limiter',
  'kinds/glossary/glossary.ts#dictionariesOf': 'lists the dictionaries of a change',
  'kinds/service/service-facet.ts#partTarget': 'binds reading, digest and call of one part to an operation',
  'steps/apply/run-operation.ts#runOperation': 'reads the part, compares digests, sends, and reads back',
  'steps/apply/resource-calls.ts#resourceCalls': 'takes one place of the limiter for a check and its change',
  'client/transport/send.ts#makeSend': 'sends within deadlines, again where that does no harm',
  'client/transport/body.ts#encodeBody': 'writes the body as JSON: `{"dictionaries":[{…}]}`',
  'app/machine/node-fetch-port.ts#nodeFetchPort': 'sends the bytes',
};

export const FINDING_STEPS: StepWords = {
  'files/dictionary/check-phrase.ts#checkPhrase':
    'returns a `Finding`: code `phrase-empty`, severity, position, details; no words',
  'files/dictionary/dictionary-file.ts#parseAnyDictionary':
    'adds it to the findings of the file, and goes on with the next row',
  'files/finding-list.ts#findingList': 'keeps at most 1,000 findings of each severity in one file',
  'kinds/glossary/files/read-glossary.ts#readDictionary': 'collects the findings of all files of a glossary',
  'files/delimited/quote-cells.ts#quoteCells': 'shortens the cells that a finding quotes',
  'steps/workspace/read-desired.ts#readKind': 'returns the findings of all files as one list',
  'app/lint/lint-workspace.ts#readAndLint': 'adds the findings of the lint rules',
  'app/named-files.ts#findingsIn': 'keeps the findings about the files that the command line names, or all of them',
  'app/commands/validate.ts#run': 'returns them as its result; exit code 4 when one is an error',
  'review/messages/finding-text.ts#sortedFindings':
    'sorts them by file and line; later, words each from its code and details',
  'app/runner.ts#runCommand': 'hands the result of the command on',
  'app/finish-run.ts#finish': 'shows the result, and passes it to the reports',
  'app/run/write-reports.ts#writeReports': 'goes through the formats that `--report` names, and writes each file',
  'review/ci/format.ts#reportPieces': 'chooses the function of the format',
  'review/ci/annotations.ts#annotations':
    'sorts by severity, limits what GitHub would drop, and names files from the root of the repository',
  'review/ci/report-item.ts#reportItems': 'makes the common form for all formats: rule, level, position, message',
  'review/messages/finding-details.ts#detailsOf':
    'fills the details into the sentence for the code; `dictionary-wording.ts` has the one for `phrase-empty`',
  'review/format/escape.ts#visible': 'escapes what could begin a command or hide text',
  'review/format/text.ts#beginning': 'limits the length of the message',
  'files/node/node-files.ts#nodeFiles': 'writes the report',
};
