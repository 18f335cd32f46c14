/**
 * A target's name as a part of a ref and of a path. Names that differ only in case stay apart where the file system
 * takes them for one, and endings that git or a system refuses are not at the end: `Prod` → `=Prod`, `a.lock` →
 * `a.lock=`. No name has a `=`, so no two become the same.
 */
export const targetPath = (name: string): string => {
  const marked = name.replace(/[A-Z]/g, '=$&');
  return /\.(?:lock)?$/.test(marked) ? `${marked}=` : marked;
};
