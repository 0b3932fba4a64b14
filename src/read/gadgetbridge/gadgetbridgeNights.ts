import { addSleep } from "../fit/fitSleep.ts";
import type { FitMessage } from "../fit/fitMessages.ts";
import type { GadgetSample } from "./gadgetbridgeDatabase.ts";
import type { SampleTaker, TakerContext } from "./gadgetbridgeTaker.ts";

type Stages = Readonly<Record<number, number>>;

/** Stages of rows that have a duration, in minutes or seconds. */
const LASTING: Readonly<Record<string, { unit: number; stages: Stages }>> = {
  COLMI_SLEEP_STAGE_SAMPLE: { unit: 60e6, stages: { 2: 3, 3: 4, 4: 5, 5: 2 } },
  CMF_SLEEP_STAGE_SAMPLE: { unit: 1e6, stages: { 1: 4, 2: 3, 3: 5 } },
};

/** FIT levels, by their numbers in Garmin's rows. */
const LEVELS: Readonly<Record<number, string>> = {
  0: "unmeasurable",
  1: "awake",
  2: "light",
  3: "deep",
  4: "rem",
};
const GARMIN_SLEEP = 74, BEGUN = 0;

/** Xiaomi's stages; all others mean awake. */
const XIAOMI: Stages = { 2: 4, 3: 3, 4: 5 };

/** Maximum length of a stage without an end: 4 hours. */
const LONGEST = 4 * 3600e6;

/** Reads sleep stages that each have a time, with the rule for their end. */
export function takeNights(table: string, context: TakerContext): SampleTaker | undefined {
  if (table in LASTING) return takeLasting(table, context);
  if (table === "GARMIN_SLEEP_STAGE_SAMPLE") return takeEnds(context);
  if (table === "XIAOMI_SLEEP_STAGE_SAMPLE") return takeStarts(context);
  return /_SLEEP_(?:TIME|SESSION)_SAMPLE$/.test(table) ? takeSessions(context) : undefined;
}

function takeLasting(table: string, { collector }: TakerContext): SampleTaker {
  const { unit, stages } = LASTING[table]!;
  const row: SampleTaker["row"] = (sample) => {
    const { time: start, source, where } = sample;
    const length = sample.value("DURATION"), code = sample.value("STAGE");
    const stage = stages[code ?? NaN];
    if (length === undefined || length <= 0) collector.skip("it has no length", where);
    else if (stage === undefined) {
      collector.skip("its stage of sleep is not known", where, String(code));
    } else collector.stage({ start, end: start + length * unit, stage, source }, where);
  };
  return { columns: ["DURATION", "STAGE"], row };
}

/** Reads Garmin's rows, whose time is their end, as in FIT files. */
function takeEnds(context: TakerContext): SampleTaker {
  const levels = new Map<number, FitMessage[]>(), starts = new Map<number, FitMessage[]>();
  const add = (to: Map<number, FitMessage[]>, { time, device }: GadgetSample, more: FitMessage) => {
    to.getOrInsertComputed(device, () => []).push({ timestamp: new Date(time / 1000), ...more });
  };
  for (const sample of context.database.samples("GARMIN_EVENT_SAMPLE", ["EVENT", "EVENT_TYPE"])) {
    if (sample.value("EVENT") === GARMIN_SLEEP && sample.value("EVENT_TYPE") === BEGUN) {
      add(starts, sample, { event: "sleep", event_type: "start" });
    }
  }
  const row: SampleTaker["row"] = (sample) => {
    const code = sample.value("STAGE") ?? NaN;
    add(levels, sample, { sleep_level: LEVELS[code] ?? String(code) });
  };
  const end = () => {
    for (const [device, sleep_level] of levels) {
      const event = starts.get(device) ?? [];
      addSleep({ sleep_level, event }, context.database.sourceOf(device), context);
    }
  };
  return { columns: ["STAGE"], row, end };
}

/** Reads Xiaomi's rows, which last until the next row of the device, or until the wake-up time. */
function takeStarts({ collector, database }: TakerContext): SampleTaker {
  const nights = new Map<number, { start: number; end: number }[]>();
  for (const sample of database.samples("XIAOMI_SLEEP_TIME_SAMPLE", ["WAKEUP_TIME"])) {
    const end = (sample.value("WAKEUP_TIME") ?? 0) * 1000;
    nights.getOrInsertComputed(sample.device, () => []).push({ start: sample.time, end });
  }
  const last = new Map<number, GadgetSample & { readonly night: number }>();
  const place = (device: number, from: number, next: number): number => {
    const all = nights.get(device) ?? [];
    let at = from;
    while (at < all.length && all[at]!.end <= next) at++;
    return at;
  };
  const close = (sample: GadgetSample & { readonly night: number }, next: number): void => {
    const { time: start, source, where, device, night } = sample;
    const ends = (nights.get(device) ?? []).slice(night, night + 8)
      .filter((span) => span.start <= start && start < span.end).map((span) => span.end);
    const woken = Math.max(...ends);
    const end = Math.min(next, woken > start ? woken : next - start <= LONGEST ? next : NaN);
    if (Number.isNaN(end)) collector.skip("nothing tells when its stage of sleep ended", where);
    else {
      const stage = XIAOMI[sample.value("STAGE") ?? NaN] ?? 2;
      collector.stage({ start, end, stage, source }, where);
    }
  };
  const row: SampleTaker["row"] = (sample) => {
    const before = last.get(sample.device);
    if (before !== undefined) close(before, sample.time);
    last.set(sample.device, {
      ...sample,
      night: place(sample.device, before?.night ?? 0, sample.time),
    });
  };
  return {
    columns: ["STAGE"],
    row,
    end: () => {
      for (const sample of last.values()) close(sample, Infinity);
    },
  };
}

/** Minutes of a night that Xiaomi's bands report with it. */
const TOTALS = [
  ["LIGHT_SLEEP_DURATION", "light_sleep_duration"],
  ["DEEP_SLEEP_DURATION", "deep_sleep_duration"],
  ["REM_SLEEP_DURATION", "rem_sleep_duration"],
  ["AWAKE_DURATION", "awake_duration"],
] as const;

/** Reads nights without stages, which count if no stage starts within them. */
function takeSessions({ collector }: TakerContext): SampleTaker {
  const row: SampleTaker["row"] = (sample) => {
    const { time: start, source, where } = sample, end = (sample.value("WAKEUP_TIME") ?? 0) * 1000;
    if (end <= start) return collector.skip("nothing tells when the night ended", where);
    collector.coarseStage({ start, end, stage: 1, source }, where);
    for (const [column, name] of TOTALS) {
      const value = sample.value(column);
      if (value !== undefined) {
        collector.other(name, { start, end, value, unit: "min", source }, where);
      }
    }
  };
  return { columns: ["WAKEUP_TIME", ...TOTALS.map(([column]) => column)], row };
}
