import manifest from '../../../package.json' with { type: 'json' };

/** The version of the package. */
export const VERSION: string = manifest.version;

/** Where everybody can read the files of the package of this version, such as its schemas. */
export const PACKAGE_URL = `https://unpkg.com/${manifest.name}@${VERSION}`;

/** Where bugs are reported. */
export const BUGS_URL: string = manifest.bugs.url;

/** Where everybody can read a file of the repository, as it was when this version was released. */
export const sourceUrl = (path: string): string =>
  `${manifest.repository.url.replace(/^git\+|\.git$/g, '')}/blob/v${VERSION}/${path}`;
