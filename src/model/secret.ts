/** A key that must never be shown. Prints as `[key]` wherever it is printed by accident. */
export interface Secret {
  /** The key itself. Only for the `Authorization` header. */
  reveal(): string;
  toString(): string;
  toJSON(): string;
}

/** Wraps a key, so that no print of an object that holds it shows it. */
export function secret(value: string): Secret {
  const shown = (): string => '[key]';
  return {
    reveal: () => value,
    toString: shown,
    toJSON: shown,
    // node:util's inspect looks here; the symbol is in the global registry, so no import is needed.
    [Symbol.for('nodejs.util.inspect.custom')]: shown,
  };
}
