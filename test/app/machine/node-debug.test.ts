import { expect, test } from 'vitest';
import { refuseNodeDebug } from '../../../src/app/machine/node-debug.ts';

test.each(['http', 'HTTPS', 'fs,net', '*', 'h*', 't?s,tls', 'stream', 'undici', 'fetch'])(
  'NODE_DEBUG=%s is refused',
  (setting) => {
    expect(() => refuseNodeDebug(setting)).toThrow('NODE_DEBUG makes Node print the headers of calls');
  },
);

test.each([undefined, '', 'fs', 'module,timer', 'https+', 'cluster'])(
  'NODE_DEBUG=%s is nobody’s business',
  (setting) => {
    expect(() => refuseNodeDebug(setting)).not.toThrow();
  },
);
