// Builds dist/ where it is not what the sources make, as after a clone.
import { isBuilt } from './built-from.mjs';

if (!isBuilt()) await import('./build.mjs');
