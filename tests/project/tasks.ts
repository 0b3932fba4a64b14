/** The tasks of the project, by their names. */
export const { tasks } = JSON.parse(
  Deno.readTextFileSync(new URL("../../deno.json", import.meta.url)),
) as { tasks: Readonly<Record<string, string>> };
