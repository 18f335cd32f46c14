import plan from '../../schemas/plan.schema.json' with { type: 'json' };
import preview from '../../schemas/preview.schema.json' with { type: 'json' };
import { schemaCheck } from './check-schema.ts';

/** Apart from the checks of files: only commands that read a saved plan load it. */
export const validatePlan = schemaCheck('plan.schema.json', {
  'plan.schema.json': plan,
  'preview.schema.json': preview,
});
