import type { Validate } from './validators.generated.js';

export declare const validatePlan: Validate;
export declare const validateDrift: Validate;
