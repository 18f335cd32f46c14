import { expect, test } from 'vitest';
import { keyId } from '../../../src/kinds/developer-key/developer-key.ts';
import { EMPTY_LEDGER } from '../../../src/kinds/registry.ts';
import type { DesiredState, LedgerState, LiveState } from '../../../src/kinds/states.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { checkOwners } from '../../../src/steps/ledger/adopt-resource.ts';
import {
  desiredDeveloperKey,
  desiredGlossary,
  desiredStyleList,
  liveDeveloperKey,
  liveGlossary,
  liveStyleList,
  planInput,
} from '../../support/build.ts';
import { owning } from '../../support/owning.ts';

const DESIRED: DesiredState = {
  glossaries: [desiredGlossary('a', { 'en->de': { x: 'y' } })],
  styleLists: [desiredStyleList('l', { rules: { numbers: { a: 'x' } } })],
  developerKeys: [desiredDeveloperKey('ci', { limits: { characters: 5 } })],
};
const LIVE: LiveState = {
  glossaries: [liveGlossary('g1', 'a', { 'en->de': { x: 'z' } })],
  styleLists: [liveStyleList('s1', 'l')],
  developerKeys: [liveDeveloperKey('k1', 'ci')],
};
const OWNED: LedgerState = {
  ...owning(LIVE, DESIRED),
  developerKeys: new Map([['developer_key.ci', { id: keyId('k1'), content: { limits: {} }, protect: false }]]),
};

/** What is found when another target owns all three, and how often the other ledgers were read. */
async function check(desired: DesiredState, live: LiveState, owned: LedgerState, mayAdopt = false) {
  const { plan } = makePlan(planInput(desired, live, { ledger: owned, mayAdopt }));
  let reads = 0;
  const owners = async () => {
    reads += 1;
    return new Map([
      ['g1', { target: 'staging', address: 'glossary.x' }],
      ['s1', { target: 'staging', address: 'style_rules.y' }],
      ['k1', { target: 'test', address: 'developer_key.z' }],
    ]);
  };
  return { findings: await checkOwners({ owners }, plan, { desired, owned }), reads };
}

const finding = (address: string, id: string, owner: string, target: string, file: string) => ({
  code: 'owned-elsewhere',
  severity: 'error',
  at: { file, line: 1, column: 1 },
  details: { address, id, owner, target },
});

test('what another target owns and the plan changes is an error at its file', async () => {
  const { findings } = await check(DESIRED, LIVE, EMPTY_LEDGER);
  expect(findings).toEqual([
    finding('developer_key.ci', 'k1', 'developer_key.z', 'test', 'developer-keys.yaml'),
    finding('glossary.a', 'g1', 'glossary.x', 'staging', 'glossaries/a/glossary.yaml'),
    finding('style_rules.l', 's1', 'style_rules.y', 'staging', 'style-rules/l.yaml'),
  ]);
});

test('what is only adopted counts as well', async () => {
  const desired = { glossaries: [desiredGlossary('a', { 'en->de': { x: 'z' } })] };
  const { findings } = await check(desired, LIVE, EMPTY_LEDGER, true);
  expect(findings).toEqual([finding('glossary.a', 'g1', 'glossary.x', 'staging', 'glossaries/a/glossary.yaml')]);
});

test('what this ledger owns is no reason to read the others', async () => {
  expect(await check(DESIRED, LIVE, OWNED)).toEqual({ findings: [], reads: 0 });
  const { styleLists, developerKeys } = OWNED;
  const others = await check(DESIRED, LIVE, { ...EMPTY_LEDGER, styleLists, developerKeys });
  expect(others.reads).toBe(1);
  expect(others.findings.map(({ details }) => details.address)).toEqual(['glossary.a']);
});

test('what is created has no id yet, and nobody owns it', async () => {
  expect(await check(DESIRED, { glossaries: [], styleLists: [], developerKeys: [] }, EMPTY_LEDGER)).toEqual({
    findings: [],
    reads: 0,
  });
  const stranger = { ...LIVE, glossaries: [liveGlossary('g9', 'a', {})], styleLists: [], developerKeys: [] };
  expect(await check(DESIRED, stranger, EMPTY_LEDGER)).toEqual({ findings: [], reads: 1 });
});

test('a deletion of what no file names stands at lexform.yaml, and without a ledger nothing is checked', async () => {
  const desired: DesiredState = { glossaries: [] };
  const input = planInput(desired, LIVE, { deletable: ['glossary.*'] });
  const { plan } = makePlan(input);
  expect(plan.changes).toHaveLength(1);
  const owners = async () => new Map([['g1', { target: 'staging', address: 'glossary.x' }]]);
  expect(await checkOwners({ owners }, plan, { desired, owned: EMPTY_LEDGER })).toEqual([
    finding(plan.changes[0]?.address ?? '', 'g1', 'glossary.x', 'staging', 'lexform.yaml'),
  ]);
  expect(await checkOwners(undefined, plan, { desired, owned: EMPTY_LEDGER })).toEqual([]);
});
