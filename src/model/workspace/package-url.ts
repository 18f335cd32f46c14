/** Where everybody can read the files of the published package: its schemas, and the page of lint rules. */
export const PACKAGE_URL = 'https://unpkg.com/lexform';
