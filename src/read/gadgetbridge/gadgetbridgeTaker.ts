import type { RuleContext } from "../export/readExport.ts";
import type { GadgetbridgeDatabase, GadgetSample } from "./gadgetbridgeDatabase.ts";

/** Context of a taker. */
export interface TakerContext extends RuleContext {
  readonly database: GadgetbridgeDatabase;
}

/** Reads data from the rows of a table, in order of time. */
export interface SampleTaker {
  /** Columns that it reads. */
  readonly columns: readonly string[];
  row(sample: GadgetSample): void;
  /** Adds data that depends on the last row. @default nothing */
  end?(): void;
}

/** Returns a taker for a table; `undefined` if it reads nothing from the table. */
export type TakerOf = (table: string, context: TakerContext) => SampleTaker | undefined;
