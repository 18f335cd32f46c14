/** The regular expressions that are made from texts while this program runs. Import it before the sources. */
export const madePatterns = new Map<string, RegExp>();

const Original = RegExp;

globalThis.RegExp = new Proxy(Original, {
  construct(target, args, newTarget) {
    const pattern: RegExp = Reflect.construct(target, args, newTarget);
    madePatterns.set(String(pattern), pattern);
    return pattern;
  },
});

/** A copy that is not counted. */
export const copyOf = ({ source, flags }: RegExp): RegExp => new Original(source, flags);
