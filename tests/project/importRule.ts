import { posix } from "node:path";
/**
 * Allowed imports between folders of `src/`, as a lint rule.
 * @module
 */

/** For each folder, the folders and files it may import from; a folder may always import from itself. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  options: [], // what a caller gave, checked by name: the lowest, because ranges of time have options too
  words: ["options"], // messages in other languages
  time: ["options"],
  schema: ["time", "options"],
  api: ["options", "schema/enums.ts"], // further files of it only for types: the client's runtime loads no zod
  display: ["options"], // what notebooks and terminals show: HTML, text, widths
  progress: ["options", "display"],
  frame: ["options", "time", "display", "progress", "words"],
  show: ["display", "frame", "options", "progress"],
  sleep: ["frame", "options", "time", "series", "display/colors.ts"], // stages have colours
  series: ["frame", "options", "time"],
  experiment: ["frame", "options", "time", "series"],
  places: ["frame", "options", "time"],
  read: ["frame", "options", "time", "display", "progress"],
  plot: ["frame", "options", "time", "sleep", "series", "places", "display", "words"],
  client: ["api", "frame", "options", "time", "display", "progress"],
  store: ["api", "options", "time"],
  service: ["api", "schema", "options", "store", "frame", "time", "sleep", "series", "places"],
  sample: ["read", "options", "frame", "time"],
  cohort: ["frame", "options", "time", "sleep", "series", "places", "display", "progress"], // the verbs that its workers run
  app: [
    "api",
    "client",
    "display",
    "experiment",
    "frame",
    "places",
    "plot",
    "progress",
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
    "schema/enums.ts",
    "words",
  ],
  notebook: ["options", "plot", "display"],
  mcp: [
    "app",
    "client",
    "display",
    "frame",
    "options",
    "places",
    "plot",
    "series",
    "sleep",
    "time",
  ],
  // Signing in is the client's, backups the store's: a layer in app would only pass them on.
  cli: ["app", "client", "cohort", "mcp", "notebook", "options", "service", "store", "words"],
};

/** Types may also come from these folders: models, columns and instants, without code that runs. */
export const TYPES_FROM: Readonly<Record<string, readonly string[]>> = {
  api: [
    "schema",
    "frame/columns/calculations.ts",
    "frame/columns/schema.ts",
    "time/instant.ts",
    "time/length.ts",
    "time/zone.ts",
  ],
  read: ["api/fields/metricTable.ts"],
  mcp: ["api/fields/metricTable.ts"],
  store: ["schema"],
  client: ["schema"],
  app: ["schema"],
};

/** Entry of {@linkcode ROOMS} for all rooms that it does not list. They may not import each other. */
export const OTHERS = "*";

/**
 * Rooms of the folders that have any, from the lowest to the highest. A room may import only from the
 * rooms before it; the files in the folder itself may import from all of them.
 */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  options: ["suggestions"],
  schema: ["checks", "parts"],
  api: ["fields"],
  frame: ["columns", "arrow", "table", "polars", "formats", "cells", "cite"],
  sleep: ["stages", "kernel", "nights", "agreement", "clones", "scoring"],
  series: ["clock", "input", "units", "windows", "numerics", "statistics", "thin", "describe"],
  read: ["csv", "zip", "export", "rules", "fit", "*"], // other rooms are a vendor each
  plot: ["picture", "axis", "marks", "groups", "days", "nights"],
  client: ["errors", "request", "http", "response", "auth", "pieces"],
  store: ["sqlite", "imports"],
  service: [
    "http",
    "names",
    "encode",
    "types",
    "sharing",
    "auth",
    "records",
    "metrics",
    "sleep",
    "locations",
    "participants",
    "calendars",
    "files",
    "annotations",
    "user",
    "openapi",
  ],
  sample: ["nights", "life", "records", "days"],
  app: [
    "guide",
    "page",
    "ask",
    "nights",
    "days",
    "records",
    "report",
    "mirror",
    "export",
    "health", // restores what export wrote, by the rules of mirror
    "sample",
  ],
  notebook: ["format", "zmtp", "kernel", "bridge"],
  mcp: ["parts", "tools"],
  cli: ["args"],
};

/** Packages that a folder may import, types included, so that replacing one touches few folders. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  options: [ // loads them late
    "@date-fns/tz",
    "@date-fns/utc",
    "@expo-google-fonts/source-sans-3",
    "apache-arrow",
    "date-fns",
    "date-fns-tz",
    "string-width",
  ],
  time: ["@date-fns/tz", "date-fns", "date-fns-tz"],
  schema: ["ajv", "croner", "culori", "re2js", "zod"],
  api: ["zod"],
  display: ["string-width"],
  frame: ["apache-arrow", "nodejs-polars", "write-excel-file"],
  sleep: ["d3-array"],
  series: ["d3-array"],
  places: ["@photostructure/tz-lookup", "geokdbush", "kdbush"],
  read: ["@zip.js/zip.js", "@date-fns/utc", "date-fns", "fit-file-parser", "ical.js", "saxes"],
  experiment: ["ical.js"],
  plot: ["@observablehq/plot", "@resvg/resvg-js", "d3-array", "linkedom", "suncalc"],
  client: ["ky", "oauth4webapi"],
  service: ["apache-arrow", "hono", "zod"],
  sample: ["d3-array"],
  cohort: ["@grpc/grpc-js", "@grpc/proto-loader"],
  app: ["d3-array"],
  notebook: ["markdown-it"],
  mcp: ["@modelcontextprotocol/server", "zod"],
  cli: ["nodemailer"],
};

/** Returns why a folder may not import a package, or `undefined` if it may. */
function refusalOfPackage(folder: string, source: string): string | undefined {
  const name = source.split("/").slice(0, source.startsWith("@") ? 2 : 1).join("/");
  if (name.startsWith("node:") || PACKAGES[folder]?.includes(name)) return undefined;
  return `src/${folder} must not import ${name}, not even its types`;
}

