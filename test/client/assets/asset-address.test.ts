import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { signatureScheme } from '../../../src/client/assets/asset-address.ts';
import { ServiceError, UsageError } from '../../../src/model/errors.ts';
import { secret } from '../../../src/model/secret.ts';
import { bytesSource } from '../../support/bytes-source.ts';
import { answer } from '../../support/scripted-client.ts';
import {
  BY_SIGNATURE,
  BY_URL,
  breaks,
  countedSource,
  failure,
  SIGNATURE,
  SIGNED,
  scripted,
  type Treatment,
  takes,
  utf8,
} from '../scripted-transfer.ts';

describe('what opens an address', () => {
  const shown = (error: unknown): string =>
    [
      inspect(error, { depth: null, showHidden: true }),
      (error as Error).stack,
      JSON.stringify(error),
      JSON.stringify(error instanceof ServiceError ? error.refusal : error),
      String((error as Error).cause),
    ].join('\n');
  const hasSecret = (text: string): boolean => /s1gn4tur3|t0k3n|4f1e/.test(text);
  const words = `cannot PUT ${SIGNED} or %2Fb%2F4f1e0a5c9d with ${SIGNATURE}, t0k3n/t0k3n; token=t0k3n%2Ft0k3n`;
  const echoes: Treatment = () => answer(403, { message: words, detail: words }, { 'x-trace-id': `of ${SIGNATURE}` });

  test.each([
    ['a refusal', echoes],
    ['a fetch that quotes it', breaks('ECONNRESET', `request to ${SIGNED} failed: ${SIGNATURE}`)],
    ['a code that is none', breaks(`${SIGNED} ${SIGNATURE}`)],
    ['a fetch that throws a text', () => Promise.reject(`${SIGNED} ${SIGNATURE}`)],
    ['a cause', () => Promise.reject(new TypeError('fetch failed', { cause: new Error(`${SIGNED} ${SIGNATURE}`) }))],
  ] as const)('is in no error after %s', async (_, treatment) => {
    for (const address of [BY_SIGNATURE, { ...BY_URL, url: secret(SIGNED) }]) {
      const { transfer } = scripted([treatment, treatment, treatment]);
      const error = await failure(transfer.upload(address, bytesSource(utf8('x'))));
      expect(error).toBeInstanceOf(Error);
      const text = shown(error);
      expect(text).toContain('upload of job j-1');
      // Each address has its own secret: the signed one is no secret of the other.
      if (address.kind === 'signature') expect(text).not.toContain(SIGNATURE);
      else expect(hasSecret(text.replaceAll(SIGNATURE, ''))).toBe(false);
    }
  });

  test('is taken out as a whole, where a part of it is a part of something else', async () => {
    const url = secret('https://store.example.net/abcdefgh?t=abcdefgh-s3cr3t');
    const { transfer } = scripted([() => answer(403, { message: 'not abcdefgh-s3cr3t' })]);
    const error = await failure(transfer.download({ ...BY_URL, url }, () => undefined));
    expect(error).toMatchObject({ refusal: { message: 'not [key]' } });
  });

  test('is not shown by the address that it is part of', () => {
    for (const address of [BY_SIGNATURE, BY_URL])
      expect(`${JSON.stringify(address)} ${inspect(address, { depth: null })}`).not.toMatch(/s1gn4tur3|t0k3n/);
  });

  test.each([
    ['DeepL-Auth-Key', 'DeepL-Signature'],
    ['deepl-auth-key', 'DeepL-Signature'],
    ['Service-Auth-Key', 'Service-Signature'],
    ['Bearer', 'Service-Signature'],
  ])('after the key word %s has the word %s before it', (authScheme, word) => {
    expect(signatureScheme(authScheme)).toBe(word);
  });
});

describe('an address that the service names', () => {
  test.each([
    ['http://store.example.net/b', 'https://api.example.com'],
    ['ftp://store.example.net/b', 'http://api.example.com'],
    ['file:///etc/passwd', 'http://api.example.com'],
    ['data:text/plain,x', 'http://api.example.com'],
    ['javascript:alert(1)', 'http://api.example.com'],
    ['https://user@store.example.net/b', 'https://api.example.com'],
    ['https://:word@store.example.net/b', 'https://api.example.com'],
    ['https://store.example.net/b\r\nauthorization: x', 'https://api.example.com'],
    ['https://store.example.net/\u202eb', 'https://api.example.com'],
    ['https://', 'https://api.example.com'],
    ['/b/4f1e', 'https://api.example.com'],
    ['//store.example.net/b', 'https://api.example.com'],
    ['', 'https://api.example.com'],
    [`https://store.example.net/${'b'.repeat(9000)}`, 'https://api.example.com'],
  ])('%j below %s is not called, and not quoted', async (url, baseUrl) => {
    const { transfer, sent } = scripted([], baseUrl);
    const source = countedSource('x');
    for (const address of [
      { ...BY_SIGNATURE, url },
      { ...BY_URL, url: secret(url) },
    ] as const) {
      const error = await failure(transfer.upload(address, source));
      expect(error).toBeInstanceOf(UsageError);
      if (url.length > 8) expect((error as Error).message).not.toContain(url.slice(0, 16));
      expect(await failure(transfer.download(address, () => undefined))).toBeInstanceOf(UsageError);
    }
    expect(sent).toEqual([]);
    expect(source.opened).toBe(0);
  });

  test('may be on another host, and in clear where the service is', async () => {
    for (const url of ['http://127.0.0.1:8080/b', 'https://store.example.net/b']) {
      const { transfer, sent } = scripted([takes([], 204)], 'http://api.example.com');
      await transfer.upload({ ...BY_SIGNATURE, url }, bytesSource(utf8('x')));
      expect(sent[0]?.url).toBe(url);
    }
  });

  test.each(['', 'two words', 'line\r\nend: x', 'ü', '\u0000'])('%j is no signature', async (value) => {
    const { transfer, sent } = scripted([]);
    const error = await failure(transfer.download({ ...BY_SIGNATURE, signature: secret(value) }, () => undefined));
    expect(error).toBeInstanceOf(UsageError);
    if (value.length > 1) expect((error as Error).message).not.toContain(value);
    expect(sent).toEqual([]);
  });
});
