import { chronotype, type DayKind, type TimingStatistic } from "./chronotype.ts";
import { type FreeDays, isFree } from "./freeDays.ts";

/** Work days of each shift, by the name of the shift. */
export type Shifts = Readonly<Record<string, FreeDays>>;

/** Dates of a shift: its work days, and the free days after them. */
export interface ShiftDates {
  readonly shift: string;
  readonly work: ReadonlySet<string>;
  readonly free: ReadonlySet<string>;
}

/** Statistics of {@linkcode chronotype} that a shift has, and their names if these differ. */
const OF_SHIFT: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ["SOw", "SDw", "MSW", "SOf", "SDf", "MSF", "MSFsc", "SJL_rel", "SJL", "SJLsc_rel", "SJLsc"]
      .map((name) => [name, name]),
  ),
  SDweek: "SDoverall",
};

/** Statistics that are a mean over the shifts, weighted by their work days. */
const WEIGHTED = ["SJL", "SJLsc"] as const;

/** Ends of names that other statistics have, so that no shift can have that name. */
const TAKEN = ["rel", "weighted"];

/**
 * Divides dates between shifts. A date in no shift is free and belongs to the last shift worked
 * before it.
 *
 * @param dates Ascending dates.
 * @throws {RangeError} if there is no shift, a name is taken, or a date is in two shifts
 */
export function datesOfShifts(
  shifts: Shifts,
  dates: readonly string[],
  action: string,
): ShiftDates[] {
  const names = Object.keys(shifts), taken = names.find((name) => TAKEN.includes(name));
  if (names.length === 0) {
    throw new RangeError(
      `Cannot ${action}: shifts is empty. Pass the work days of at least one shift, or omit it.`,
    );
  }
  if (taken !== undefined) {
    throw new RangeError(
      `Cannot ${action}: a shift is named ${JSON.stringify(taken)}. Use another name.`,
    );
  }
  const all = names.map((shift) => ({
    shift,
    isWork: isFree(shifts[shift]!),
    work: new Set<string>(),
    free: new Set<string>(),
  }));
  let last: (typeof all)[number] | undefined;
  for (const date of dates) {
    const [own, other] = all.filter(({ isWork }) => isWork(date));
    if (own !== undefined && other !== undefined) {
      throw new RangeError(
        `Cannot ${action}: ${date} is in the shifts ${JSON.stringify(own.shift)} and ${
          JSON.stringify(other.shift)
        }. Give each date one shift.`,
      );
    }
    last = own ?? last;
    (own === undefined ? last?.free : own.work)?.add(date);
  }
  return all;
}

/**
 * Computes chronotype and social jetlag of each shift, and their means over the shifts, as listed in
 * `sleep.timing`.
 *
 * @param kind Returns the sleep on some dates.
 */
export function shiftStatistics(
  shifts: readonly ShiftDates[],
  alarm: boolean,
  kind: (dates: ReadonlySet<string>) => DayKind,
): TimingStatistic[] {
  const found = shifts.map(({ shift, work, free }) => {
    const days = work.size + free.size, freeDays = days === 0 ? 0 : 7 * free.size / days;
    const own = chronotype(kind(work), kind(free), freeDays, alarm, []);
    return { shift, weight: work.size, own };
  });
  const named = found.flatMap(({ shift, own }) =>
    own.flatMap((one): TimingStatistic[] => {
      const name = OF_SHIFT[one.name];
      return name === undefined ? [] : [{ ...one, name: `${name}_${shift}`, minimumOf: one.name }];
    })
  );
  const means = WEIGHTED.map((name): TimingStatistic => {
    const parts = found.flatMap(({ shift, weight, own }) =>
      own.filter((one) => one.name === name).map((one) => ({ ...one, shift, weight }))
    );
    const lacking = parts.filter(({ value }) => value === null).map(({ shift }) => shift);
    const total = parts.reduce((sum, { weight }) => sum + weight, 0);
    const n = parts.reduce((sum, one) => sum + one.n, 0);
    const dates = shifts.reduce((sum, { work, free }) => sum + work.size + free.size, 0);
    return {
      name: `${name}_weighted`,
      value: lacking.length > 0
        ? null
        : parts.reduce((sum, { value, weight }) => sum + (value ?? 0) * weight, 0) / total,
      unit: "h",
      coverage: dates === 0 ? 0 : n / dates,
      n,
      missing: parts.flatMap(({ missing }) => missing).sort(),
      note: lacking.length > 0 ? `not every shift has a ${name}: ${lacking.join(", ")}` : null,
      data: Math.min(...parts.map(({ data = 0 }) => data)),
      minimumOf: name,
    };
  });
  return [...named, ...means];
}
