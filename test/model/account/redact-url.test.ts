import { expect, test } from 'vitest';
import { redactUrl } from '../../../src/model/secret.ts';

test.each([
  [
    "fatal: unable to access 'https://ana:s3cret@host/x.git/': no",
    "fatal: unable to access 'https://***@host/x.git/': no",
  ],
  ['To https://ghp_token@host:8443/x', 'To https://***@host:8443/x'],
  ['http://a:p@ss@host/x@y and ssh://git@h/x', 'http://***@host/x@y and ssh://***@h/x'],
  ['HTTPS://a:b@h?c', 'HTTPS://***@h?c'],
  ['https://host/user@example.com, ana@example.com', 'https://host/user@example.com, ana@example.com'],
])('%s', (said, shown) => {
  expect(redactUrl(said)).toBe(shown);
});
