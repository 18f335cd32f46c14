import type { StaleDetail } from '../../change/stale-detail.ts';
import type { Digest } from '../../model/ids.ts';
import { byCodeUnit } from '../../model/order.ts';
import type { Operation } from '../../model/plan/plan.ts';
import type { LiveResource } from '../../model/resources/resource.ts';
import type { Observation, OperationTarget } from './operation-target.ts';

const ABSENT: Observation = { digest: 'absent' };

/** How the last look differs from what was planned. `now`: `undefined` when the resource is not there. */
type StaleNow<Live> = (now: Live | undefined) => StaleDetail;

export interface PartOfResource<Live> {
  /** The digest that the operation leads to: nothing is kept of a part that has it. Default: what was found is kept. */
  readonly post?: Digest | 'absent';
  /** `fresh`: read the service again; do not reuse an earlier look. */
  readonly look: (fresh: boolean) => Promise<Live | undefined>;
  /** Of the part that the operation changes. */
  readonly digest: (live: Live) => Digest | 'absent';
  /** `now`: what the last look has found. */
  readonly send: (now: Live | undefined) => Promise<unknown>;
  readonly stale: StaleNow<Live>;
}

/** The target of an operation that changes, or removes, a part of a resource that is there, or all of it. */
export function partTarget<Live>(part: PartOfResource<Live>): OperationTarget {
  const { post, look, digest, send, stale } = part;
  let now: Live | undefined;
  return {
    stale: () => stale(now),
    async observe({ fresh }) {
      now = undefined;
      const found = await look(fresh);
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
  /** True for a listed one that may be what an earlier call has made. */
  readonly isTwin: (live: Live) => boolean;
  /** See `TargetContext`. Absent: what was created is read back one by one. */
  readonly listedNew?: (id: string) => Promise<Live | undefined>;
  /** All of one: of the one that the call has just made, or of a twin, which the listing may show already. */
  readonly read: (id: string, fresh: boolean, listed?: Live) => Promise<Live | undefined>;
  readonly digest: (live: Live) => Digest;
  /** Returns the id. */
  readonly send: () => Promise<string>;
  readonly stale: StaleNow<Live>;
  /** Told of the one that was found. */
  readonly found?: (id: string) => void;
}

/**
 * The target of an operation that creates a resource. Of several twins the one that is as planned counts, else the
 * first by its id.
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
          const whole = await read(twin.id, fresh, twin);
          now ??= whole;
          if (whole !== undefined && digest(whole) === post) now = whole;
        }
      } else {
        // A list may be behind, so what it does not show as planned is then read by itself.
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
