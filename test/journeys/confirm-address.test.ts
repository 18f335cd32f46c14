import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inProcessFetch } from '../../src/app/machine/in-process-fetch.ts';
import { styleListCalls } from '../../src/kinds/style-list/service/style-list-calls.ts';
import type { Service } from '../../src/service/create-service.ts';
import { runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { clientOf } from '../support/target.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const OLD = 'http://127.0.0.1:9';
const NEW = 'http://127.0.0.1:10';
const config = (url: string): string =>
  `version: 1\ntargets:\n  prod: { base_url: "${url}", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\nledger: { dir: history }\n`;

/** A workspace that was applied at one address and has another one now. */
async function world() {
  const cwd = await tempWorkspace({
    'lexform.yaml': config(OLD),
    'glossaries/a/glossary.yaml': 'name: A\ndictionaries: auto\n',
    'glossaries/a/en-de.csv': 'house,Haus\n',
    'style-rules/tone.yaml': 'name: Tone\nlanguage: de\ncustom_instructions:\n  - { label: A, prompt: Be kind. }\n',
  });
  const service = testService();
  const at = (account: Service) => async (args: readonly string[], answer?: string) =>
    runLexform(
      { cwd, env: { KEY: TEST_KEY }, fetch: inProcessFetch(account), ...(answer !== undefined && { answer }) },
      ...args,
    );
  expect((await at(service)(['apply', '--auto-approve'])).code).toBe(0);
  writeFileSync(join(cwd, 'lexform.yaml'), config(NEW));
  return {
    service,
    run: at(service),
    elsewhere: at(testService()),
    move: (url: string) => writeFileSync(join(cwd, 'lexform.yaml'), config(url)),
  };
}

test('a target whose address changed is refused with the command that confirms it, and goes on once it is confirmed', async () => {
  const { run, service } = await world();
  for (const command of [['plan'], ['drift'], ['apply', '--auto-approve'], ['ledger', 'ids']])
    expect(await run(command)).toMatchObject({
      code: 1,
      err: expect.stringContaining('lexform ledger confirm-address --target prod'),
    });
  expect(await run(['ledger', 'confirm-address'])).toMatchObject({
    code: 3,
    err: expect.stringContaining('--auto-approve'),
  });
  expect((await run(['ledger', 'confirm-address'], 'no')).code).toBe(3);
  const calls = service.calls.length;
  const { code, out } = await run(['ledger', 'confirm-address'], 'yes');
  expect([code, out]).toEqual([
    0,
    `The ledger of "prod" was written for ${OLD}, and the target is now at ${NEW}.\nAll ids of the ledger (2 resources) were found there: it is the same account.\nThe ledger of "prod" is for ${NEW} from now on (000002).\n`,
  ]);
  expect(service.calls.slice(calls).filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(await run(['plan', '--detailed-exitcode'])).toMatchObject({
    code: 0,
    out: 'No changes. prod matches the files.\n',
  });
  expect((await run(['log'])).out).toContain(`confirm the address ${NEW}, before ${OLD}`);
  expect(JSON.parse((await run(['ledger', 'confirm-address', '--json'])).out)).toMatchObject({
    from: NEW,
    to: NEW,
    version: null,
  });
});

test('another account is not confirmed, whatever is consented to, and what is missing is named', async () => {
  const { run, elsewhere, move } = await world();
  const refused = await elsewhere(['ledger', 'confirm-address', '--auto-approve']);
  expect(refused).toMatchObject({ code: 3, err: expect.stringContaining('2 of 2 resources of its ledger are not at') });
  expect(refused.err).toMatch(/ {2}glossary\.a {2}\S+\n {2}style_rules\.tone {2}\S+\n/);
  expect((await run(['plan'])).code).toBe(1);
  move(OLD);
  expect((await run(['plan', '--detailed-exitcode'])).code).toBe(0);
});

test('one id that is gone is enough to refuse', async () => {
  const { run, service } = await world();
  const [list] = await styleListCalls(clientOf(service)).list();
  if (list !== undefined) await styleListCalls(clientOf(service)).delete(list.id);
  const refused = await run(['ledger', 'confirm-address', '--auto-approve', '--json']);
  expect(refused.code).toBe(3);
  expect(JSON.parse(refused.out)).toMatchObject({
    verdict: 'refused',
    reason: expect.stringContaining('1 of 2 resources'),
  });
});
