import type { Validate } from './validators.generated.js';

export declare const validatePlan: Validate;
