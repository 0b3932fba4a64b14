import type { RuleContext } from "../export/readExport.ts";
import type { GadgetbridgeDatabase, GadgetSample } from "./gadgetbridgeDatabase.ts";

/** What a taker is handed. */
export interface TakerContext extends RuleContext {
  /** The database. */
  readonly database: GadgetbridgeDatabase;
}

/** Takes what it knows from the rows of a table, in order of time. */
export interface SampleTaker {
  /** The columns that it reads. */
  readonly columns: readonly string[];
  /** Takes a row. */
  row(sample: GadgetSample): void;
  /** Takes what only the last row tells. @default nothing */
  end?(): void;
}

/** Gives what takes from a table; undefined where there is nothing in it for it. */
export type TakerOf = (table: string, context: TakerContext) => SampleTaker | undefined;
