/**
 * Which folder of `src/` may import from which: the shape of the project as a lint rule.
 * @module
 */

/** For each folder, the folders it may import from; a folder may always import from itself. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  options: [], // what a caller gave, checked by name: the lowest, because ranges of time have options too
  time: ["options"],
  api: ["options"],
  frame: ["options", "time"],
  sleep: ["frame", "options", "time", "series"],
  series: ["frame", "options", "time"],
  places: ["frame", "options", "time"],
  read: ["frame", "options", "time"],
  show: ["frame", "options", "time"],
  plot: ["frame", "options", "time", "sleep", "series", "places", "show"],
  client: ["api", "frame", "options", "time"],
  store: ["api", "options", "time"],
  service: ["api", "options", "store", "frame", "time", "sleep", "series", "places"],
  sample: ["read", "options", "frame", "time"],
  cohort: ["frame", "options", "time", "sleep", "series", "places"], // the verbs that its workers run
  app: [
    "api",
    "client",
    "frame",
    "places",
    "plot",
    "read",
    "sample",
    "series",
    "service",
    "show",
    "sleep",
    "store",
    "time",
    "notebook",
    "options",
  ],
  notebook: ["options", "show"],
  cli: ["app", "client", "cohort", "notebook", "options", "service", "store"], // signing in is the client's, backups the store's: a layer in app would only pass them on
};

/** Types alone may also come from these: they say what a column or a moment is, and run nothing. */
const TYPES_FROM: Readonly<Record<string, readonly string[]>> = {
  api: ["frame/calculations.ts", "frame/schema.ts", "time/instant.ts"],
};

/** Why an import from a file of `src/` is not allowed, or undefined if it is. */
export function refusal(file: string, source: string, typesOnly: boolean): string | undefined {
  const importer = /\/src\/([^/]+)\/.+$/.exec(file)?.[1];
  if (importer === undefined || !source.startsWith(".")) return undefined;
  const target = new URL(source, `file://${file}`).pathname;
  if (target.endsWith("/mod.ts") && !target.includes("/src/")) {
    return "mod.ts only lists: import from the file that has it";
  }
  const path = /\/src\/(.+)$/.exec(target)?.[1];
  if (target.endsWith("/deno.json")) return undefined; // name and version stand in one place
  if (path === undefined) return `src/ must not import ${source}, which lies outside of it`;
  const folder = path.split("/", 1)[0]!;
  if (folder === importer || MAY_IMPORT[importer]?.includes(folder)) return undefined;
  if (typesOnly && TYPES_FROM[importer]?.includes(path)) return undefined;
  return `src/${importer} must not import from src/${folder}`;
}

const plugin: Deno.lint.Plugin = {
  name: "lifeframe",
  rules: {
    "import-rule": {
      create(context) {
        const check = (
          node:
            | Deno.lint.ImportDeclaration
            | Deno.lint.ExportNamedDeclaration
            | Deno.lint.ExportAllDeclaration,
          kind: string,
        ): void => {
          if (node.source === null) return;
          const message = refusal(context.filename, node.source.value, kind === "type");
          if (message !== undefined) context.report({ node, message });
        };
        return {
          ImportDeclaration: (node) => check(node, node.importKind),
          ExportNamedDeclaration: (node) => check(node, node.exportKind),
          ExportAllDeclaration: (node) => check(node, node.exportKind),
          ImportExpression(node) {
            if (node.source.type !== "Literal" || typeof node.source.value !== "string") return;
            const message = refusal(context.filename, node.source.value, false);
            if (message !== undefined) context.report({ node, message });
          },
        };
      },
    },
  },
};

export default plugin;
