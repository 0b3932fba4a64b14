import type { Zones } from "../../time/zone.ts";
import type { ColumnNames } from "../../frame/columns/columnNames.ts";
import { optionNames } from "../../options/checkOptions.ts";
import type { Stages } from "./stageTables.ts";

/** Options of every verb that reads a stage frame. */
export interface StageFrameOptions {
  /** Stage table of the codes. @default what the frame says in `stage_table`, else "consumer" */
  stages?: Stages;
  /**
   * IANA zone of times without a zone, and of times in the result. @default the zone of the frame's
   * `start_time`
   */
  tz?: Zones;
  /**
   * Columns that form groups, such as `user`: each group is computed separately, and these columns
   * come first. @default none
   */
  by?: string | readonly string[];
  /**
   * Names of the frame's columns that differ from the usual ones: `{ start_time: "begin" }`.
   * @default none
   */
  columns?: ColumnNames;
}

/** Names of these options. */
export const STAGE_FRAME_OPTIONS = optionNames<StageFrameOptions>()("stages tz by columns");
