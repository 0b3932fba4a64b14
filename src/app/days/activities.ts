import { openFrame } from "../../frame/open.ts";
import type { Client } from "../../client/client.ts";
import { float64Column, int64Column, textColumn } from "../../frame/columns/columns.ts";
import { nullable } from "../../frame/columns/nullable.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { checkOptions, type OptionTable } from "../../options/checkOptions.ts";
import { convertUnit, unitsFor } from "../../service/types/units.ts";
import type { Range } from "../../time/interval.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** Whose workouts are summed up, and of when. */
export interface ActivitiesOptions extends Range {
  /** Whose data. @default the client's user */
  svc_userid?: string | undefined;
}

const OPTIONS: OptionTable<ActivitiesOptions> = {
  start_time: true,
  end_time: true,
  svc_userid: true,
};

/** What a workout says of a quantity; of a total it is `sum`. */
interface Statistic {
  readonly unit?: string;
  readonly sum?: number;
}

/**
 * Workouts by kind of activity: how many, for how long, how far and with how much energy.
 *
 * @returns a row for each kind, the longest in all first: `activity` `str`; `workouts` `i64`;
 * `duration_h`, `distance_km`, `energy_kcal` `f64`, the latter two null where no workout of the kind
 * has them.
 * @throws {TypeError} if an option does not exist, or the range is missing
 * @throws {ApiError} if the user does not share workouts
 */
export async function activities(me: Client, options: ActivitiesOptions): Promise<Frame> {
  checkOptions("sum up workouts", options, OPTIONS, "start_time and end_time");
  const { start_time, end_time, svc_userid } = options;
  const user = svc_userid === undefined ? {} : { svc_userid };
  const columns = openFrame(await me.workouts.list({ start_time, end_time, ...user })).read({
    workout_activity_type: "text",
    duration: "float64",
    all_statistics: "text",
  });
  const workouts = columns.workout_activity_type.values.map((activity, i) => {
    const statistics = Object.entries(
      JSON.parse(columns.all_statistics.values[i] ?? "{}") as Record<string, Statistic>,
    );
    return {
      activity: activity ?? "unknown",
      hours: columns.duration.values[i]! / 3600,
      km: total(statistics, /Distance/, "km"),
      kcal: total(statistics, /^(?:HKQuantityTypeIdentifier)?Active/, "kcal"),
    };
  });
  const kinds = [...Map.groupBy(workouts, ({ activity }) => activity)]
    .map(([activity, all]) => ({
      activity,
      count: all.length,
      hours: sum(all.map(({ hours }) => hours))!,
      km: sum(all.map(({ km }) => km)),
      kcal: sum(all.map(({ kcal }) => kcal)),
    }))
    .sort((a, b) => b.hours - a.hours || (a.activity < b.activity ? -1 : 1));
  return toFrame({
    activity: textColumn(kinds.map(({ activity }) => activity)),
    workouts: int64Column(BigInt64Array.from(kinds, ({ count }) => BigInt(count))),
    duration_h: float64Column(Float64Array.from(kinds, ({ hours }) => hours)),
    distance_km: nullable(kinds.map(({ km }) => km)),
    energy_kcal: nullable(kinds.map(({ kcal }) => kcal)),
  });
}

/** The sum of the statistics of a name, in a unit; null where there is none that can be converted. */
function total(
  statistics: readonly (readonly [string, Statistic])[],
  name: RegExp,
  unit: string,
): number | null {
  const known = unitsFor(unit);
  return sum(
    statistics
      .filter(([type]) => name.test(type))
      .map(([, { sum, unit: from }]) =>
        sum === undefined || from === undefined || !known.includes(from)
          ? null
          : convertUnit(sum, from, unit)
      ),
  );
}

function sum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
}
