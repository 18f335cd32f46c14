import type { Store, StoredEvent, StoredKey } from './store.ts';

/** An entry of the log of notifications and audit events. */
export interface ServiceEvent extends StoredEvent {
  /** A notification is what would be mailed to a developer; an audit event is what an administrator looks up. */
  readonly kind: 'audit' | 'notification';
  /** A digest that names the account. */
  readonly account: string;
  readonly keyId: string;
}

/** The one event that is a notification. */
export const kindOfEvent = ({ event }: StoredEvent): ServiceEvent['kind'] =>
  event === 'usage-limit-reached' ? 'notification' : 'audit';

const byTime = (left: ServiceEvent, right: ServiceEvent): number =>
  left.time < right.time ? -1 : left.time > right.time ? 1 : 0;

/**
 * All events of all accounts, by time. They are stored in the records of keys and of usage, so that no event exists
 * without its change.
 */
export async function readEvents(
  store: Store,
  named: ReadonlyMap<string, StoredKey>,
): Promise<readonly ServiceEvent[]> {
  const { keys } = await store.common();
  const accountOf = new Map([...named.values(), ...keys.all()].map(({ id, account }) => [id, account]));
  const audit = keys
    .all()
    .flatMap(({ id, account, events }) =>
      events.map((event): ServiceEvent => ({ ...event, kind: 'audit', account, keyId: id })),
    );
  const notifications: ServiceEvent[] = [];
  for (const name of await store.accounts()) {
    for (const { keyId, events } of (await store.account(name)).usage.all()) {
      const account = accountOf.get(keyId) ?? name;
      for (const event of events) notifications.push({ ...event, kind: 'notification', account, keyId });
    }
  }
  return [...audit, ...notifications].sort(byTime);
}
