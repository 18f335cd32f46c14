import type { Details, Wordings } from './finding-details.ts';

/** The consent to the deletion of files: an option, or an input of the GitHub Action. */
const allowDeleting = (d: Details): string =>
  d.has('inAction')
    ? `add ${d.text('address')} to the input allow-delete of the Action`
    : `rerun with --allow-delete ${d.word('address')}`;

/** The apply that overwrites what was changed on the service: a command, or an input of the GitHub Action. */
const overwriting = (d: Details): string =>
  d.has('inAction') ? 'the input overwrite-drift: true of the Action' : '"lexform apply --overwrite-drift"';

/** Why no plan can be made from the files and the live state, and why a pull cannot edit a file. */
export const PLAN_WORDING: Wordings = {
  'ambiguous-name':
    'the target has more than one resource named "{name}", so it is not clear which one is {address}; write its id ' +
    'here as "id:", one of {list ids}',
  'pinned-id-missing': 'the id "{id}" of {address} is not on the target; correct it, or remove it to match by name',
  'claimed-twice':
    '{address} and {other} both pin the live resource {id}; pin another id in one of them, or remove the pin to ' +
    'match by name',
  'glossary-without-entries':
    '{address} has no entries in any dictionary, and the service stores no glossary without entries; it is created ' +
    'once it has one',
  'only-matches-nothing': (d) =>
    `${d.has('inAction') ? 'the input only:' : '--only'} ${d.quoted('pattern')} matches nothing in the workspace ` +
    `or on the target${d.suggestion()}`,
  'pair-not-offered':
    'the target does not list {list missing} of a glossary, so it may refuse {address}; "lexform service languages ' +
    '--resource glossary" shows what it lists',
  'style-language-not-offered':
    'the target does not list {language} for style rules, so it may refuse {address}; "lexform service languages ' +
    '--resource style_rules" shows what it lists',
  'language-not-listed':
    'neither Lexform nor the target knows {list languages} as a language of {address}; "lexform service languages ' +
    '--resource {word resource}" shows what the target lists{suggestion}',
  'owned-elsewhere':
    '{address} is the live resource {id}, which the ledger of another target, "{target}", owns as {owner}; leave it ' +
    'to that target, or release it there first with "lexform ledger forget {word owner}"',
  'pull-by-hand': (d) =>
    d.text('what').startsWith('remove-')
      ? `${d.text('address')} was deleted on the service, but it cannot be removed from these files without ` +
        'changing their other content; remove it by hand' +
        (d.text('what') === 'remove-glossary'
          ? ` (a variant: from "variants:", with its columns or files), or create it again with ${overwriting(d)}`
          : '')
      : `${d.text('address')} cannot be written into these files without changing their other content; edit them ` +
        `by hand, or move them away and run "lexform pull ${d.word('address')}", which then writes new ones`,
  'pull-in-the-way':
    '{address} would be written to {file}, but this file exists already, and pull does not overwrite it; move it ' +
    'away, or write the file yourself',
  'pull-not-on-target': (d) =>
    `${d.text('address')} was changed on the service, but the files do not select it for this target; select it in ` +
    'lexform.yaml ("resources") or in its file ("on"), or delete it there with ' +
    (d.has('inAction')
      ? `the inputs overwrite-drift: true and allow-delete: ${d.text('address')} of an apply`
      : `"lexform apply --overwrite-drift --allow-delete ${d.word('address')}"`),
  'pull-into-owner': (d) =>
    `${d.quoted('source')} of ${d.text('address')} (${d.text('pair')}) is a term of ${d.text('owner')} and not of ` +
    `${d.text('layer')}; change it there with "lexform pull ${d.word('address')} --into ${d.word('owner')}", or ` +
    `override it with "lexform pull ${d.word('address')}"`,
  'pull-into-conflict': (d) => {
    const [one, two] = ['one', 'two'].map((key) =>
      d.has(`${key}Target`) ? `${d.quoted(`${key}Target`)} in ${d.text(key)}` : `removed in ${d.text(key)}`,
    );
    return (
      `${d.quoted('source')} stays as it is in ${d.text('layer')}: on the service it is ${one} and ${two}; make them ` +
      'agree there, or pull one of them without --into'
    );
  },
  'pull-into-blocked': (d) =>
    `${d.quoted('source')} stays as it is in ${d.text('layer')}: with the change of the service, ` +
    (d.has('code')
      ? `another place would have the error ${d.text('code')}; change that place first, or pull without --into`
      : `${d.text('address')} would not get it, because of another row; pull it without --into`),
  'pull-table-pattern':
    '{address} was deleted on the service, but "{pattern}" asks for it together with {list staying}; write out the ' +
    'pairs that should stay, and leave the columns as they are',
  'pull-needs-consent': (d) =>
    `${d.text('address')} was deleted on the service; to delete ${d.all('files')} ${allowDeleting(d)}, to create it ` +
    `again, ${d.has('inAction') ? 'apply with' : 'run'} ${overwriting(d)}`,
  'pull-too-many': (d) =>
    `${d.text('address')} was deleted on the service (${d.text('deleted')} of ${d.text('total')} of its kind), and a ` +
    'pattern allows deleting neither the last ones nor more than half; ' +
    `to delete ${d.all('files')} ${allowDeleting(d)}`,
  'pull-protected': (d) =>
    `${d.text('address')} is protected, but was deleted on the service; create it again with ${overwriting(d)}, or ` +
    'remove the protection first (protect: in its file, or safety: in lexform.yaml) so that ' +
    `${d.all('files')} may be deleted`,
  'edit-like-comment':
    'the term "{term}" begins with "#" and white space, which this file takes for a comment once a spreadsheet has ' +
    'dropped its quotes; set "comments: none" in glossary.yaml, or remove the term on the service',
  'edit-not-safe': (d) =>
    d.text('what') === 'delimiter'
      ? 'after the edit the delimiter of the file would be ambiguous; name it with "delimiter:" in glossary.yaml'
      : `the file is left as it is: after the edit its ${d.text('what')} would be read differently; make the ` +
        'edit by hand',
  'edit-table-conflict': (d) =>
    `${d.quoted('source')} of ${d.text('pair')} cannot be edited separately` +
    (d.text('others') === '' ? '' : `: its cells also contain ${d.all('others')}, with other content on the service`) +
    '; nothing is written, make them agree on the service or edit the table by hand',
  'edit-table-pair': 'the table has no pair {pair}, it has {pairs}',
  'key-deactivated':
    '{address} is the key {id}, which is deactivated permanently; add "deactivated: true", which "lexform pull" does ' +
    'when it happened outside git, or create a new key: another name, or no "id" and ' +
    '"lexform ledger forget {word address}"',
  'too-many-glossaries':
    'the account would have {after} glossaries, at most {max} are allowed by max_glossaries of the target: {there} ' +
    'now, {created} to create, {deleted} to delete',
  'too-many-keys':
    'the account would have {after} active keys, at most {max} are allowed: {active} now, {created} to create, ' +
    '{deactivated} to deactivate',
};
