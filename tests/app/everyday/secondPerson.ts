import { autoregression, normals } from "../../series/simulated.ts";
import { handMade, type HandMadeRecord } from "../handMade.ts";
import { DAYS, FIRST, TZ } from "./madePerson.ts";
import type { Me } from "../../../src/app/me.ts";

/** Effects that are planted in the second person, in the units of the answers. */
export const PLANTED_TOO = {
  /** Minutes of deep sleep per kilometre run on the day before. */
  deepPerKm: 3,
  /** Minutes of light sleep lost after a night shift. */
  asleepAfterShift: -40,
  /** Wake-ups per night more since the baby came. */
  baby: { from: 180, awakenings: 3 },
  /** Change of the resting heart rate with the tablets. */
  tablets: { from: 140, pulse: -4 },
  /** Change of the weight in pounds, the unit of the catalog. */
  diet: { from: 220, weight: -2 },
  /** Steps that the ring counts more than the watch, each day. */
  ringSteps: 600,
  /** Mood on Saturdays, above the other days. */
  saturdayMood: 1.5,
  /** Glucose from noon to two, above the rest of the day, and readings that are missing each day. */
  lunch: { glucose: 90, missing: 4 },
} as const;

/** A run, as planted. */
export interface Run {
  readonly date: string;
  readonly km: number;
  readonly min: number;
}

/** A day of the second person's diary. */
export interface SecondDay {
  readonly [column: string]: string | number | boolean;
  readonly date: string;
  readonly night_shift: boolean;
  readonly coin: boolean;
  readonly sauna: boolean;
  readonly coffee: boolean;
  readonly headache: boolean;
  readonly mood: number;
}

/** The second person: a runner with shifts, a baby, tablets, a glucose sensor and two watches. */
export interface SecondPerson {
  readonly me: Me & AsyncDisposable;
  readonly diary: readonly SecondDay[];
  readonly runs: readonly Run[];
  /** Readings of glucose in October. */
  readonly glucose: readonly number[];
}

/** Creates the person. */
export async function secondPerson(seed = 7): Promise<SecondPerson> {
  const normal = normals(seed), red = () => autoregression(DAYS + 1, 0.4, normal);
  const [deep, light, pulse, steps, mood] = [red(), red(), red(), red(), red()];
  const diary: SecondDay[] = [], runs: Run[] = [], glucose: number[] = [];
  const names = ["SleepStage", "RestingHeartRate", "StepCount", "Weight", "BloodGlucose"];
  const records: Record<string, HandMadeRecord[]> = { MobileWorkout: [] };
  for (const name of names) records[name] = [];
  const add = (
    type: string,
    start: Temporal.Instant,
    minutes: number,
    value: number,
    name: string,
  ) =>
    records[type]!.push({
      start_time: start.toString(),
      end_time: start.add({ seconds: Math.round(60 * minutes) }).toString(),
      value,
      source: { name },
    });
  let km = 0;
  for (let day = 0; day < DAYS; day++) {
    const date = FIRST.add({ days: day }), before = diary[day - 1];
    const midnight = date.toZonedDateTime({ timeZone: TZ }).toInstant();
    const at = (hour: number): Temporal.Instant => midnight.add({ minutes: Math.round(60 * hour) });
    let time = at(-1 + 0.4 * normal());
    const wakes = Math.max(0, Math.round(1 + 0.7 * normal())) +
      (day >= PLANTED_TOO.baby.from ? PLANTED_TOO.baby.awakenings : 0);
    const asleep = 300 + 15 * light![day]! +
      (before?.night_shift === true ? PLANTED_TOO.asleepAfterShift : 0);
    const parts: [stage: number, minutes: number][] = [
      [4, 80 + 8 * deep![day]! + PLANTED_TOO.deepPerKm * km],
      [5, 90],
    ];
    for (let i = 0; i <= wakes; i++) {
      if (i > 0) parts.push([2, 6]);
      parts.push([3, asleep / (wakes + 1)]);
    }
    for (const [stage, minutes] of parts) {
      const length = Math.max(1, Math.round(minutes));
      add("SleepStage", time, length, stage, "Watch");
      time = time.add({ minutes: length });
    }
    add(
      "RestingHeartRate",
      at(10),
      30,
      60 + 1.5 * pulse![day]! + (day >= PLANTED_TOO.tablets.from ? PLANTED_TOO.tablets.pulse : 0),
      "Watch",
    );
    const count = Math.round(9000 + 1500 * steps![day]!);
    add("StepCount", at(14), 30, count, "Watch");
    add("StepCount", at(14), 30, count + PLANTED_TOO.ringSteps, "Ring");
    add(
      "Weight",
      at(8),
      1,
      80 + 0.4 * normal() + (day >= PLANTED_TOO.diet.from ? PLANTED_TOO.diet.weight : 0),
      "Scale",
    );
    km = 0;
    if (normal() < 0) {
      km = 4 + Math.abs(3 * normal());
      const min = km * (5.5 + 0.2 * normal()), start = at(normal() < 0 ? 7 : 18);
      runs.push({ date: date.toString(), km, min });
      records["MobileWorkout"]!.push({
        apple_workout_id: crypto.randomUUID(),
        start_date: start.toString(),
        end_date: start.add({ seconds: Math.round(60 * min) }).toString(),
        duration: 60 * min,
        workout_activity_type: "Running",
        source_revision: { name: "Watch" },
        extras: { distance_m: 1000 * km },
      });
    }
    if (date.month === 10) {
      for (let i = PLANTED_TOO.lunch.missing; i < 96; i++) {
        const isLunch = i >= 48 && i < 56;
        glucose.push(105 + 8 * normal() + (isLunch ? PLANTED_TOO.lunch.glucose : 0));
        add("BloodGlucose", at(i / 4), 15, glucose.at(-1)!, "Sensor");
      }
    }
    diary.push({
      date: date.toString(),
      night_shift: normal() < -0.8,
      coin: normal() < 0,
      sauna: normal() < -0.7,
      coffee: normal() < 0.5,
      headache: normal() < -1,
      mood: Math.round(6 + mood![day]! + (date.dayOfWeek === 6 ? PLANTED_TOO.saturdayMood : 0)),
    });
  }
  const now = FIRST.add({ days: DAYS }).toZonedDateTime({ timeZone: TZ, plainTime: "12:00" });
  const me = await handMade({ records, now: now.toInstant().toString(), tz: TZ });
  return { me, diary, runs, glucose };
}
