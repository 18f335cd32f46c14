// Links of README.md to files that the package does not have. In the repository they are relative, so that they work in
// every clone; `npm pack` makes them absolute before it packs, and relative again afterwards.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Files that npm always packs. */
const ALWAYS = ['README.md', 'LICENSE', 'package.json'];

const addresses = ({ repository, version }) => {
  const path = repository.url.replace(/^git\+https:\/\/github\.com\/|\.git$/g, '');
  return {
    page: `https://github.com/${path}/blob/v${version}/`,
    image: `https://raw.githubusercontent.com/${path}/v${version}/`,
  };
};

const isPacked = (target, { files }) => {
  const path = target.replace(/[#?].*$/, '').replace(/\/$/, '');
  return path === '' || [...ALWAYS, ...files].some((each) => path === each || path.startsWith(`${each}/`));
};

/** A README.md in which links to files that are not packed name them in the repository, at the version. */
export function absoluteLinks(text, manifest) {
  const { page, image } = addresses(manifest);
  return text.replace(/(!?)(\[(?:[^[\]]|\[[^\]]*\])*\]\()([^()\s]+)(?=\))/g, (whole, mark, words, target) =>
    /^[a-z]+:/.test(target) || isPacked(target, manifest) ? whole : mark + words + (mark ? image : page) + target,
  );
}

/** The reverse of `absoluteLinks`. */
export function relativeLinks(text, manifest) {
  const { page, image } = addresses(manifest);
  return text.replaceAll(`](${page}`, '](').replaceAll(`](${image}`, '](');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const change = process.argv[2] === 'absolute' ? absoluteLinks : relativeLinks;
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  writeFileSync('README.md', change(readFileSync('README.md', 'utf8'), manifest));
}
