import pc from 'picocolors';

/** What stands above all that is said of one of several targets. Names of targets are letters, digits and `.-_`. */
export const targetHeading = (name: string, { color }: { readonly color: boolean }): string =>
  `${pc.createColors(color).bold(`=== ${name} ===`)}\n`;
