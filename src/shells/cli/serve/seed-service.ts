import { EMBEDDED_URL } from '../../../app/embedded-url.ts';
import { inProcessFetch } from '../../../app/machine/in-process-fetch.ts';
import type { Ports } from '../../../app/ports.ts';
import { endOnErrors, type OpenWorkspace } from '../../../app/session/open-workspace.ts';
import { makeClient } from '../../../client/make-client.ts';
import { stateOnTarget } from '../../../kinds/on-target.ts';
import { desiredOfKinds, isOfAdmin } from '../../../kinds/registry.ts';
import { UsageError } from '../../../model/errors.ts';
import { secret } from '../../../model/secret.ts';
import { checkGuard } from '../../../plan/guard/guard.ts';
import { planState } from '../../../plan/make-plan.ts';
import { guardText } from '../../../review/plan/guard-text.ts';
import type { Service } from '../../../service/create-service.ts';
import { applyPlan } from '../../../steps/apply/apply-plan.ts';
import { reportVerdict } from '../../../steps/apply/verdict.ts';
import { makeLimit } from '../../../steps/make-limit.ts';
import { readLive } from '../../../steps/read-live.ts';

/**
 * Writes the resources of a workspace into an account of the service, like an apply. Existing resources stay, and
 * nothing is deleted. Resources that need an admin key are left out, because the seeding key is not an admin key.
 */
export async function seedService(
  { service, key, scheme }: { readonly service: Service; readonly key: string; readonly scheme: string },
  workspace: OpenWorkspace,
  ports: Ports,
): Promise<void> {
  const { now, sleep, after, random } = ports;
  const client = makeClient(
    { baseUrl: EMBEDDED_URL, authScheme: scheme, key: secret(key) },
    { fetch: inProcessFetch(service), now, sleep, after, random },
  );
  const limit = makeLimit(workspace.config.concurrency);
  const desired = desiredOfKinds(stateOnTarget(workspace.desired, { name: '' }), (kind) => !isOfAdmin(kind));
  const input = { target: { name: 'seed', baseUrl: EMBEDDED_URL }, desired, only: [], deletable: [] };
  const { plan, findings } = planState(await readLive(client, limit, input), input);
  await endOnErrors(findings, { json: false }, ports);
  // Seeding consents to all changes, and no ledger records earlier seeds.
  const allowDelete = plan.changes.map(({ address }) => address);
  const verdict = checkGuard(plan, { safety: workspace.config.safety, allowDelete, prune: [], desired });
  if (verdict.kind === 'refused')
    throw new UsageError(`the files of ${workspace.root} cannot be brought in: ${guardText(verdict)}`);
  const report = await applyPlan({ plan, verdict, client, limit, ports: { sleep, signal: ports.interrupted } });
  if (reportVerdict(report) !== 'done')
    throw new UsageError(`the files of ${workspace.root} could not all be brought in`);
}
