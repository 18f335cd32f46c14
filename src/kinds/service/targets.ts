import type { StaleDetail } from '../../change/stale-detail.ts';
import type { Digest } from '../../model/ids.ts';
import { byCodeUnit } from '../../model/lists.ts';
import type { Operation } from '../../model/plan/plan.ts';
import type { LiveResource } from '../../model/resources/resource.ts';
import type { Observation, OperationTarget } from './service-facet.ts';

const ABSENT: Observation = { digest: 'absent' };

/** The difference between the last read and the plan. `now`: the live resource; `undefined` if it does not exist. */
type StaleNow<Live> = (now: Live | undefined) => StaleDetail;

export interface PartOfResource<Live> {
  /**
   * The digest after the operation. A part with this digest is not kept in memory. Default: the part that was read is
   * kept.
   */
  readonly post?: Digest | 'absent';
  /** `fresh`: read the service again; do not reuse an earlier read. */
  readonly read: (fresh: boolean) => Promise<Live | undefined>;
  /** The digest of the part that the operation changes. */
  readonly digest: (live: Live) => Digest | 'absent';
  /** `now`: the result of the last read. */
  readonly send: (now: Live | undefined) => Promise<unknown>;
  readonly stale: StaleNow<Live>;
}

/** The target of an operation that changes or removes an existing resource or a part of it. */
export function partTarget<Live>(part: PartOfResource<Live>): OperationTarget {
  const { post, read, digest, send, stale } = part;
  let now: Live | undefined;
  return {
    stale: () => stale(now),
    async observe({ fresh }) {
      now = undefined;
      const found = await read(fresh);
      const observed = found === undefined ? ABSENT : { digest: digest(found) };
      if (observed.digest !== post) now = found;
      return observed;
    },
    async send() {
      await send(now);
      return undefined;
    },
  };
}

export interface NewResource<Live> {
  readonly list: (fresh: boolean) => Promise<readonly Live[]>;
  /** True for a listed resource that an earlier call may have created. */
  readonly isTwin: (live: Live) => boolean;
  /** See `TargetContext`. Absent: created resources are read back one by one. */
  readonly listedNew?: (id: string) => Promise<Live | undefined>;
  /**
   * Reads a whole resource: the one that the call has just created, or a twin. `listed`: the resource from a list, if
   * it contains it.
   */
  readonly read: (id: string, fresh: boolean, listed?: Live) => Promise<Live | undefined>;
  readonly digest: (live: Live) => Digest;
  /** Returns the id of the new resource. */
  readonly send: () => Promise<string>;
  readonly stale: StaleNow<Live>;
  /** Called with the id of the matching resource. */
  readonly found?: (id: string) => void;
}

/**
 * The target of an operation that creates a resource. If there are several twins, the one that matches the plan counts,
 * otherwise the first by id.
 */
export function newTarget<Live extends LiveResource>(
  { notIds = [], post }: Operation,
  { list, listedNew, isTwin, read, digest, send, stale, found }: NewResource<Live>,
): OperationTarget {
  let now: Live | undefined;
  let isLookedAt = false;
  return {
    stale: () => stale(now),
    async observe({ createdId, fresh }) {
      now = undefined;
      if (createdId === undefined) {
        const twins = (await list(fresh)).filter((each) => isTwin(each) && !notIds.includes(each.id));
        for (const twin of twins.sort((left, right) => byCodeUnit(left.id, right.id))) {
          const resource = await read(twin.id, fresh, twin);
          now ??= resource;
          if (resource !== undefined && digest(resource) === post) now = resource;
        }
      } else {
        // A list may be out of date, so a resource that it does not show as planned is then read individually.
        const listed = isLookedAt ? undefined : await listedNew?.(createdId);
        isLookedAt = true;
        now = await read(createdId, fresh, listed);
      }
      if (now === undefined) return ABSENT;
      const { id } = now;
      const observed = { digest: digest(now), id };
      if (observed.digest === post) now = undefined;
      found?.(id);
      return observed;
    },
    send,
  };
}
