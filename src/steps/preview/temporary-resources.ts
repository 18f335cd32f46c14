import type { Client } from '../../client/client.ts';
import { resourceName } from '../../kinds/ledger-content.ts';
import { kindNamed } from '../../kinds/registry.ts';
import { serviceOf } from '../../kinds/service/registry.ts';
import type { Lending, OperationTarget } from '../../kinds/service/service-facet.ts';
import { ServiceError, UnreachableError, UsageError } from '../../model/errors.ts';
import type { Digest } from '../../model/ids.ts';
import type { Operation, ResourceKind } from '../../model/plan/plan.ts';
import { nameDigest } from '../../model/resources/digest.ts';
import { type TemporaryResource, temporaryName, temporaryOf } from '../../model/resources/temporary-resource.ts';
import { resourceCalls } from '../apply/resource-calls.ts';
import { type Ending, runOperation } from '../apply/run-operation.ts';
import { makeLimit } from '../make-limit.ts';

/** A temporary resource on the service. */
interface Temporary {
  readonly kind: ResourceKind;
  readonly id: string;
  readonly name: string;
}

/**
 * All resources of these kinds whose name contains a lease that fits. No other resource counts, whatever its name.
 * Other kinds are not requested: the account may not have access to them.
 */
async function listTemporary(
  client: Client,
  kinds: Iterable<ResourceKind>,
  fits: (lease: TemporaryResource, name: string) => boolean,
): Promise<readonly Temporary[]> {
  const found: Temporary[] = [];
  for (const kind of kinds) {
    const model = kindNamed(kind);
    const { list, lending } = serviceOf(kind);
    if (lending === undefined) continue;
    for (const each of await list(client)) {
      const name = resourceName(model, each);
      const lease = temporaryOf(name);
      if (lease !== undefined && fits(lease, name)) found.push({ kind, id: each.id, name });
    }
  }
  return found;
}

/**
 * The state of a temporary resource is its name, which contains the lease. With another name it is not a temporary
 * resource any more.
 */
const stateOf = (name: string | undefined): Digest | 'absent' => (name === undefined ? 'absent' : nameDigest(name));

type Target = Pick<OperationTarget, 'observe' | 'send'>;

/**
 * One change of a temporary resource, checked and sent as each operation of an apply. `interrupted`: when aborted, the
 * change does not start. `isAccepted`: true when the service has accepted it.
 */
async function runChange(
  client: Client,
  interrupted: AbortSignal,
  operation: Pick<Operation, 'method' | 'path' | 'pre' | 'post' | 'notIds'>,
  targetOf: (client: Client) => Target,
): Promise<{ readonly ending: Ending; readonly isAccepted: boolean }> {
  const calls = resourceCalls(client, { limit: makeLimit(1), signal: interrupted });
  const { observe, send } = targetOf(calls.client);
  let isAccepted = false;
  const target: OperationTarget = {
    observe,
    stale: () => ({ values: [], count: 0, complete: false }),
    async send() {
      const id = await send();
      isAccepted = true;
      return id;
    },
  };
  const { sleep, now, waitToRepeat } = client;
  const ports = { sleep, now, waitToRepeat, signal: interrupted, inOneSlot: calls.inOneSlot };
  const ending = await runOperation({ ...operation, id: '', kind: 'temporary', touches: [] }, target, ports);
  return { ending, isAccepted };
}

const isOfService = (error: Error): boolean => error instanceof ServiceError || error instanceof UnreachableError;

/** Removals go on after Ctrl-C. */
const NEVER = new AbortController().signal;

/**
 * True if the service has removed a resource, or does not have it under its temporary name any more: then another user
 * has taken it, and it is not changed. False if the service refuses or does not answer.
 */
async function isRemoved(client: Client, { kind, id, name }: Temporary): Promise<boolean> {
  const { lending } = serviceOf(kind);
  const operation = { method: 'DELETE', path: `of a temporary ${kind}`, pre: stateOf(name), post: 'absent' } as const;
  const { ending, isAccepted } = await runChange(client, NEVER, operation, (limited) => ({
    observe: async () => ({ digest: stateOf(await lending?.(limited).nameOf(id)) }),
    async send() {
      await lending?.(limited).remove(id);
      return undefined;
    },
  }));
  if (ending.kind !== 'failed' && ending.kind !== 'unknown') return true;
  if (!isAccepted && !isOfService(ending.error)) throw ending.error;
  return false;
}

