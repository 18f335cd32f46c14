import { DEVICE_NAME } from '../model/resources/address.ts';

/**
 * A target's name as a part of a ref and of a path. Names that differ only in case stay different on file systems that
 * ignore case, and names that git or a system refuses are changed: `Prod` → `=Prod`, `a.lock` → `a.lock=`, `con` →
 * `con=`. Names contain no `=`, so no two results are equal.
 */
export const targetPath = (name: string): string => {
  const marked = name.replace(/[A-Z]/g, '=$&').replace(DEVICE_NAME, '$&=');
  return /\.(?:lock)?$/.test(marked) ? `${marked}=` : marked;
};
