import type { Zones } from "../../time/zone.ts";
import type { ColumnNames } from "../../frame/columns/columnNames.ts";
import { optionNames } from "../../options/checkOptions.ts";
import type { Stages } from "./stageTables.ts";

/** How a frame of stages is read: options of every verb that takes one. */
export interface StageFrameOptions {
  /** What the stage codes mean. @default what the frame says in `stage_table`, else "consumer" */
  stages?: Stages;
  /** The IANA zone in which times without one are read, and times of the result are shown. @default the zone of the frame's `start_time` */
  tz?: Zones;
  /** Columns whose values make groups, such as `user`: each is computed for itself, and these columns come first. @default none */
  by?: string | readonly string[];
  /** Names of the frame's columns where they differ from the usual ones, `{ start_time: "begin" }`. @default none */
  columns?: ColumnNames;
}

/** Which of them there are. */
export const STAGE_FRAME_OPTIONS = optionNames<StageFrameOptions>()("stages tz by columns");
