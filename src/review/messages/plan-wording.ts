import type { Wordings } from './finding-details.ts';

/** What stands between the desired and the live state before a plan can be made. */
export const PLAN_WORDING: Wordings = {
  'ambiguous-name': (d) =>
    `the target has more than one resource named ${d.quoted('name')}, so it is not clear which one is ` +
    `${d.text('address')}; write its id here as "id:", one of ${d.list('ids')}`,
  'pinned-id-missing': (d) =>
    `the id ${d.quoted('id')} of ${d.text('address')} is not on the target; correct it, or remove it to match by name`,
  'claimed-twice': (d) =>
    `${d.text('address')} and ${d.text('other')} both pin the live resource ${d.text('id')}; pin another id in ` +
    'one of them, or remove the pin to match by name',
  'glossary-without-entries': (d) =>
    `${d.text('address')} has no entries in any dictionary, and the service stores no glossary without entries; ` +
    'add entries or remove the file',
  'only-matches-nothing': (d) =>
    `--only ${d.quoted('pattern')} matches nothing in the workspace or on the target${d.suggestion()}`,
  'pair-not-offered': (d) =>
    `the target does not list ${d.list('missing')} of a glossary, so it may refuse ${d.text('address')}; ` +
    '"lexform languages --resource glossary" shows what it lists',
  'style-language-not-offered': (d) =>
    `the target does not list ${d.text('language')} for style rules, so it may refuse ${d.text('address')}; ` +
    '"lexform languages --resource style_rules" shows what it lists',
  'language-not-listed': (d) =>
    `neither Lexform nor the target knows ${d.list('languages')} as a language of ${d.text('address')}; "lexform ` +
    `languages --resource ${d.word('resource')}" shows what the target lists`,
  'owned-elsewhere': (d) =>
    `${d.text('address')} is the live resource ${d.text('id')}, which the ledger of another target, ` +
    `${d.quoted('target')}, owns as ${d.text('owner')}; leave it to that target, or release it there first ` +
    `with "lexform forget ${d.word('owner')}"`,
  'pull-by-hand': (d) =>
    d.text('what').startsWith('remove-')
      ? `${d.text('address')} is gone from the service, but it cannot be removed from these files without ` +
        'changing their other content; remove it by hand'
      : `${d.text('address')} cannot be written into these files without changing their other content; edit them ` +
        `by hand, or move them away and run "lexform pull ${d.word('address')}", which then writes new ones`,
  'pull-in-the-way': (d) =>
    `${d.text('address')} would be written to ${d.text('file')}, but something is there already, and pull ` +
    'overwrites nothing; move it away, or write the file yourself',
  'pull-table-pattern': (d) =>
    `${d.text('address')} is gone from the service, but ${d.quoted('pattern')} asks for it together with ` +
    `${d.list('staying')}; write out the pairs that should stay, and leave the columns as they are`,
  'pull-needs-consent': (d) =>
    `${d.text('address')} is gone from the service; to delete ${d.all('files')} rerun with --allow-delete ` +
    `${d.word('address')}, to create it again, run "lexform apply --overwrite-drift"`,
  'pull-too-many': (d) =>
    `${d.text('address')} is gone from the service (${d.text('deleted')} of ${d.text('total')} of its kind), and ` +
    `a pattern allows deleting neither the last ones nor more than half; to delete ${d.all('files')} rerun ` +
    `with --allow-delete ${d.word('address')}`,
  'pull-protected': (d) =>
    `${d.text('address')} is protected and gone from the service; create it again with "lexform apply ` +
    '--overwrite-drift", or remove the protection first (protect: in its file, or safety: in lexform.yaml) so ' +
    `that ${d.all('files')} may be deleted`,
  'edit-like-comment': (d) =>
    `the term ${d.quoted('term')} begins with "#" and white space, which this file takes for a comment once a ` +
    'spreadsheet has dropped its quotes; set "comments: none" in glossary.yaml, or remove the term on the ' +
    'service',
  'edit-not-safe': (d) =>
    d.text('what') === 'delimiter'
      ? 'after the edit the delimiter of the file would be ambiguous; name it with "delimiter:" in glossary.yaml'
      : `the file is left as it is: after the edit its ${d.text('what')} would be read differently; make the ` +
        'edit by hand',
  'edit-table-conflict': (d) =>
    `${d.quoted('source')} of ${d.text('pair')} cannot be edited alone` +
    (d.text('others') === '' ? '' : `: its cells also hold ${d.all('others')}, with other content on the service`) +
    '; nothing is written, make them agree on the service or edit the table by hand',
  'edit-table-pair': (d) => `the table has no pair ${d.text('pair')}, it has ${d.text('pairs')}`,
  'key-deactivated': (d) =>
    `${d.text('address')} is the key ${d.text('id')}, which is deactivated for good; add "deactivated: true", ` +
    'which "lexform pull" does when it happened outside git, or create a new key: another name, or no "id" and ' +
    `"lexform forget ${d.word('address')}"`,
  'too-many-keys': (d) =>
    `the account would have ${d.text('after')} active keys, at most ${d.text('max')} are allowed: ` +
    `${d.text('active')} now, ${d.text('created')} to create, ${d.text('deactivated')} to deactivate`,
};
