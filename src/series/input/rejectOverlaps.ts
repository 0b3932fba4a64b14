import { argSort } from "../../frame/columns/argSort.ts";
import type { OpenFrame } from "../../frame/open.ts";
import { isoMicros } from "../../time/iso.ts";

const END_NAMES = ["end_date", "end_time"] as const;

/** Columns of samples to add up. */
export interface AddedSamples {
  /** Name of the column of starts. */
  readonly time: string;
  /** Name of the column of ends. @default the first of `end_date` and `end_time` in the frame */
  readonly end?: string | undefined;
  /** Columns that define groups; samples of different groups are not added up. @default none */
  readonly by?: string | readonly string[] | undefined;
}

/**
 * Rejects sums of overlapping samples from several sources, such as the steps of a phone and a
 * watch, which would count twice. Frames without sources or ends pass.
 *
 * @throws {RangeError} if samples of two sources overlap
 */
export function rejectOverlaps(data: OpenFrame, { time, end: given, by = [] }: AddedSamples): void {
  const end = given ?? END_NAMES.find((name) => data.has(name));
  if (end === undefined || [by].flat().includes("source") || !data.has("source")) return;
  if (data.column("source").type !== "text" || !isTime(data, end)) return;
  const text = data.text("source")!.codes();
  if (new Set(text.codes).size < 2) return;
  const { start, stop } = data.read({ start: "time", stop: "time" }, {
    columns: { start: time, stop: end },
  });
  const groups = data.groups(by)?.codes, order = argSort(start.values);
  // The two latest ends of each group, from different sources.
  const latest = new Map<number, { source: number; end: bigint }[]>();
  for (let i = 0; i < start.values.length; i++) {
    const row = order === undefined ? i : order[i]!, group = groups?.[row] ?? 0;
    if (start.valid?.[row] === 0 || stop.valid?.[row] === 0) continue;
    const from = start.values[row]!, to = stop.values[row]!, source = text.codes[row]!;
    if (to <= from) continue;
    const open = latest.get(group) ?? [];
    const other = open.find((one) => one.source !== source && one.end > from);
    if (other !== undefined) {
      const names = [other.source, source].map((code) =>
        text.names[code] ?? "a source without a name"
      );
      throw new RangeError(
        `Cannot ${data.action}: samples of ${names.join(" and ")} overlap at ${
          isoMicros(from, start.zone)
        }, and a sum would count both. Count one source at a time with series.fromSamples(frame, when, ` +
          `{ kind: "cumulative", every: "1h", tz }), or filter one source.`,
      );
    }
    const own = open.find((one) => one.source === source);
    if (own === undefined) latest.set(group, [...open, { source, end: to }]);
    else if (to > own.end) own.end = to;
  }
}

/** Returns whether a column holds instants, possibly as text in records. */
function isTime(data: OpenFrame, name: string): boolean {
  const column = data.column(name);
  return column.type === "time" ||
    column.type === "text" &&
      column.values.every((text) => text === null || /^\d{4}-\d\d-\d\d[T ]/.test(text));
}
