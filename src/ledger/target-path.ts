/**
 * A target's name as a part of a ref and of a path. Names that differ only in case stay different on file systems that
 * ignore case, and suffixes that git or a system refuses are moved away from the end: `Prod` → `=Prod`, `a.lock` →
 * `a.lock=`. Names contain no `=`, so no two results are equal.
 */
export const targetPath = (name: string): string => {
  const marked = name.replace(/[A-Z]/g, '=$&');
  return /\.(?:lock)?$/.test(marked) ? `${marked}=` : marked;
};
