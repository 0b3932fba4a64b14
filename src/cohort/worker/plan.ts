import type { ColumnType } from "../../frame/columns/schema.ts";
import type { Step } from "../query.ts";
import type { CellType } from "../tableSchema.ts";

/** Task of a worker, passed as an argument on its command line. */
export interface WorkerPlan {
  /** Steps for the rows of each person. */
  readonly steps: readonly Step[];
  /** Returns rows if true, otherwise only their number. */
  readonly rows: boolean;
  /** Columns of text rows in order, without person and zone; unused for slices. */
  readonly input?: readonly (readonly [name: string, type: CellType])[];
  /** Type of the person in text rows. */
  readonly person?: "int64" | "text";
  /** Columns to write as text, in order. */
  readonly output?: readonly (readonly [name: string, type: ColumnType])[];
}

/** Encodes a plan as one word of a command line: JSON in base64url. */
export function encodePlan(plan: WorkerPlan): string {
  return new TextEncoder().encode(JSON.stringify(plan)).toBase64({
    alphabet: "base64url",
    omitPadding: true,
  });
}

/**
 * Decodes a plan.
 *
 * @throws {SyntaxError} if it is invalid
 */
export function decodePlan(word: string): WorkerPlan {
  const bytes = Uint8Array.fromBase64(word, { alphabet: "base64url" });
  return JSON.parse(new TextDecoder().decode(bytes));
}
