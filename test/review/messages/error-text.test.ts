import { expect, test } from 'vitest';
import { LedgerError } from '../../../src/ledger/ledger-error.ts';
import { ServiceError, UnreachableError, UsageError } from '../../../src/model/errors.ts';
import { BUGS_URL } from '../../../src/model/workspace/project.ts';
import { errorJson, errorText } from '../../../src/review/messages/error-text.ts';

const refusal = {
  request: 'GET /v3/style_rules',
  status: 403,
  message: 'no',
  hint: 'style rules need a paid plan',
  traceId: 't1',
};

const BUG = `This is a bug in Lexform. Please report it at ${BUGS_URL} with the command that you ran.`;

test.each([
  [new UsageError('no such target "eu"'), 'error: no such target "eu"\n'],
  [
    new ServiceError(refusal),
    'error: GET /v3/style_rules answered 403: no; style rules need a paid plan (X-Trace-ID t1)\n',
  ],
  [new UnreachableError('GET /v3/glossaries', new Error('reset')), 'error: GET /v3/glossaries got no answer: reset\n'],
  [
    new LedgerError('the ledger of "eu\u001b" is damaged', 'Go back to an entry\u202e that can be read'),
    'error: the ledger of "eu⟨U+001B⟩" is damaged\n  Go back to an entry⟨U+202E⟩ that can be read\n',
  ],
  [new TypeError('x is undefined'), `error: x is undefined\n  ${BUG}\n`],
  ['thrown text', `error: thrown text\n  ${BUG}\n`],
])('%j is one line that says who must act', (error, line) => {
  expect(errorText(error, { debug: false })).toBe(line);
});

test('no line of a stack begins a command of a CI system', () => {
  const shown = errorText(new Error('a\n::error::b\r\n##[group]'), { debug: true });
  expect(shown).toContain('at ');
  for (const line of shown.split('\n')) expect(line).not.toMatch(/^\p{White_Space}*::|##\[|\p{Cc}/u);
});

test('the document names the kind, and what the service said', () => {
  expect(JSON.parse(errorJson(new ServiceError(refusal)))).toMatchObject({
    error: { kind: 'service', status: 403, request: 'GET /v3/style_rules', traceId: 't1' },
  });
  expect(JSON.parse(errorJson(new UsageError('x')))).toMatchObject({ error: { kind: 'usage', message: 'x' } });
  expect(JSON.parse(errorJson(new LedgerError('x', 'y')))).toMatchObject({
    error: { kind: 'ledger', message: 'x', wayOut: 'y' },
  });
});
