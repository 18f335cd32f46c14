import glossary from '../../../../schemas/glossary.schema.json' with { type: 'json' };
import lint from '../../../../schemas/lint.schema.json' with { type: 'json' };
import samples from '../../../../schemas/samples.schema.json' with { type: 'json' };
import { schemaCheck } from '../../../files/check-schema.ts';

const SCHEMAS = {
  'glossary.schema.json': glossary,
  'lint.schema.json': lint,
  'samples.schema.json': samples,
};

export const validateGlossary = schemaCheck('glossary.schema.json', SCHEMAS);
export const validateSamples = schemaCheck('samples.schema.json', SCHEMAS);
