import { ANNOTATION_BASES } from "../api/annotations.ts";
import type { Client } from "../client/client.ts";
import { columnsOf } from "../frame/columnsOf.ts";
import { fromRows, type Row, toRows } from "../frame/rows.ts";
import { type Frame, toFrame } from "../frame/toFrame.ts";
import type { Range } from "../time/interval.ts";
import { ifThere, type Part } from "./ifThere.ts";

const COLUMNS = {
  name: "text",
  recorded_at: "time",
  start_time: "time",
  end_time: "time",
  value: "float64",
  unit: "text",
  note: "text",
  source_id: "text",
} as const;

const KINDS: readonly string[] = Object.values(ANNOTATION_BASES).map((base) => base.class);

/**
 * What a person noted in a range, of all annotations, whatever their kind. It is absent where the
 * service has or shares no events, or nothing that is measured.
 *
 * @returns in the order of time `name` `str` (of the annotation); `recorded_at`, `start_time`,
 * `end_time` `datetime[us, tz]` (the latter two null of a moment); `value` `f64` and `unit` `str` of
 * what was measured; `note`, `source_id` `str`.
 */
export async function annotationEvents(
  me: Pick<Client, "events" | "metrics">,
  { start_time, end_time }: Range,
  tz: string,
): Promise<Part<Frame>> {
  const none = toFrame({}), asked = { start_time, end_time };
  const parts = await Promise.all(
    Object.values(ANNOTATION_BASES).map(({ id: data_type, class: kind }) =>
      kind === "event"
        ? ifThere("events", me.events.list({ data_type, ...asked }, { tz }), none)
        : ifThere("measured notes", me.metrics.records({ data_type, ...asked }, { tz }), none)
    ),
  );
  const [events, measured] = ["event", "metric"].map((kind) =>
    parts.filter((_, i) => KINDS[i] === kind)
  );
  const rows: Row[] = parts.flatMap(({ value }) => toRows(columnsOf(value)));
  const at = (row: Row): number => Date.parse(row["recorded_at"] as string);
  return {
    value: toFrame(fromRows(rows.sort((a, b) => at(a) - at(b)), COLUMNS, { zone: tz })),
    absent: allAbsent(events!) ?? allAbsent(measured!),
  };
}

/** Why all of some parts are absent; null where one is there. */
function allAbsent(parts: readonly Part<Frame>[]): string | null {
  return parts.some(({ absent }) => absent === null) ? null : parts[0]!.absent;
}
