/** One fault that a compiled schema found. Of ajv's error object, what is used. */
export interface SchemaFault {
  /** JSON pointer to the value. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
  readonly data?: unknown;
  readonly parentSchema?: Readonly<Record<string, unknown>>;
}

/** True when the value fits the schema; else `errors` holds every fault. */
export interface Validate {
  (value: unknown): boolean;
  readonly errors?: readonly SchemaFault[] | null;
}

export declare const validateWorkspace: Validate;
export declare const validateGlossary: Validate;
export declare const validateStyleList: Validate;
export declare const validateDeveloperKeys: Validate;
export declare const validateSamples: Validate;
