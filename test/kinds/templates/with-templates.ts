import { afterAll, beforeAll } from 'vitest';
import type { AnyFiles } from '../../../src/kinds/files/files-facet.ts';
import type { AnyWriting } from '../../../src/kinds/files/pull-context.ts';
import { registerFiles } from '../../../src/kinds/files/registry.ts';
import { registerWriting } from '../../../src/kinds/files/writing-registry.ts';
import type { AnyKind } from '../../../src/kinds/kind.ts';
import { registerKind } from '../../../src/kinds/registry.ts';
import { registerService } from '../../../src/kinds/service/registry.ts';
import type { ServiceFacet } from '../../../src/kinds/service/service-facet.ts';
import { TEMPLATE_FILES, TEMPLATE_WRITING } from './template-files.ts';
import { TEMPLATE } from './template-kind.ts';
import { TEMPLATE_SERVICE } from './template-service.ts';

/** Registers the kind of the test. Returns what takes it away again. */
export function registerTemplates(): () => void {
  const all = [
    registerKind(TEMPLATE as AnyKind),
    registerFiles(TEMPLATE_FILES as AnyFiles),
    registerWriting({ kind: 'template', ...(TEMPLATE_WRITING as AnyWriting) }),
    registerService({ kind: 'template', ...(TEMPLATE_SERVICE as ServiceFacet) }),
  ];
  return () => {
    for (const each of all) each();
  };
}

/** Registers the kind of the test for the tests of a file: other files of the worker must not see it. */
export function withTemplates(): void {
  let remove: (() => void) | undefined;
  beforeAll(() => {
    remove = registerTemplates();
  });
  afterAll(() => remove?.());
}
