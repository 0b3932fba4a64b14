/** What a statistic of a night is, and who defines it so. */
export interface StatisticDefinition {
  /** Its name; of those for each stage, that of N1. */
  readonly name: string;
  /** Its unit. */
  readonly unit: "min" | "%" | "1/h" | "count";
  /** What it is. */
  readonly value: string;
  /** Who defines it so, where they differ also who does not. */
  readonly source: string;
}

const YASA = "yasa 0.8";

/**
 * The statistics of `sleep.statistics`, in their order, each with the source that defines it so. Those
 * of stages are listed for N1; each stage of the table has them, time awake without a share.
 */
export const STATISTICS: readonly StatisticDefinition[] = [
  { name: "TIB", unit: "min", value: "the bed period", source: YASA },
  {
    name: "SPT",
    unit: "min",
    value: "from the start of the first sleep to the end of the last",
    source: YASA,
  },
  { name: "TST", unit: "min", value: "time asleep", source: YASA },
  {
    name: "WASO",
    unit: "min",
    value: "time awake in `SPT`, to the last sleep; `SPT` is `TST + WASO + X`",
    source: "yasa 0.8, Dreem's sleep endpoints; others count to lights on, see `WASOtib`",
  },
  {
    name: "WASOtib",
    unit: "min",
    value: "`TIB - SOL - TST`, to lights on; with what is not known",
    source: "Menghini 2021; as wake to lights on also doi 10.1186/s40359-016-0107-6, table 1",
  },
  { name: "X", unit: "min", value: "time not known in `SPT`", source: "this toolkit" },
  { name: "Xtib", unit: "min", value: "time not known in the bed period", source: "this toolkit" },
  { name: "SE", unit: "%", value: "`TST` as a share of `TIB`", source: YASA },
  { name: "SME", unit: "%", value: "`TST` as a share of `SPT`", source: YASA },
  { name: "SOL", unit: "min", value: "from lights off to the first sleep", source: YASA },
  {
    name: "SOL5",
    unit: "min",
    value: "to the first unbroken sleep of at least 5 minutes",
    source: "yasa 0.8, as `SOL_5min`",
  },
  {
    name: "LPS10",
    unit: "min",
    value: "to the first unbroken sleep of at least 10 minutes",
    source: "Dreem's sleep endpoints, latency to persistent sleep",
  },
  {
    name: "REM_latency",
    unit: "min",
    value: "from the first sleep to the first REM sleep",
    source: "Dreem's sleep endpoints; the AASM by yasa's discussion 148",
  },
  {
    name: "REM_latency_lightsoff",
    unit: "min",
    value: "from lights off to the first REM sleep",
    source: "yasa 0.8, as `Lat_REM`; doi 10.1186/s40359-016-0107-6, table 1",
  },
  {
    name: "awakenings",
    unit: "count",
    value: "direct changes from sleep to wake in `SPT`, thus without the last one",
    source: "yasa's transitions, counted in `SPT`",
  },
  {
    name: "SFI",
    unit: "1/h",
    value: "direct changes from sleep to wake, the last too, by hour of `TST`",
    source: YASA,
  },
  {
    name: "SFI_N1",
    unit: "1/h",
    value: "changes from sleep to wake or N1 by hour of `TST`, where the table has N1",
    source: "Haba-Rubio 2004",
  },
  { name: "N1_min", unit: "min", value: "minutes of a stage", source: YASA },
  {
    name: "N1_pct",
    unit: "%",
    value: "their share of `TST`",
    source: "yasa 0.8, Dreem's sleep endpoints",
  },
  { name: "N1_runs", unit: "count", value: "unbroken runs of a stage", source: "yasa's periods" },
  { name: "N1_run_median", unit: "min", value: "their median length", source: "yasa's periods" },
  { name: "N1_run_longest", unit: "min", value: "the longest of them", source: "yasa's periods" },
];
