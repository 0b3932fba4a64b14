import { autoregression, normals } from "../../series/simulated.ts";
import { handMade, type HandMadeRecord } from "../handMade.ts";
import type { Me } from "../../../src/app/me.ts";

/** Number of days of the made person, and the first. */
export const DAYS = 320, FIRST = Temporal.PlainDate.from("2024-01-01");

/** Zone of the person. */
export const TZ = "Europe/Berlin";

/** Effects that are planted, in the units of the answers. */
export const PLANTED = {
  /** Minutes of REM sleep per drink, the next night. */
  remPerDrink: -12,
  /** Minutes of deep sleep with a late coffee, the next night. */
  deepWithLateCoffee: -20,
  /** Rise of the resting heart rate over 200 days. */
  restingOver200Days: 4,
  /** Days of the illness, the journey and the streak, counted from the first day. */
  sick: { from: 100, days: 5, pulse: 10, steps: -6500 },
  abroad: { from: 250, days: 11, tz: "America/New_York" },
  streak: { from: 150, days: 23 },
} as const;

/** Habits as noted in a diary, a row per day. */
export interface DiaryDay {
  readonly [column: string]: string | number | boolean;
  readonly date: string;
  readonly drinks: number;
  readonly late_coffee: boolean;
  readonly morning_coffee: boolean;
  readonly reading: boolean;
  readonly meditation: boolean;
  readonly horoscope: number;
}

/** A person with planted effects: the client, and the diary. */
export interface MadePerson {
  readonly me: Me & AsyncDisposable;
  readonly diary: readonly DiaryDay[];
}

/** Creates the person. Every seed is another life with the same effects. */
export async function madePerson(seed = 1): Promise<MadePerson> {
  const normal = normals(seed), red = () => autoregression(DAYS + 1, 0.4, normal);
  const [deep, rem, light, pulse, steps, weight] = [red(), red(), red(), red(), red(), red()];
  const within = (day: number, { from, days }: { from: number; days: number }): boolean =>
    day >= from && day < from + days;
  const chance = (share: number): boolean => normal() < share;
  const diary = Array.from({ length: DAYS }, (_, day): DiaryDay => ({
    date: FIRST.add({ days: day }).toString(),
    drinks: Math.max(0, Math.round(0.3 + normal())),
    late_coffee: chance(-0.7),
    morning_coffee: chance(0.3),
    reading: chance(0),
    meditation: within(day, PLANTED.streak)
      ? true
      : day === PLANTED.streak.from - 1 || day === PLANTED.streak.from + PLANTED.streak.days
      ? false
      : chance(-0.3),
    horoscope: Math.ceil(5 + 2 * normal()),
  }));
  const records: Record<string, HandMadeRecord[]> = {
    SleepStage: [],
    RestingHeartRate: [],
    StepCount: [],
    Weight: [],
  };
  for (let day = 0; day < DAYS; day++) {
    const tz = within(day, PLANTED.abroad) ? PLANTED.abroad.tz : TZ;
    const date = FIRST.add({ days: day });
    const at = (hour: number): Temporal.Instant =>
      date.toZonedDateTime({ timeZone: tz, plainTime: { hour } }).toInstant();
    const sick = within(day, PLANTED.sick) ? PLANTED.sick : undefined;
    const sample = (type: string, hour: number, value: number): void => {
      const start = at(hour);
      records[type]!.push({
        start_time: start.toString(),
        end_time: start.add({ minutes: 30 }).toString(),
        value,
        source: { name: "Watch" },
      });
    };
    sample(
      "RestingHeartRate",
      10,
      54 + PLANTED.restingOver200Days * day / 200 + 1.5 * pulse![day]! + (sick?.pulse ?? 0),
    );
    sample("StepCount", 14, Math.round(9000 + 1500 * steps![day]! + (sick?.steps ?? 0)));
    sample("Weight", 8, 70 + 0.4 * weight![day]!);
    const before = diary[day - 1];
    const lengths: readonly (readonly [stage: number, minutes: number])[] = [
      [3, 110],
      [
        4,
        85 + 9 * deep![day]! + (before?.late_coffee === true ? PLANTED.deepWithLateCoffee : 0),
      ],
      [3, 120 + 15 * light![day]!],
      [5, 105 + 11 * rem![day]! + PLANTED.remPerDrink * (before?.drinks ?? 0)],
      [2, 12],
      [3, 40],
    ];
    let time = date.subtract({ days: 1 }).toZonedDateTime({ timeZone: tz, plainTime: "23:00" })
      .toInstant().add({ minutes: Math.round(20 * normal()) });
    for (const [stage, minutes] of lengths) {
      const end = time.add({ seconds: Math.max(5, Math.round(minutes)) * 60 });
      records["SleepStage"]!.push({
        start_time: time.toString(),
        end_time: end.toString(),
        value: stage,
        source: { name: "Watch" },
      });
      time = end;
    }
  }
  const now = FIRST.add({ days: DAYS }).toZonedDateTime({ timeZone: TZ, plainTime: "12:00" });
  const me = await handMade({ records, now: now.toInstant().toString(), tz: TZ });
  return { me, diary };
}

/** Returns the range of some days of the person. */
export function daysOf(from: number, to: number): { readonly from: string; readonly to: string } {
  return { from: FIRST.add({ days: from }).toString(), to: FIRST.add({ days: to }).toString() };
}
