/** How the files can be made to ask for what the service has now. */
const KEEP =
  'To keep this state, make the files ask for it: git revert the commits that changed them, or lexform pull --force, which writes files of what there is and removes none.\n';

/**
 * What to know after a rollback or a restore, which never change the files. `broken`: the files have faults, so nobody can tell what they ask for; `differ`:
 * they ask for something else; `agree`: nothing needs to be said.
 */
export function rollbackHint(files: 'agree' | 'differ' | 'broken'): string {
  switch (files) {
    case 'agree':
      return '';
    case 'differ':
      return `The files were not changed: they still ask for something else, and the next apply would bring it back.\n${KEEP}`;
    case 'broken':
      return `The files were not changed, and they have faults (lexform validate lists them): once those are gone, the next apply would bring back what they ask for.\n${KEEP}`;
    default:
      return files satisfies never;
  }
}

/** What to know of developer keys that came or went since: the history holds neither their labels nor their limits. */
export const KEYS_LEFT_ALONE =
  'Developer keys have come or gone since then; a rollback leaves them alone, since a key that is deactivated never works again.\n';
