import { evaluate } from "../kernel/evaluate.ts";
import type { Kernel } from "../kernel/kernel.ts";

/** Properties of a value in the kernel that completion and help need. */
export interface Value {
  /** Names of its columns, if it is a frame. */
  readonly columns: readonly string[];
  /** `DataFrame`, `Series`, `LazyDataFrame`, `Expr`, or its type. */
  readonly kind: string;
  /** Names of its own and inherited members, without the members that every object has. */
  readonly names: readonly string[];
  /** One-line description. */
  readonly text: string;
}

/** Matches an expression without side effects: names, `pl.col("a")`, a string. */
const HARMLESS =
  /(?:\bpl\.(?:col|lit)\((["'])[^"'\n]*\1\)|(?<![\w$.)\]])[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*|(["'])[^"'\n]*\2)$/;

/** Returns the harmless expression at the end of a text. */
export function harmlessEnd(text: string): string | undefined {
  return HARMLESS.exec(text)?.[0];
}

const DESCRIBE = `(value) => {
  // Some objects throw if they lack a name; frames do not list their methods.
  const read = (name) => { try { return value[name]; } catch { return undefined; } };
  const has = (...names) => names.every((name) => typeof read(name) === "function");
  const kind = has("frameEqual", "getColumn") ? "DataFrame" : has("toFrame", "seriesEqual") ? "Series"
    : has("collectSync") ? "LazyDataFrame" : has("alias", "over") ? "Expr" : typeof value;
  const names = new Set();
  for (let at = Object(value); at && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const name of Reflect.ownKeys(at)) if (typeof name === "string") names.add(name);
  }
  const columns = kind === "DataFrame" || kind === "LazyDataFrame" ? [...value.columns] : [];
  const text = kind === "DataFrame" ? value.height + " rows, columns " + columns.join(", ")
    : kind === "function" ? (value.name || "function") + "(" + "…".repeat(value.length > 0) + ")"
    : kind === "object"
      ? value === null ? "null" : read("constructor")?.name ?? "members: " + [...names].join(", ")
    : kind === "Series" ? value.length + " values of " + value.name : String(value);
  return { kind, columns, text: text.slice(0, 300), names: [...names].slice(0, 1000) };
}`;

/** Describes the values of harmless expressions; `undefined` for one that throws. */
export async function describeValues(
  kernel: Kernel,
  expressions: readonly string[],
): Promise<(Value | undefined)[]> {
  const attempts = expressions.map((one) =>
    `(() => { try { return describe(${one}); } catch { return null; } })()`
  );
  const found = await evaluate(
    kernel,
    `((describe) => [${attempts.join(", ")}])(${DESCRIBE})`,
  ) as (Value | null)[];
  return found.map((value) => value ?? undefined);
}

/**
 * Returns the columns of all frames that the code names, or of all `others` if it names no frame.
 */
export async function columnsNamedIn(
  kernel: Kernel,
  code: string,
  others: ReadonlySet<string>,
): Promise<string[]> {
  const words =
    code.replaceAll(/(["'`])(?:\\.|(?!\1).)*\1/g, "").match(/(?<![\w$.])[A-Za-z_$][\w$]*/g) ?? [];
  const names = new Set(words.filter((name) => !RESERVED.test(name)));
  for (const set of [names, others]) {
    const values = await describeValues(kernel, [...set].slice(-100));
    const columns = new Set(values.flatMap((value) => value?.columns ?? []));
    if (columns.size > 0) return [...columns];
  }
  return [];
}

/** Reserved words, which are not expressions. */
const RESERVED =
  /^(?:await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|export|extends|finally|for|function|if|import|in|instanceof|let|new|return|static|super|switch|throw|try|typeof|var|void|while|with|yield)$/;
