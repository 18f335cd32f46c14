import { addressWithArrow } from '../../../model/resources/address.ts';
import { argument, booleanOption, command, option, repeatable } from './command.ts';
import { collectAddress, targetOptions } from './common-options.ts';

export const pullCommand = command({
  name: 'pull',
  description: 'write changes of the service into the files: drift, rolled back values and new resources',
  arguments: {
    addresses: argument(
      '[address...]',
      'addresses or patterns of the resources to pull (default: all)',
      collectAddress,
    ),
  },
  options: [
    ...targetOptions(),
    booleanOption('--check', 'write nothing; exit 2 if there is something to pull'),
    booleanOption('--theirs', 'resolve conflicts with the value of the service'),
    booleanOption('--ours', 'resolve conflicts with the value of the files, and record the decision in the ledger'),
    option('--into <address>', 'change inherited terms in this layer instead of overriding them', addressWithArrow),
    booleanOption('--force', 'also overwrite edits of the files that were never applied'),
    repeatable(
      '--allow-delete <address>',
      'allow deleting the files of resources deleted on the service, by address or pattern (repeatable)',
      collectAddress,
    ),
    booleanOption('-y, --auto-approve', 'accepted for scripts: pull never asks'),
  ],
  examples: [
    'lexform pull --target prod-eu',
    'lexform pull --check',
    "lexform pull 'glossary.*'",
    'lexform pull --allow-delete style_rules.marketing-de',
    'lexform pull --theirs glossary.product',
    'lexform pull --ours glossary.product',
    'lexform pull glossary.product --into glossary.company',
    'lexform pull style_rules.marketing-de --force',
  ],
  help: `
Pull edits cells, rows and YAML nodes in place. It keeps every other byte: comments, notes, columns and tables.
It writes the changes made on the service since the last apply: terms, names, rules, instructions, the language of a
style list, dictionaries and whole resources. After a rollback or a restore, it also writes their changes.

Pull keeps edits of the files that were never applied.
If both sides changed a value, it keeps the value of the files.
--theirs takes the value of the service in such a conflict. --force takes it everywhere.
--ours decides for the value of the files: the ledger records both values, and the next plan shows a change instead of a
conflict. With another value of the files or of the service, it is drift again. It needs the right to write the ledger.
Even then, pull keeps resources that exist only in the files, unless --allow-delete names their address.

A term that a glossary inherits is overridden in the files of that glossary. --into changes it in the layer that has it,
and lists the glossaries that change too, on all targets. Other terms are pulled as without --into. A term is left out,
with a finding, if another layer has it, if two glossaries have different values for it, or if the change would cause an
error in the files.

Pull creates files for an unmanaged resource if you name its address, and for all resources if the target has no ledger.
Then it adds the line to lexform.yaml that manages them. It never overwrites other files.
It deletes a file only with --allow-delete, and never a protected one. It lists the files and the option.

Exit codes:
  0  everything is pulled, or nothing to pull
  2  something to pull (only with --check)
  3  nothing could be pulled
  5  some changes could not be pulled
`,
});