/** Folders that only run in Deno. All others are also published for Node. */
const DENO_ONLY: readonly string[] = ["cli", "cohort", "notebook"];

/** Why `.pathname` of a file URL is refused: it is percent-encoded, and begins with a slash before a drive. */
const NOT_A_PATH = "the pathname of a file URL is not a path: use fileURLToPath()";

/** Matches an expression that makes a file URL. */
const FILE_URL = /\bnew URL\(.*\bimport\.meta\b|\bnew URL\(.*["'`]file:|\bpathToFileURL\(/s;

/** Returns the reason why a file may not use an API that only Deno has; `undefined` if it may. */
export function refusalOfDeno(file: string): string | undefined {
  const folder = /\/src\/([^/]+)\/.+$/.exec(file)?.[1];
  if (folder === undefined || DENO_ONLY.includes(folder)) return undefined;
  return `src/${folder} is packed for Node too: use modules such as node:fs/promises and node:process`;
}

/** Why an import from a file of `src/` is not allowed, or undefined if it is. */
export function refusal(file: string, source: string, typesOnly: boolean): string | undefined {
  const importer = /\/src\/([^/]+)\/.+$/.exec(file)?.[1];
  if (importer === undefined) return undefined;
  if (!source.startsWith(".")) return refusalOfPackage(importer, source);
  const target = posix.resolve(posix.dirname(file.replaceAll("\\", "/")), source);
  if (target.endsWith("/mod.ts") && !target.includes("/src/")) {
    return "mod.ts only lists: import from the file that has it";
  }
  const path = /\/src\/(.+)$/.exec(target)?.[1];
  if (target.endsWith("/deno.json")) { // no package has it
    return importer === "cli" ? undefined : "the version stands in options/version.ts";
  }
  if (path === undefined) return `src/ must not import ${source}, which lies outside of it`;
  const folder = path.split("/", 1)[0]!;
  if (folder === importer) return upward(folder, roomOf(file), roomOf(target));
  const isListed = (list: readonly string[] = []): boolean =>
    list.includes(folder) || list.includes(path);
  if (isListed(MAY_IMPORT[importer])) return undefined;
  if (typesOnly && isListed(TYPES_FROM[importer])) return undefined;
  return `src/${importer} must not import from src/${folder}`;
}

/** Returns the room of a file; `undefined` if the file is directly in the folder. */
function roomOf(path: string): string | undefined {
  return /\/src\/[^/]+\/([^/]+)\/[^/]+$/.exec(path)?.[1];
}

/** Why a room may not import from another of its folder, or from the folder itself. */
function upward(folder: string, from: string | undefined, to: string | undefined) {
  const rooms = ROOMS[folder];
  if (rooms === undefined || from === undefined || from === to) return undefined;
  const above = rooms.includes(from) ? rooms.indexOf(from) : rooms.indexOf(OTHERS);
  if (to !== undefined && rooms.slice(0, Math.max(above, 0)).includes(to)) return undefined;
  const target = to === undefined ? `src/${folder}` : `src/${folder}/${to}`;
  return `src/${folder}/${from} must not import from ${target}, which is not below it`;
}

const plugin: Deno.lint.Plugin = {
  name: "lifeframe",
  rules: {
    "no-deno-in-packed": {
      create(context) {
        const message = refusalOfDeno(context.filename);
        if (message === undefined) return {};
        return {
          MemberExpression(node) {
            if (node.object.type !== "Identifier" || node.object.name !== "Deno") return;
            context.report({ node, message });
          },
        };
      },
    },
    "no-pathname-of-file-url": {
      create(context) {
        const fileUrls = new Set<string>();
        return {
          VariableDeclarator(node) {
            if (node.id.type !== "Identifier" || node.init === null) return;
            const isUrl = node.init.type === "NewExpression" || node.init.type === "CallExpression";
            if (isUrl && FILE_URL.test(context.sourceCode.getText(node.init))) {
              fileUrls.add(node.id.name);
            }
          },
          MemberExpression({ object, property, parent }) {
            if (property.type !== "Identifier" || property.name !== "pathname") return;
            const text = context.sourceCode.getText(object);
            const isPath = parent.type === "ConditionalExpression" &&
              / instanceof URL$/.test(context.sourceCode.getText(parent.test));
            if (isPath || fileUrls.has(text) || FILE_URL.test(text)) {
              context.report({ node: property, message: NOT_A_PATH });
            }
          },
        };
      },
    },
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
