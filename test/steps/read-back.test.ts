import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { folderPorts } from '../../src/app/session/open-ledger.ts';
import { validatePlan } from '../../src/files/document-validators.generated.js';
import { nodeFiles } from '../../src/files/node/node-files.ts';
import { folderLedger } from '../../src/ledger/folder-ledger.ts';
import { ledgerFiles } from '../../src/ledger/ledger-files.ts';
import { LEDGER_JSON, parseLedgerJson } from '../../src/ledger/ledger-json.ts';
import { baselineOf, baselineText, parseBaseline, withoutKnown } from '../../src/lint/baseline.ts';
import { voiceJobId } from '../../src/model/account/voice-job.ts';
import type { Finding } from '../../src/model/finding.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { type PlanSource, withProvenance } from '../../src/plan/provenance.ts';
import { jsonLine } from '../../src/review/format/json-text.ts';
import { parsePlan, planJson } from '../../src/review/plan/plan-json.ts';
import { backupOf, namedLive } from '../../src/steps/backup/backup-of.ts';
import { backupJsonText, parseBackupJson } from '../../src/steps/backup/read-backup.ts';
import { planTextOf } from '../../src/steps/ledger/apply-under-ledger.ts';
import { parseReceipt, receiptText } from '../../src/steps/voice/report.ts';
import { anyPlanInput } from '../plan/any-plan-input.ts';
import { liveDeveloperKey, liveGlossary, liveStyleList } from '../support/build.ts';
import { editedJson } from '../support/edited-json.ts';
import { tempFolder } from '../support/git-repository.ts';
import { ledgerState, plain } from '../support/ledger-states.ts';
import { runs } from '../support/runs.ts';

const TIME = '2026-01-02T03:04:05.000Z';
const TARGET = { name: 'prod', baseUrl: 'https://api.example.com', workspace: '' };
const SHA256 = `sha256:${'0a'.repeat(32)}`;

/** What a reader makes of a text: its result, or that it refuses the text. */
type Read = (text: string) => unknown;
const REFUSED = 'refused';

/** A document that is to have a digest is refused without it. */
function expectDigestNeeded(text: string, read: Read): void {
  const { digest, ...others } = JSON.parse(text);
  expect(digest).toMatch(/^sha256:/);
  expect(read(JSON.stringify(others))).toBe(REFUSED);
}

/** Every single edit of the document is refused, or makes no difference to what is read. */
function expectNoSilentEdit(text: string, read: Read): void {
  const whole = read(text);
  expect(whole).not.toBe(REFUSED);
  for (const { edit, value } of editedJson(JSON.parse(text))) {
    const found = read(JSON.stringify(value));
    if (found !== REFUSED) expect(found, edit).toEqual(whole);
  }
}

const orRefused =
  (read: Read): Read =>
  (text) => {
    try {
      return read(text) ?? REFUSED;
    } catch {
      return REFUSED;
    }
  };

test('no edit of a single member of a saved plan goes unnoticed', () => {
  const kinds = fc.constantFrom<PlanSource>(
    { kind: 'plan', config: [], ledger: 'a1' },
    { kind: 'plan', config: [], ledger: null },
    { kind: 'plan', config: [], ledger: false },
    { kind: 'rollback', ledger: 'a1' },
    { kind: 'restore', ledger: false },
  );
  const read: Read = (text) => {
    const parsed = parsePlan(text, validatePlan);
    return parsed.kind === 'plan' ? parsed.plan : REFUSED;
  };
  fc.assert(
    fc.property(anyPlanInput, kinds, (input, kind) => {
      const { plan } = makePlan(input);
      const saved = withProvenance(plan, { created: TIME, tool: '0.1.0', ...kind });
      expectNoSilentEdit(planJson(saved), read);
      expectDigestNeeded(planJson(saved), read);
    }),
    { numRuns: runs(20) },
  );
});

test('no edit of a single member of the description of a backup goes unnoticed', () => {
  const live = {
    glossaries: [
      liveGlossary('g1', 'One', { 'en->de': { a: 'b' }, 'en->fr': { a: 'e' } }),
      liveGlossary('g2', '2', {}),
    ],
    styleLists: [liveStyleList('s1', 'Formal', { instructions: [{ label: 'Tone', prompt: 'Be kind.' }] })],
    developerKeys: [liveDeveloperKey('k2', 'ci', { limits: { characters: 5 } }), liveDeveloperKey('k1', 'app')],
  };
  const { json } = backupOf(
    namedLive(live, new Map(), { target: { name: 'prod', baseUrl: 'https://api.test' }, time: new Date(TIME) }),
    new Map([['glossary.2', ['phrase-too-long']]]),
  );
  const read = orRefused((text) => parseBackupJson(new TextEncoder().encode(text)).value);
  expectNoSilentEdit(backupJsonText(json), read);
  expectDigestNeeded(backupJsonText(json), read);
});

