import { nearest } from "../../options/suggestions/nearest.ts";
import { evaluate } from "./evaluate.ts";
import type { Kernel } from "./kernel.ts";
import type { ErrorOutput } from "../format/nbformat.ts";

/** An import statement of a cell. */
interface ImportStatement {
  /** Names that the module must export, with the names that they get. */
  readonly names: readonly ImportedName[];
  /** Name of the module. */
  readonly module: ImportedName;
}

/** A text of the code and its index. */
interface ImportedName {
  readonly text: string;
  readonly index: number;
  /** Name in the cell. */
  readonly local?: string;
}

/** An import at the start of a line, without attributes; `import type` is erased. */
const IMPORT =
  /^[ \t]*import\s+(?!type\b(?!\s*,|\s+from\b))(?:([^"';()=]*?)\s*\bfrom\s*)?(["'])([^"'\n]+)\2(?!\s*with\b)/gm;

/** An error of a cell, as a notebook keeps it. */
export type CellError = Pick<ErrorOutput, "ename" | "evalue" | "traceback">;

/**
 * Finds the import of a cell that fails, or that names a missing export. Deno's kernel gives no
 * reason for the first, and `undefined` for the second.
 *
 * @param kernel A kernel that runs no other code. It loads the modules.
 * @param code The code of the cell.
 * @returns The error with the cell's line and a caret; `undefined` if all imports work.
 */
export async function importFault(kernel: Kernel, code: string): Promise<CellError | undefined> {
  const statements = importsOf(code);
  if (statements.length === 0) return undefined;
  const modules = statements.map(({ module }) => module.text);
  const found = await evaluate(
    kernel,
    `Promise.all(${JSON.stringify(modules)}.map((name) => import(name).then(
      (module) => ({ names: Object.keys(module) }),
      (error) => ({ name: String(error?.name), message: String(error?.message ?? error) }))))`,
  ) as ({ names: string[] } | { name: string; message: string })[];
  for (const [i, { module, names }] of statements.entries()) {
    const result = found[i]!;
    if (!("names" in result)) {
      return faultAt(
        code,
        module,
        result.name,
        `Cannot import "${module.text}": ${result.message}`,
      );
    }
    for (const name of names) {
      if (result.names.includes(name.text) || isTypeOnly(code, name)) continue;
      const near = nearest(name.text, result.names);
      const help = near === undefined ? "" : `; did you mean "${near}"?`;
      const reason = `"${module.text}" has no export "${name.text}"${help}`;
      return faultAt(code, name, "SyntaxError", reason);
    }
  }
  return undefined;
}

/** Returns the static imports of a cell. */
function importsOf(code: string): ImportStatement[] {
  return Array.from(withoutTemplates(code).matchAll(IMPORT), (match) => {
    const [whole, clause = "", , text = ""] = match;
    const module = { text, index: match.index + whole.lastIndexOf(text) };
    return { module, names: namesOf(clause, match.index + whole.indexOf(clause)) };
  });
}

/** A string or a comment of a line, a template, or a comment of several lines. */
const TEXT = /(["'])(?:\\.|(?!\1)[^\\\n])*\1|\/\/.*|`(?:\\.|[^`\\])*`|\/\*[^]*?\*\//g;

/** Blanks texts of several lines, in which a line may look like an import; all indexes stay. */
function withoutTemplates(code: string): string {
  return code.replaceAll(
    TEXT,
    (text) => /^(?:`|\/\*)/.test(text) ? text.replaceAll(/[^\n]/g, " ") : text,
  );
}

/** Returns the names of an import clause such as `a, { b as c, type D }`. */
function namesOf(clause: string, start: number): ImportedName[] {
  const open = clause.indexOf("{");
  const names: ImportedName[] = [];
  const first = /^\s*([\w$]+)/.exec(open < 0 ? clause : clause.slice(0, open));
  if (first) {
    names.push({ text: "default", local: first[1]!, index: start + clause.indexOf(first[1]!) });
  }
  if (open < 0) return names;
  for (const part of clause.slice(open).matchAll(/([\w$]+)(?:\s+as\s+([\w$]+))?\s*(?=[,}])/g)) {
    if (/\btype\s+$/.test(clause.slice(0, open + part.index))) continue;
    names.push({ text: part[1]!, local: part[2] ?? part[1]!, index: start + open + part.index });
  }
  return names;
}

/** Returns whether a name may be a type, which is erased: capital, and never called or read. */
function isTypeOnly(code: string, { text, local = text }: ImportedName): boolean {
  if (!/^[A-Z]/.test(local)) return false;
  return !new RegExp(`\\b${local}\\s*[.(]|\\bnew\\s+${local}\\b`).test(code);
}

/** Returns an error that shows a line of the code and marks a name in it. */
function faultAt(
  code: string,
  { text, index }: ImportedName,
  ename: string,
  evalue: string,
): CellError {
  const before = code.slice(0, index).split("\n"), number = String(before.length);
  const line = code.split("\n")[before.length - 1] ?? "", gap = " ".repeat(number.length);
  const column = before.at(-1)?.length ?? 0;
  const mark = " ".repeat(column) + "~".repeat(line.startsWith(text, column) ? text.length : 1);
  const shown = `${gap} |\n${number} | ${line}\n${gap} | ${mark}`;
  return { ename, evalue, traceback: [`${ename}: ${evalue}\n${shown}`] };
}
