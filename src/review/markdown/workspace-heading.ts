import { shortCode } from './code.ts';

/** Maximum number of UTF-16 code units of the name of a workspace. */
const WORKSPACE_MAX_UNITS = 200;

/**
 * A report below the name of its workspace. `report`: makes the report; its argument is the number of UTF-16 code units
 * of the heading. Without a name, there is only the report.
 */
export function underWorkspace(workspace: string | undefined, report: (headingUnits: number) => string): string {
  if (workspace === undefined || workspace === '') return report(0);
  const heading = `## Workspace ${shortCode(workspace, WORKSPACE_MAX_UNITS)}\n\n`;
  return `${heading}${report(heading.length)}`;
}
