import { afterAll, beforeAll } from 'vitest';
import { registerKind } from '../../../src/kinds/registry.ts';
import type { AnyKind } from '../../../src/kinds/resource-kind.ts';
import { registerService } from '../../../src/kinds/service/registry.ts';
import type { ServiceFacet } from '../../../src/kinds/service/service-facet.ts';
import { TEMPLATE } from './template-kind.ts';
import { TEMPLATE_SERVICE } from './template-service.ts';

/** Registers the kind of the test for the tests of a file: other files of the worker must not see it. */
export function withTemplates(): void {
  let remove: readonly (() => void)[] = [];
  beforeAll(() => {
    remove = [registerKind(TEMPLATE as AnyKind), registerService(TEMPLATE_SERVICE as ServiceFacet)];
  });
  afterAll(() => {
    for (const each of remove) each();
  });
}
