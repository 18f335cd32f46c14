import { styleId } from '../../model/ids.ts';
import { styleListAddress } from '../../model/resources/address.ts';
import type { DesiredStyleList } from '../../model/resources/desired.ts';
import type { StyleListSource } from '../workspace/sources.ts';

export const desiredStyleList = (source: StyleListSource): DesiredStyleList => ({
  address: styleListAddress(source.addressName),
  origin: source.nameAt,
  ...(source.pinnedId !== undefined && { pinnedId: styleId(source.pinnedId) }),
  content: source.content,
  instructionOrigins: source.instructionOrigins,
  locateRule: source.locateRule,
  protect: source.protect,
});
