import { developerKeyAddress } from '../../model/resources/address.ts';
import type { DesiredDeveloperKey } from '../../model/resources/desired.ts';
import { keyId } from '../../model/resources/developer-key.ts';
import type { DeveloperKeySource } from '../workspace/sources.ts';

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
