import pc from 'picocolors';

/** The heading of the output for one of several targets. Names of targets consist of letters, digits and `.-_`. */
export const targetHeading = (name: string, { color }: { readonly color: boolean }): string =>
  `${pc.createColors(color).bold(`=== ${name} ===`)}\n`;
