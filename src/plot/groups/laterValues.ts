import { rowsOfGroups } from "../../frame/columns/groups.ts";
import type { OpenFrame } from "../../frame/open.ts";
import { describeValue } from "../../options/describeValue.ts";
import { readSteps, type StepOptions } from "../../series/input/readSteps.ts";
import { cutRows } from "../../series/input/cutRows.ts";

/**
 * Returns for each row the value of a column some days (or steps of `every`) later, in the same
 * group; NaN if that day has no row, or is not `whole`.
 *
 * @throws {TypeError} if the frame has no times
 * @throws {RangeError} if the lag is not an integer of at least 0, or two rows of a group have the
 * same day
 */
export function laterValues(
  data: OpenFrame,
  name: string,
  { lag, by, ...steps }: StepOptions & { readonly lag: number; readonly by?: string | undefined },
): Float64Array {
  if (!Number.isInteger(lag) || lag < 0) {
    throw new RangeError(
      `Cannot ${data.action}: lag is ${describeValue(lag)}, expected an integer of at least 0`,
    );
  }
  const values = data.numbers(name);
  if (lag === 0) return values;
  const groups = data.groups(by), isCut = cutRows(data);
  const parts = groups === undefined
    ? [Uint32Array.from(values.keys())]
    : [...rowsOfGroups(groups, undefined)];
  const later = new Float64Array(values.length).fill(NaN);
  data.takeParts(parts, data.names).forEach((part, i) => {
    const rows = parts[i]!, at = readSteps(part, steps, `a lag of ${lag}`);
    if (at === undefined) return;
    const rowAt = new Map(Array.from(at, (step, k) => [step, rows[k]!]));
    at.forEach((step, k) => {
      const next = rowAt.get(step + lag);
      if (next !== undefined && !isCut(next)) later[rows[k]!] = values[next]!;
    });
  });
  return later;
}
