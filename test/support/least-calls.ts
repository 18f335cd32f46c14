/**
 * The least number of calls from one state to every other, by breadth-first search over ALL calls that the service has
 * for the resource, with their true effects. Phrases, names and contents that are in neither state can only cost more:
 * a call that puts one in must be followed by one that takes it out of the same part, and the second alone leads to the
 * same state. So a small universe shared by all states loses nothing.
 */
export function distancesBy<State>(
  key: (state: State) => string,
  moves: (state: State) => readonly State[],
): (start: State) => ReadonlyMap<string, number> {
  /** Where the calls lead from each state, which is the same whichever state a search begins at. */
  const edges = new Map<string, ReadonlyMap<string, State>>();
  function reachedFrom(state: State, name: string): ReadonlyMap<string, State> {
    const known = edges.get(name) ?? new Map(moves(state).map((reached) => [key(reached), reached]));
    edges.set(name, known);
    return known;
  }
  return (start) => {
    const found = new Map([[key(start), 0]]);
    let edge: (readonly [name: string, state: State])[] = [[key(start), start]];
    for (let calls = 1; edge.length > 0; calls += 1) {
      const next: (readonly [name: string, state: State])[] = [];
      for (const [from, state] of edge) {
        for (const reached of reachedFrom(state, from)) {
          if (found.has(reached[0])) continue;
          found.set(reached[0], calls);
          next.push(reached);
        }
      }
      edge = next;
    }
    return found;
  };
}

/** Every map from some of the sources to one of the targets. */
export function allMaps(
  sources: readonly string[],
  targets: readonly string[],
): readonly Readonly<Record<string, string>>[] {
  return sources.reduce<Readonly<Record<string, string>>[]>(
    (maps, source) => maps.flatMap((map) => [map, ...targets.map((target) => ({ ...map, [source]: target }))]),
    [{}],
  );
}
