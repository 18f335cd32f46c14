/** An optional feature that a language has for a resource. */
export interface FeatureSupport {
  /** `stable`, `beta`, `early_access`, or a newer word. */
  readonly status: string;
  /** Offered through an external provider. */
  readonly external: boolean;
}

/** One language of the service, as it is for one resource. */
export interface Language {
  /** BCP 47: `de`, `pt-BR`, `zh-Hans`. Any code may come. */
  readonly code: string;
  /** In English. */
  readonly name: string;
  readonly usableAsSource: boolean;
  readonly usableAsTarget: boolean;
  /** `stable`, `beta`, `early_access`, or a newer word. */
  readonly status: string;
  /** By name. A feature is supported when it is there. */
  readonly features: ReadonlyMap<string, FeatureSupport>;
}

/** A resource such as `translate_text`, and on which language of a pair each of its features is looked up. */
export interface ResourceDescriptor {
  readonly name: string;
  readonly features: ReadonlyMap<string, { readonly needsSource: boolean; readonly needsTarget: boolean }>;
}

/** The languages of a resource, in the order of the service. */
export interface ResourceLanguages {
  readonly resource: string;
  readonly languages: readonly Language[];
}

/** A question about a pair. Codes in any case: the service takes them so. */
export interface PairQuestion {
  readonly source: string;
  readonly target: string;
  /** Absent: the question is about the pair only. */
  readonly feature?: string;
}
