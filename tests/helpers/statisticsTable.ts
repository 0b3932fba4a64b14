/** Row of the table of statistics in a doc comment. */
export interface TableRow {
  /** Names in its first cell; `..._sd` stands for all names with this ending. */
  readonly names: readonly string[];
  /** Text of its other cells. */
  readonly cells: readonly string[];
}

/** Returns the table of statistics in the doc comment of a function, from its source. */
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
