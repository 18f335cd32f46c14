import { booleanOption, type CommandOptions, command } from './command.ts';
import {
  ALL_DIFFERENCES,
  only,
  REPORT,
  SEVERAL_TARGETS,
  TARGETS_HELP,
  targetOptions,
  WORKSPACES,
  WORKSPACES_HELP,
} from './common-options.ts';

export const doctorCommand = command({
  name: 'doctor',
  description: 'check what apply needs: address, API key and its rights, ledger, lock, files, versions and clock',
  options: [...targetOptions('a target of lexform.yaml, a comma-separated list (eu,us) or all (default: all)')],
  examples: ['lexform doctor', 'lexform doctor --target prod-eu', 'lexform doctor --json'],
  help: `
The command makes only read calls, each once, and writes nothing.
Each check is ok, a note, a warning or an error, with the remedy.
A warning names each ledger of the repository whose workspace or target no longer exists.
With --json: { "formatVersion": 1, "canApply", "workspace": [CHECK], "targets": [{ "target", "checks": [CHECK] }] },
where CHECK is { "area", "level", "code", "message", "remedy", "details" }.

Exit codes:
  0    no check is an error
  1    a check is an error, or wrong usage
  130  interrupted
`,
});

export const driftCommand = command({
  name: 'drift',
  description: 'show what changed on the service since the last apply',
  options: [
    ...targetOptions(SEVERAL_TARGETS),
    WORKSPACES,
    REPORT,
    only('limit the output to resources whose address matches'),
    ALL_DIFFERENCES,
    booleanOption('--detailed-exitcode', 'exit 2 if there is drift'),
  ],
  examples: [
    'lexform drift',
    'lexform drift --target prod-eu --detailed-exitcode',
    'lexform drift --target all --json',
    'lexform drift --report markdown=drift.md --report junit=drift.xml',
  ],
  help: `
The command compares three sides: the ledger (the state after the last apply), the files and the service.
A difference only in the files is not drift; "lexform plan" shows it.
A limit of a developer key that no file names is not drift.
"lexform pull" writes drift into the files. "lexform apply --overwrite-drift" undoes it.
Without the ledger of the target, drift is unknown: the command exits 1 and names what to fetch.
${TARGETS_HELP}${WORKSPACES_HELP}`,
});

export const compareCommand = command({
  name: 'compare',
  description:
    'compare the resources of several targets: missing resources, and different terms, rules and instructions',
  options: [
    ...targetOptions('targets to compare: a comma-separated list (eu,us) or all (default: all)'),
    REPORT,
    only('limit the comparison to resources whose address matches on any target'),
    ALL_DIFFERENCES,
    booleanOption('--detailed-exitcode', 'exit 2 if the targets differ'),
  ],
  examples: [
    'lexform service compare',
    'lexform service compare --target prod-eu,prod-us --detailed-exitcode',
    "lexform service compare --only 'glossary.*' --json",
    'lexform service compare --report html=compare.html --report junit=compare.xml',
  ],
  help: `
The command compares the targets with each other, not with the files.
It pairs glossaries and style lists by display name, since ids differ between accounts, and dictionaries by language
pair.
If two resources of one target have the same name, it reports the name and does not compare them. It does not compare
developer keys.
To make the targets equal, run: lexform apply --target all

Exit codes:
  0  compared
  1  error, or a target could not be read
  2  the targets differ, or a name is ambiguous (only with --detailed-exitcode)
  4  errors in the files
`,
});

export type CompareOptions = CommandOptions<typeof compareCommand>;
