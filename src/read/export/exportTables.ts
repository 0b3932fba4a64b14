import type { ExportColumns } from "./exportRows.ts";

/** A sample, with times in microseconds since 1970. */
export interface ExportSample {
  readonly start: number;
  /** @default start: it is a moment */
  readonly end?: number | undefined;
  readonly value: number;
  /** Unit in wire format. */
  readonly unit: string | null;
  /** Device or program. */
  readonly source: string;
}

/** Optional values of a row, null or missing if unknown. */
type Optional<N extends string, T> = { readonly [K in N]?: T | null | undefined };

/** Words of a source that detects all stages, and of one that only detects sleep and wake. */
export const ALL_STAGES = "awake light deep rem", SLEEP_AND_WAKE = "awake";

/** A sleep stage with a code of table `consumer`. */
export interface ExportStage extends Omit<ExportSample, "value" | "unit"> {
  /** 0 in bed, 1 asleep, 2 awake, 3 light (core), 4 deep, 5 REM. */
  readonly stage: number;
  /**
   * Stages that the source detects, of `awake light deep rem`. @default what the stages around it
   * show
   */
  readonly known?: string | undefined;
}

export interface ExportWorkout
  extends
    Omit<ExportSample, "value" | "unit">,
    Optional<"duration_s" | "distance_m" | "energy_kcal", number>,
    Optional<"activity", string> {}

/** A measured location. */
export interface ExportLocation
  extends
    Pick<ExportSample, "source">,
    Optional<"altitude_meters" | "horizontal_accuracy_meters" | "speed", number> {
  /** Time in microseconds since 1970. */
  readonly time: number;
  readonly latitude_degrees: number;
  readonly longitude_degrees: number;
}

/** An event or a note. */
export interface ExportEvent
  extends
    Omit<ExportSample, "value" | "unit">,
    Optional<"title" | "notes" | "location" | "calendar", string>,
    Optional<"all_day", boolean> {}

const SPAN = { start_time: "time", end_time: "time" } as const;
/** Columns of samples. */
export const SAMPLE: ExportColumns = { ...SPAN, value: "float64", unit: "text", source: "text" };
/** Columns of all other tables. */
export const TABLES = {
  sleep: { ...SPAN, sleep_stage: "int64", source: "text", stages_known: "text" },
  workouts: {
    ...SPAN,
    duration_s: "float64",
    distance_m: "float64",
    energy_kcal: "float64",
    activity: "text",
    source: "text",
  },
  locations: {
    time: "time",
    latitude_degrees: "float64",
    longitude_degrees: "float64",
    altitude_meters: "float64",
    horizontal_accuracy_meters: "float64",
    speed: "float64",
    source: "text",
  },
  events: {
    ...SPAN,
    title: "text",
    notes: "text",
    location: "text",
    all_day: "bool",
    calendar: "text",
    source: "text",
  },
} as const satisfies Record<string, ExportColumns>;
