import { DEVELOPER_KEY_WRITING } from '../developer-key/files/developer-key-writing.ts';
import { GLOSSARY_WRITING } from '../glossary/files/glossary-writing.ts';
import { type OfKind, registryOf } from '../registry.ts';
import { STYLE_LIST_WRITING } from '../style-list/files/style-list-writing.ts';
import type { AnyWriting } from './pull-context.ts';

/** The writing facet of each kind. */
export const { register: registerWriting, of: writingOf } = registryOf<OfKind<AnyWriting>>(
  'description of how to write a',
  [
    { kind: 'glossary', ...GLOSSARY_WRITING },
    { kind: 'style-list', ...STYLE_LIST_WRITING },
    { kind: 'developer-key', ...DEVELOPER_KEY_WRITING },
  ],
);
