// Plans and applies with the steps below openWorkspace, and a ledger in a folder: node out/steps.js FOLDER URL KEY
import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import * as lexform from 'lexform';

const [folder = '.', baseUrl = '', key = ''] = process.argv.slice(2);
const ports = lexform.machinePorts();
const target = { name: 'prod', baseUrl };

const root = resolve(folder);
const { config, desired, findings } = await lexform.readDesired(ports.files, root);
if (config === undefined || desired === undefined || lexform.hasErrors(findings))
  throw new lexform.FindingsError(findings);

const ledger = lexform.folderLedger(
  join(root, '.lexform', 'my-ledger'),
  lexform.folderPorts(ports.files, ports.id),
  { ...target, workspace: '' },
  ports.now,
);
const snapshot = await ledger.read();
const owned = snapshot?.state ?? lexform.EMPTY_LEDGER;

const client = lexform.makeClient({ baseUrl, authScheme: 'DeepL-Auth-Key', key: lexform.secret(key) }, ports);
const limit = lexform.makeLimit(4);
const input = { target, desired, ledger: owned, only: [], deletable: [], takesOver: true };
const live = await lexform.readLive(client, limit, input);
const { plan, findings: ofPlan } = lexform.planState(live, input);
if (lexform.hasErrors(ofPlan)) throw new lexform.FindingsError(ofPlan);

const { safety, prune } = config;
const verdict = lexform.checkGuard(plan, { safety, prune, allowDelete: [], desired, ledger: owned });
console.log(lexform.planText(plan, { color: false, guard: verdict }));

if (verdict.kind === 'refused') {
  process.exitCode = 3;
} else {
  const ran = await lexform.applyUnderLedger({
    ledger,
    snapshot,
    plan,
    planBytes: new TextEncoder().encode(lexform.planJson(plan)),
    desired,
    deletable: [],
    begins: true,
    states: async () => ({ live }),
    holder: { id: randomUUID(), who: 'steps.ts' },
    facts: [],
    summary: (report) => `${report.outcomes.length} calls by steps.ts`,
    now: ports.now,
    every: ports.every,
    apply: (signal, onEvent) =>
      lexform.applyPlan({ plan, verdict, client, limit, onEvent, ports: { sleep: ports.sleep, signal } }),
  });
  if (ran.kind === 'ran') console.log(lexform.reportText(ran.report, plan, { color: false }));
  else process.exitCode = 3; // Somebody else is applying, or has applied since the plan was made.
}
