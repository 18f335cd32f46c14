import type { DeveloperKeySource } from '../../files/sources.ts';
import type { WritingFacet } from '../../files/writing-facet.ts';
import type { KnownKey } from '../developer-key.ts';
import { pullDeveloperKey } from './pull-developer-key.ts';
import { developerKeysText } from './write-developer-keys.ts';

export const DEVELOPER_KEY_WRITING: WritingFacet<KnownKey, DeveloperKeySource> = {
  kind: 'developer-key',
  write(resources, pathOf, before) {
    const text = developerKeysText(resources, before);
    return text === undefined ? [] : [[pathOf(''), text]];
  },
  edit: (edit, _, pull) => pullDeveloperKey(edit, pull),
};
