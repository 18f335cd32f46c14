import type { StyleListSource } from '../files/sources.ts';
import { styleListAddress } from '../model/address.ts';
import type { DesiredStyleList } from '../model/desired.ts';
import { styleId } from '../model/ids.ts';

export const desiredStyleList = (source: StyleListSource): DesiredStyleList => ({
  address: styleListAddress(source.addressName),
  origin: source.nameAt,
  ...(source.pinnedId !== undefined && { pinnedId: styleId(source.pinnedId) }),
  content: source.content,
  instructionOrigins: source.instructionOrigins,
  locateRule: source.locateRule,
  protect: source.protect,
});
