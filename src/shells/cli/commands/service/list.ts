import type { CommandResult } from '../../../../app/exit-code.ts';
import type { TargetOptions } from '../../../../app/options.ts';
import type { Ports } from '../../../../app/ports.ts';
import { clientFor, connect, hasAdminKey } from '../../../../app/session/connect.ts';
import { openConfig } from '../../../../app/session/open-workspace.ts';
import { KINDS } from '../../../../kinds/registry.ts';
import { isOfAdmin } from '../../../../kinds/traits.ts';
import { notListedText, resourceListJson, resourceListText } from '../../../../review/account/resource-list-text.ts';
import { listResources } from '../../../../steps/list-resources.ts';

/** `service list`: lists the resources of the target. It reads no file but lexform.yaml, and no ledger. */
export async function serviceList(options: TargetOptions, ports: Ports): Promise<CommandResult> {
  const workspace = await openConfig(options, ports);
  const connection = await connect(workspace, options, ports);
  const { limit, target } = connection;
  const isAdmin = hasAdminKey(workspace.config, connection);
  const client = await clientFor(connection, isAdmin);
  const kinds = KINDS.filter((kind) => isAdmin || !isOfAdmin(kind));
  const { resources, denied } = await listResources(client, kinds, limit);
  const withoutAdminKey = KINDS.filter((kind) => !kinds.includes(kind));
  return {
    outcome: 'ok',
    output: {
      json: () => resourceListJson(target.name, resources, [...denied, ...withoutAdminKey]),
      text: () => resourceListText(resources),
      notes: () => notListedText(target.name, { denied, withoutAdminKey }),
    },
  };
}
