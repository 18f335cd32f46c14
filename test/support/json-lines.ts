/** JSON with each part on one line where it fits. */
export function jsonLines(value: unknown, indent = ''): string {
  const short = JSON.stringify(value) ?? 'absent';
  if (short.length + indent.length <= 100 || typeof value !== 'object' || value === null) return short;
  const below = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((each) => `${below}${jsonLines(each, below)}`)
    : Object.entries(value).map(([name, each]) => `${below}${JSON.stringify(name)}: ${jsonLines(each, below)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return [open, lines.join(',\n'), `${indent}${close}`].join('\n');
}
