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

/**
 * What a person noted in a range, of all annotations, whatever their kind. It is absent where the
 * service has or shares no kind at all.
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
  const parts = await Promise.all(
    Object.values(ANNOTATION_BASES).map(({ id: data_type, class: kind }) => {
      const asked = { data_type, start_time, end_time };
      const call = kind === "event"
        ? me.events.list(asked, { tz })
        : me.metrics.records(asked, { tz });
      return ifThere("events", call, toFrame({}));
    }),
  );
  const rows: Row[] = parts.flatMap(({ value }) => toRows(columnsOf(value)));
  const at = (row: Row): number => Date.parse(row["recorded_at"] as string);
  return {
    value: toFrame(fromRows(rows.sort((a, b) => at(a) - at(b)), COLUMNS, { zone: tz })),
    absent: parts.every(({ absent }) => absent !== null) ? parts[0]!.absent : null,
  };
}
