import type { Condition } from "./conditions.ts";
import type { Json } from "./json.ts";

/** One step of a query, as JSON: what a worker does with the rows of one person. */
export type Step =
  | { readonly kind: "select"; readonly columns: readonly string[] }
  | { readonly kind: "where"; readonly conditions: readonly Condition[] }
  | { readonly kind: "verb"; readonly verb: string; readonly args: readonly Json[] }
  | { readonly kind: "module"; readonly module: string; readonly args: readonly Json[] };

/** Rows of a table, and what is done with them: a plain description, which either back end carries out. */
export interface Query {
  /** The table. */
  readonly table: string;
  /** Its steps in order. */
  readonly steps: readonly Step[];
}

/** The conditions and columns before the first verb, which the back end evaluates itself. */
export interface Selection {
  /** The conditions, all of which must hold. */
  readonly conditions: readonly Condition[];
  /** The columns to keep in addition to `person`; undefined if all are. */
  readonly columns: readonly string[] | undefined;
}

/** What selects rows of the table, and the steps that workers carry out, person by person. */
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

/** What a query computes, in a few words: `sleep.merge of stages`. */
export function describeQuery({ table, steps }: Query): string {
  const verbs = steps.flatMap((step) =>
    step.kind === "verb" ? [step.verb] : step.kind === "module" ? [step.module] : []
  );
  return verbs.length === 0 ? table : `${verbs.join(", ")} of ${table}`;
}
