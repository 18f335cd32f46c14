interface Position {
  readonly line: number;
  readonly column: number;
}

interface Report {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly source: string;
        readonly mutants: readonly {
          readonly status: string;
          readonly mutatorName: string;
          readonly replacement?: string;
          readonly static?: boolean;
          readonly coveredBy?: readonly string[];
          readonly location: { readonly start: Position; readonly end: Position };
        }[];
      }
    >
  >;
}

/** A mutant that no test can kill: the line it is in, what is mutated to what, and the reason. */
interface Equivalent {
  readonly file: string;
  readonly code: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

interface Survivor {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly mutator: string;
  readonly from: string;
  readonly to: string;
  readonly reached: boolean;
}

/** `mutants` were run, out of `of` that the room has. */
interface Measured {
  readonly percent: number;
  readonly mutants: number;
  readonly of: number;
}

export declare function scoreReport(
  report: Report,
  equivalents: readonly Equivalent[],
): {
  readonly killed: number;
  readonly mutants: number;
  readonly equivalent: number;
  readonly survivors: readonly Survivor[];
  readonly wrong: readonly Equivalent[];
};
export declare function loadedForOneTest(report: Report): readonly string[];
export declare function percentOf(killed: number, mutants: number): number;
export declare function marginOf(measured: Measured): number;
export declare function reachesFloor(measured: Measured, floor: Measured): boolean;
export declare function sampleOf(
  mutants: readonly {
    readonly id: string;
    readonly fileName: string;
    readonly location: object;
    readonly replacement?: string;
  }[],
  count: number,
  seed: number,
): readonly string[];
