/** The columns of a terminal that is not wide. */
const COLUMNS = 80;

/** `  noun: one, two`, broken into further lines where it is wider than a terminal of 80 columns. */
export function nounLine(noun: string, methods: readonly string[]): string {
  const lines = [`  ${noun}:`];
  methods.forEach((method, i) => {
    const text = i + 1 < methods.length ? `${method},` : method;
    const longer = `${lines.at(-1)} ${text}`;
    if (longer.length <= COLUMNS) lines[lines.length - 1] = longer;
    else lines.push(`    ${text}`);
  });
  return lines.join("\n");
}
