import { byName } from "./byName.ts";
import { describeValue } from "./describeValue.ts";
import { suggest } from "./suggest.ts";

/**
 * Which options a function has: each name with `true`, or with a table of its own where the option
 * is itself a set of options. The compiler holds it complete.
 */
export type OptionTable<T> = { readonly [K in keyof T]-?: true | NestedTable<NonNullable<T[K]>> };

type NestedTable<V> = V extends readonly unknown[] | ((...args: never) => unknown) ? never
  : V extends object ? OptionTable<V>
  : never;

/** A table as it is read: names, and below them `true` or another table. */
type Names = { readonly [name: string]: true | Names };

/**
 * Refuses options that a function does not have, for callers whose types nobody checks, as in
 * notebooks: a misspelt option would otherwise be ignored and give another number.
 *
 * ```ts ignore
 * checkOptions("merge stages", options, OPTIONS);
 * ```
 *
 * @param action What could not be done, the message's beginning: `"merge stages"`.
 * @param options What the caller gave; without any there is nothing to check.
 * @param table The options that there are; options that are sets of options have tables of their own.
 * @param needed The options that the function cannot do without, in words: `"every"`.
 * @throws {TypeError} if the options are no object, lack what is needed, or have a name that does not
 * exist; the message names the nearest that does
 */
export function checkOptions<T extends object>(
  action: string,
  options: T | undefined,
  table: OptionTable<NoInfer<T>>,
  needed?: string,
): void {
  if (options === undefined) {
    if (needed === undefined) return;
    throw new TypeError(`Cannot ${action}: it has no options; it needs ${needed}`);
  }
  if (!isSetOfOptions(options)) {
    throw new TypeError(
      `Cannot ${action}: options is ${describeValue(options)}, expected an object` +
        byName(options, Object.keys(table)) +
        (needed === undefined ? "" : `; it needs ${needed}`),
    );
  }
  checkNames(action, "options", options, table as Names);
}

function checkNames(action: string, what: string, given: object, table: Names): void {
  for (const [name, value] of Object.entries(given)) {
    const below = Object.hasOwn(table, name) ? table[name] : undefined;
    if (below === undefined) {
      const where = what === "options" ? "" : ` in ${what}`;
      throw new TypeError(
        `Cannot ${action}: there is no option ${JSON.stringify(name)}${where}` +
          suggest(name, Object.keys(table)),
      );
    }
    const path = what === "options" ? name : `${what}.${name}`;
    if (below !== true && isSetOfOptions(value)) checkNames(action, path, value, below);
  }
}

function isSetOfOptions(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    !(value instanceof Promise);
}
