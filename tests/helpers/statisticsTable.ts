/** A row of the table of statistics in a doc comment. */
export interface TableRow {
  /** The names in its first cell; `..._sd` stands for all that end so. */
  readonly names: readonly string[];
  /** Text of its other cells. */
  readonly cells: readonly string[];
}

/** The table of statistics in the doc comment of a function, from its source. */
export async function statisticsTable(path: string, name: string): Promise<TableRow[]> {
  const source = await Deno.readTextFile(new URL(`../../src/${path}`, import.meta.url));
  const end = source.indexOf(`export function ${name}(`);
  const comment = source.slice(source.lastIndexOf("/**", end), end);
  const lines = comment.split("\n").filter((line) => line.startsWith(" * | `"));
  return lines.map((line) => {
    const [first, ...cells] = line.slice(" * | ".length).replace(/ \|$/, "").split(" | ");
    return { names: [...first!.matchAll(/`([^`]+)`/g)].map(([, own]) => own!), cells };
  });
}

/** Returns whether a name in a table stands for a statistic. */
export function standsFor(name: string, statistic: string): boolean {
  return name.startsWith("...") ? statistic.endsWith(name.slice(3)) : name === statistic;
}