test('no edit of a single member of a receipt goes unnoticed', () => {
  const receipt = {
    target: { name: 'test', address: 'http://service.test' },
    source: { name: 'talk.wav', contentType: 'audio/wav', bytes: 244, digest: SHA256 },
    sourceLanguage: 'en',
    job: { id: voiceJobId('job-1'), createdTime: TIME, upload: { kind: 'done' as const, time: TIME } },
    targets: [
      { language: 'de', type: 'text/plain', state: { kind: 'waiting' as const } },
      { language: 'fr', type: 'text/plain', state: { kind: 'lost' as const, why: 'over' as const, time: TIME } },
      {
        language: 'it',
        type: 'text/plain',
        state: { kind: 'fetching' as const, file: 'talk.it.txt', time: TIME, replaces: SHA256 },
      },
      {
        language: 'es',
        type: 'text/plain',
        state: { kind: 'here' as const, file: 'talk.es.txt', bytes: 3, digest: SHA256, time: TIME },
      },
    ],
  };
  const read = orRefused((text) => parseReceipt(text, 'talk.voice.json'));
  expectNoSilentEdit(receiptText(receipt), read);
  expectDigestNeeded(receiptText(receipt), read);
});

test('no edit of a single member of ledger.json goes unnoticed', () => {
  fc.assert(
    fc.property(ledgerState, (state) => {
      const text = new TextDecoder().decode(ledgerFiles(state, TARGET).get(LEDGER_JSON));
      const read = orRefused((each) => parseLedgerJson(new TextEncoder().encode(each)));
      expectNoSilentEdit(text, read);
      expectDigestNeeded(text, read);
    }),
    { numRuns: runs(20) },
  );
});

test('no edit of a single member of an entry in a folder goes unnoticed', async () => {
  const folder = tempFolder();
  const open = () => folderLedger(folder, folderPorts(nodeFiles()), TARGET, () => new Date(TIME));
  const [state] = fc.sample(ledgerState, 1);
  if (state === undefined) throw new Error('no state');
  const note = { summary: 'create glossary.product', facts: [['Actor', 'ana'] as const] };
  const planText = planTextOf(new TextEncoder().encode('{}'));
  await open().write({ after: undefined, state, note, time: new Date(TIME), planText });
  const path = join(folder, 'entries/000001.json');
  const text = readFileSync(path, 'utf8');
  const read = async (content: string): Promise<unknown> => {
    writeFileSync(path, content);
    try {
      const ledger = open();
      const [entry] = await ledger.entries();
      const found = await ledger.readMany([{ version: entry?.version ?? '', path: 'plan.json' }] as never);
      const { version, target, state: last } = (await ledger.read()) ?? {};
      return { entry, found, version, target, state: last && plain(last) };
    } catch {
      return REFUSED;
    }
  };
  const whole = await read(text);
  expect(whole).not.toBe(REFUSED);
  const { digest, ...others } = JSON.parse(text);
  expect(digest).toMatch(/^sha256:/);
  expect(await read(JSON.stringify(others))).toBe(REFUSED);
  for (const { edit, value } of editedJson(JSON.parse(text))) {
    const found = await read(JSON.stringify(value));
    if (found !== REFUSED) expect(found, edit).toEqual(whole);
  }
});

test('no edit of a single member of a baseline hides a finding', () => {
  const finding = (code: string, term: string, text: string): Finding => ({
    code,
    severity: 'warning',
    at: { file: 'en-de.csv', line: 1, column: 1 },
    details: { pair: 'en->de', term, text, side: 'target' },
  });
  const known = [finding('space/double', 'a', 'b  c'), finding('content/comma', 'b', 'c, d')];
  const others = [finding('content/comma', 'a', 'b  c'), finding('space/double', '', ''), finding('x/y', 'b', 'c, d')];
  for (const { edit, value } of editedJson(JSON.parse(baselineText(baselineOf(known), jsonLine)))) {
    const baseline = parseBaseline(JSON.stringify(value), 'lint-baseline.json').value;
    if (baseline !== undefined) expect(withoutKnown(others, baseline).findings, edit).toEqual(others);
  }
});
