/** Columns of a narrow terminal. */
const COLUMNS = 80;

/** Formats `  noun: one, two` and breaks it into lines of at most 80 columns. */
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
