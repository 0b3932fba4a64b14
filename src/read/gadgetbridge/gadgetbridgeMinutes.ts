import type { GadgetSample } from "./gadgetbridgeDatabase.ts";
import type { SampleTaker, TakerContext } from "./gadgetbridgeTaker.ts";

/** Interval of one stage. */
interface Stretch {
  readonly start: number;
  readonly where: string;
  readonly source: string;
  readonly stage: number;
  end: number;
}

/** Describes a table with one row per minute: its columns, and how they determine the stage. */
interface Minutes {
  readonly columns: readonly string[];
  /** Returns the stage of a row; `undefined` if awake or not worn. */
  stageOf(sample: GadgetSample, type: string): number | undefined;
  /** Returns the end in microseconds since 1970. @default a minute later */
  endOf?(sample: GadgetSample): number;
  /** `true` if the rows only count without finer data. @default false */
  readonly coarse?: boolean;
}

const MINUTE = 60e6;
const SLEEP = 120, ASLEEP = 127, REM = 55, DEEP = 42;

/** Kinds of rows of Mi Bands, without and with the first model, which has its own kinds. */
const BAND: Readonly<Record<number, number>> = { 9: 3, 11: 4 };
const FIRST_BAND: Readonly<Record<number, number>> = { 4: 4, 5: 3 };
const UNCHANGED = new Set([0, 10]);

const HUAWEI: Readonly<Record<number, number>> = { 1: 3, 2: 5, 3: 4, 4: 2, 5: 1 };
const OLD_HUAWEI: Readonly<Record<number, number>> = { 6: 3, 7: 4 };

const TABLES: Readonly<Record<string, () => Minutes>> = {
  HUAMI_EXTENDED_ACTIVITY_SAMPLE: () => ({
    columns: ["RAW_KIND", "REM_SLEEP", "DEEP_SLEEP"],
    stageOf: (sample) => {
      if (sample.value("RAW_KIND") !== SLEEP) return undefined;
      if (((sample.value("REM_SLEEP") ?? 0) & ASLEEP) > REM) return 5;
      return ((sample.value("DEEP_SLEEP") ?? 0) & ASLEEP) > DEEP ? 4 : 3;
    },
  }),
  MI_BAND_ACTIVITY_SAMPLE: () => {
    const last = new Map<number, number>(); // the last kind of each device
    return {
      columns: ["RAW_KIND"],
      stageOf: (sample, type) => {
        const kind = sample.value("RAW_KIND") ?? -1;
        if (type === "MIBAND" || type === "10") return FIRST_BAND[kind]; // 10 in older databases
        const low = kind < 0 ? kind : kind & 0xf;
        if (!UNCHANGED.has(low)) last.set(sample.device, low);
        return BAND[last.get(sample.device) ?? 0];
      },
    };
  },
  HUAWEI_SLEEP_STAGE_SAMPLE: () => ({
    columns: ["STAGE"],
    stageOf: (sample) => HUAWEI[sample.value("STAGE") ?? 0],
  }),
  HUAWEI_ACTIVITY_SAMPLE: () => ({
    columns: ["RAW_KIND", "OTHER_TIMESTAMP"],
    stageOf: (sample) => OLD_HUAWEI[sample.value("RAW_KIND") ?? 0],
    endOf: (sample) => (sample.value("OTHER_TIMESTAMP") ?? 0) * 1e6,
    coarse: true,
  }),
};

/**
 * Reads sleep stages from tables with one row per minute; consecutive rows of a stage become one
 * interval.
 */
export function takeMinutes(table: string, context: TakerContext): SampleTaker | undefined {
  const minutes = TABLES[table]?.();
  return minutes && takeStretches(minutes, context);
}

function takeStretches(
  { columns, stageOf, endOf = ({ time }) => time + MINUTE, coarse }: Minutes,
  { collector, database }: TakerContext,
): SampleTaker {
  const open = new Map<number, Stretch>(); // by device
  const close = ({ where, ...stretch }: Stretch): void => {
    if (coarse) collector.coarseStage(stretch, where);
    else collector.stage(stretch, where);
  };
  const row: SampleTaker["row"] = (sample) => {
    const { time: start, device, source, where } = sample, end = endOf(sample);
    if (end <= start) return; // the second row of an interval, which marks its end
    const stage = stageOf(sample, database.typeOf(device)), last = open.get(device);
    if (last !== undefined && last.stage === stage && start <= last.end) {
      last.end = Math.max(last.end, end);
      return;
    }
    if (last !== undefined) close(last);
    if (stage === undefined) open.delete(device);
    else open.set(device, { start, end, stage, source, where });
  };
  return {
    columns,
    row,
    end: () => {
      for (const stretch of open.values()) close(stretch);
    },
  };
}
