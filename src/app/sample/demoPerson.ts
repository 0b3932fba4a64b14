import { Random } from "../../sample/life/random.ts";
import { sampleZone } from "../../sample/life/sampleUntil.ts";
import { HOUR_MS, MINUTE_MS } from "../../time/units.ts";
import { zonedTime } from "../../time/zones.ts";

/** A synthetic person, as `writeCohort` takes it. */
export interface DemoPerson {
  /** Number from 1. */
  readonly person: number;
  /** IANA zone where the person lives. */
  readonly zone: string;
  /** Age in years, and its group, such as `20 to 39`. */
  readonly about: { readonly age: number; readonly group: string };
  /** Sleep stages of the table `consumer`, and heart rates. */
  readonly tables: {
    readonly stages: { start_time: Date; end_time: Date; sleep_stage: number }[];
    readonly heart_rate: { time: Date; bpm: number }[];
  };
}

/** Data of the sample's person; times in milliseconds UTC. */
export interface Original {
  readonly stages: readonly { from: number; to: number; stage: number }[];
  readonly beats: readonly { at: number; rate: number }[];
}

/** Zones of the people: different daylight saving changes, one offset of 45 minutes. */
const ZONES = [
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "Pacific/Auckland",
  "Africa/Cairo",
  "America/Sao_Paulo",
  "Asia/Tokyo",
] as const;

/** Sleep after more than this time awake is a separate sleep. */
const APART = 4 * HOUR_MS;

/** Stages of the table `consumer`. */
const AWAKE = 2, LIGHT = 3, DEEP = 4;

/** Creates a person from the original: moved to a zone, and changed by age and chance. */
export function demoPerson(person: number, { stages, beats }: Original, seed: number): DemoPerson {
  const random = new Random(seed, "person", person), zone = ZONES[person % ZONES.length]!;
  const age = 20 + person * 37 % 61, years = age - 20;
  const group = age < 40 ? "20 to 39" : age < 60 ? "40 to 59" : "60 to 80";
  const habit = (random.between(-45, 45) - years) * MINUTE_MS;
  const loose = random.between(1, 1.5) - years / 80;
  const usual = random.between(0.92, 1.08) - years / 350;
  let begin = 0, end = -Infinity, moved = 0, length = 1; // of the sleep that is being made
  const rows = stages.map(({ from, to, stage }) => {
    if (from - end > APART) {
      const local = zonedTime(BigInt(from) * 1000n, sampleZone);
      const isFree = local.dayOfWeek >= 6, isNap = local.hour >= 6 && local.hour < 20;
      const late = (loose - 1) * (minutesFromMidnight(local) - 120) + (isFree ? 80 - years : 0);
      begin = from;
      moved = delay(from, zone) + habit + (isNap ? 0 : late * MINUTE_MS);
      length = usual + (isFree ? 0.1 : 0) + random.between(-0.05, 0.05);
    }
    end = to;
    const wakes = random.chance(years / 400), isLight = random.chance(years / 90);
    return {
      start_time: new Date(begin + (from - begin) * length + moved),
      end_time: new Date(begin + (to - begin) * length + moved),
      sleep_stage: wakes ? AWAKE : stage === DEEP && isLight ? LIGHT : stage,
    };
  });
  const heart_rate = beats.map(({ at, rate }) => ({
    time: new Date(at + habit + delay(at, zone)),
    bpm: 68 + (rate - 68) * (1 - years / 150) + random.between(-3, 3),
  }));
  return { person, zone, about: { age, group }, tables: { stages: rows, heart_rate } };
}

/** Returns the minutes after the nearest midnight; negative in the evening. */
function minutesFromMidnight({ hour, minute }: Temporal.ZonedDateTime): number {
  return 60 * (hour < 20 ? hour : hour - 24) + minute;
}

/** Returns how much later clocks in a zone show the sample's local time, in milliseconds. */
function delay(at: number, zone: string): number {
  const here = zonedTime(BigInt(at) * 1000n, sampleZone).toPlainDateTime();
  return here.toZonedDateTime(zone).epochMilliseconds - at;
}
