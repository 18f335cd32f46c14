import { existsSync } from 'node:fs';

/** Where a browser is; `undefined`: nowhere, and whatever needs one is skipped. */
export const CHROMIUM = [process.env.CHROMIUM_PATH ?? '', '/usr/bin/chromium'].find(
  (path) => path !== '' && existsSync(path),
);

/** Why it is skipped. */
export const NO_CHROMIUM = 'no Chromium at CHROMIUM_PATH or /usr/bin/chromium';
