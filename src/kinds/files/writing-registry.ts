import type { ResourceKind } from '../../model/plan/plan.ts';
import { DEVELOPER_KEY_WRITING } from '../developer-key/files/developer-key-writing.ts';
import { GLOSSARY_WRITING } from '../glossary/files/glossary-writing.ts';
import { register } from '../register.ts';
import { STYLE_LIST_WRITING } from '../style-list/files/style-list-writing.ts';
import type { AnyWriting } from './writing-facet.ts';

const facets: AnyWriting[] = [GLOSSARY_WRITING, STYLE_LIST_WRITING, DEVELOPER_KEY_WRITING];

/** Adds how the files of a kind are written. Returns what takes it away again. */
export const registerWriting = (facet: AnyWriting): (() => void) => register(facets, facet);

export function writingOf(kind: ResourceKind): AnyWriting {
  const found = facets.find((each) => each.kind === kind);
  if (found === undefined) throw new Error(`nothing says how the files of a ${kind} are written`);
  return found;
}
