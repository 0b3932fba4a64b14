import type { Condition } from "./conditions.ts";
import type { Json } from "./json.ts";

/** Step of a query as JSON, applied to the rows of one person. */
export type Step =
  | { readonly kind: "select"; readonly columns: readonly string[] }
  | { readonly kind: "where"; readonly conditions: readonly Condition[] }
  | { readonly kind: "verb"; readonly verb: string; readonly args: readonly Json[] }
  | { readonly kind: "module"; readonly module: string; readonly args: readonly Json[] };

/** Rows of a table and the steps on them: a plain description that either back end can execute. */
export interface Query {
  readonly table: string;
  /** Steps in order. */
  readonly steps: readonly Step[];
}

/** Conditions and columns before the first verb; the back end evaluates them itself. */
export interface Selection {
  /** Conditions that must all hold. */
  readonly conditions: readonly Condition[];
  /** Columns to keep in addition to `person`; `undefined` for all. */
  readonly columns: readonly string[] | undefined;
}

/** Divides a query into the selection, and the steps that workers run per person. */
export function splitQuery(query: Query): { selection: Selection; perPerson: readonly Step[] } {
  const isVerb = ({ kind }: Step): boolean => kind === "verb" || kind === "module";
  const first = query.steps.findIndex(isVerb);
  const before = first < 0 ? query.steps : query.steps.slice(0, first);
  const conditions = before.flatMap((step) => step.kind === "where" ? step.conditions : []);
  const columns = before.findLast((step) => step.kind === "select")?.columns;
  return {
    selection: { conditions, columns },
    perPerson: first < 0 ? [] : query.steps.slice(first),
  };
}

/** Describes a query in a few words: `sleep.merge of stages`. */
export function describeQuery({ table, steps }: Query): string {
  const verbs = steps.flatMap((step) =>
    step.kind === "verb" ? [step.verb] : step.kind === "module" ? [step.module] : []
  );
  return verbs.length === 0 ? table : `${verbs.join(", ")} of ${table}`;
}
