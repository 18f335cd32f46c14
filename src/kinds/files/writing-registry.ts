import { DEVELOPER_KEY_WRITING } from '../developer-key/files/developer-key-writing.ts';
import { GLOSSARY_WRITING } from '../glossary/files/glossary-writing.ts';
import { registryOf } from '../register.ts';
import { STYLE_LIST_WRITING } from '../style-list/files/style-list-writing.ts';
import type { AnyWriting } from './writing-facet.ts';

/** The writing facet of each kind. */
export const { register: registerWriting, of: writingOf } = registryOf<AnyWriting>('description of how to write a', [
  GLOSSARY_WRITING,
  STYLE_LIST_WRITING,
  DEVELOPER_KEY_WRITING,
]);
