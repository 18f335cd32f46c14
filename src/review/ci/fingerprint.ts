import { sha256 } from '../../model/resources/digest.ts';
import type { Problem } from './problem.ts';

/**
 * A fingerprint for each problem, SHA-256 in lower-case hex: of the rule, the file and what it is about, and of no
 * line, so that it is the same problem when lines above it come and go. Equal problems of one file are told apart by
 * their order.
 */
export function fingerprints(problems: readonly Problem[]): readonly string[] {
  const seen = new Map<string, number>();
  return problems.map(({ rule, at, about }) => {
    const key = [rule, at?.file ?? '', about].join('\0');
    const ordinal = seen.get(key) ?? 0;
    seen.set(key, ordinal + 1);
    return sha256(`${key}\0${ordinal}`);
  });
}
