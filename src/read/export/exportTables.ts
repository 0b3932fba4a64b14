import type { ExportColumns } from "./exportRows.ts";

/** A sample; times in microseconds since 1970. */
export interface ExportSample {
  /** When it begins, or was. */
  readonly start: number;
  /** When it ends. @default start: it is of a moment */
  readonly end?: number | undefined;
  /** How much. */
  readonly value: number;
  /** In which unit, as the wire writes it. */
  readonly unit: string | null;
  /** From which device or program. */
  readonly source: string;
}

/** What may be told of a row beyond its time; each null or left out where it is not known. */
type Optional<N extends string, T> = { readonly [K in N]?: T | null | undefined };

/** What a source tells apart that tells all stages apart, and one that tells only sleep from wake. */
export const ALL_STAGES = "awake light deep rem", SLEEP_AND_WAKE = "awake";

/** A stage of sleep, a code of table `consumer`. */
export interface ExportStage extends Omit<ExportSample, "value" | "unit"> {
  /** 0 in bed, 1 asleep, 2 awake, 3 light (core), 4 deep, 5 REM. */
  readonly stage: number;
  /** What the source tells apart, of `awake light deep rem`. @default what the stages around it show */
  readonly known?: string | undefined;
}

/** A workout. */
export interface ExportWorkout
  extends
    Omit<ExportSample, "value" | "unit">,
    Optional<"duration_s" | "distance_m" | "energy_kcal", number>,
    Optional<"activity", string> {}

/** A place at a moment. */
export interface ExportLocation
  extends
    Pick<ExportSample, "source">,
    Optional<"altitude_meters" | "horizontal_accuracy_meters" | "speed", number> {
  /** When, in microseconds since 1970. */
  readonly time: number;
  /** Degrees north. */
  readonly latitude_degrees: number;
  /** Degrees east. */
  readonly longitude_degrees: number;
}

/** Something that happened or was noted. */
export interface ExportEvent
  extends
    Omit<ExportSample, "value" | "unit">,
    Optional<"title" | "notes" | "location" | "calendar", string>,
    Optional<"all_day", boolean> {}

const SPAN = { start_time: "time", end_time: "time" } as const;
/** The columns of samples. */
export const SAMPLE: ExportColumns = { ...SPAN, value: "float64", unit: "text", source: "text" };
/** The columns of what is no sample. */
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
