interface WithTexts {
  readonly texts: readonly string[];
}

/** True when two lists of rows have the same fields. */
export const sameTexts = (left: readonly WithTexts[], right: readonly WithTexts[]): boolean =>
  left.length === right.length &&
  left.every(({ texts }, index) => {
    const others = right[index]?.texts;
    return texts.length === others?.length && texts.every((text, column) => text === others[column]);
  });