export interface Removed {
  readonly count: number;
  /** Names of what could not be removed. */
  readonly left: readonly string[];
}

async function removeAll(client: Client, resources: readonly Temporary[]): Promise<Removed> {
  const left: string[] = [];
  for (const each of resources) if (!(await isRemoved(client, each))) left.push(each.name);
  return { count: resources.length - left.length, left };
}

/** Removes the temporary resources of killed runs: those whose lease has expired, and no others. */
export const collectTemporary = async (client: Client, kinds: readonly ResourceKind[], now: Date): Promise<Removed> =>
  removeAll(client, await listTemporary(client, kinds, ({ until }) => until < now));

/** A kind for which a run can make temporary resources. */
interface LentKind<Content> {
  readonly kind: ResourceKind;
  readonly lending: (client: Client) => Lending<Content>;
}

/** Creates the temporary resources of one run, and removes them. */
export interface TemporaryMaker {
  /** Creates one, with its own temporary name in place of that of the content, and returns both its id and its name. */
  readonly create: <Content extends { readonly name: string }>(
    kind: LentKind<Content>,
    content: Omit<Content, 'name'>,
  ) => Promise<Pick<Temporary, 'id' | 'name'>>;
  /** Removes the resources created so far. `end` tries again what it cannot remove. */
  readonly clear: () => Promise<void>;
  /** Removes all resources, also those that a call with a lost answer created; returns the names of those left. */
  readonly end: () => Promise<readonly string[]>;
}

/**
 * The maker of one run. The name of each resource has the lease of the run with a number of its own, so that a resource
 * that a call with a lost answer created is never taken for another one. `interrupted`: when aborted, it creates
 * nothing more.
 */
export function makeTemporary(client: Client, lease: TemporaryResource, interrupted: AbortSignal): TemporaryMaker {
  const created = new Map<string, Temporary>();
  // Each with its kind: it may exist although its creation failed, and only a list can tell.
  const uncertain = new Map<string, ResourceKind>();
  let count = 0;

  async function create<Content extends { readonly name: string }>(
    { kind, lending }: LentKind<Content>,
    content: Omit<Content, 'name'>,
  ): Promise<Pick<Temporary, 'id' | 'name'>> {
    count += 1;
    const name = temporaryName({ ...lease, run: `${lease.run}-${count}` });
    const operation = { method: 'POST', path: `of a temporary ${kind}`, pre: 'absent', post: stateOf(name) } as const;
    const { ending, isAccepted } = await runChange(client, interrupted, { ...operation, notIds: [] }, (limited) => ({
      async observe({ createdId }) {
        if (createdId !== undefined) return { digest: stateOf(await lending(limited).nameOf(createdId)) };
        const [twin] = await listTemporary(limited, [kind], (_, listed) => listed === name);
        return { digest: stateOf(twin?.name), id: twin?.id };
      },
      async send() {
        uncertain.set(name, kind);
        const { id } = await lending(limited).create({ ...content, name } as Content);
        created.set(id, { kind, id, name });
        return id;
      },
    }));
    const { id } = ending;
    if (id !== undefined) {
      created.set(id, { kind, id, name });
      uncertain.delete(name);
      return { id, name };
    }
    if (ending.kind !== 'failed' && ending.kind !== 'unknown') throw new UsageError('interrupted');
    throw isAccepted ? new UsageError(ending.error.message, { cause: ending.error }) : ending.error;
  }

  async function clear(): Promise<void> {
    for (const [id, each] of [...created]) if (await isRemoved(client, each)) created.delete(id);
  }

  async function end(): Promise<readonly string[]> {
    await clear();
    const left = [...created.values()];
    for (const { name, kind } of left) uncertain.set(name, kind);
    if (uncertain.size === 0) return [];
    try {
      const kinds = new Set(uncertain.values());
      return (await removeAll(client, await listTemporary(client, kinds, (_, name) => uncertain.has(name)))).left;
    } catch (error) {
      if (!(error instanceof Error && isOfService(error))) throw error;
      return [...uncertain.keys()];
    }
  }
  return { create, clear, end };
}
