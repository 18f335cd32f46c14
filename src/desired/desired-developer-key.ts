import type { DeveloperKeySource } from '../files/sources.ts';
import { developerKeyAddress } from '../model/address.ts';
import type { DesiredDeveloperKey } from '../model/desired.ts';
import { keyId } from '../model/developer-key.ts';

export const desiredDeveloperKey = (source: DeveloperKeySource): DesiredDeveloperKey => ({
  address: developerKeyAddress(source.addressName),
  origin: source.addressAt,
  ...(source.pinnedId !== undefined && { pinnedId: keyId(source.pinnedId) }),
  label: source.name,
  limits: source.limits,
  deactivated: source.deactivated,
  protect: source.protect,
  locate: source.locate,
});
