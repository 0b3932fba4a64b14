import { openFrame } from "../../frame/open.ts";
import type { CallOptions } from "../../client/call.ts";
import type { Client } from "../../client/client.ts";
import { fromRows, type Row, toRows } from "../../frame/polars/rows.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import type { Range } from "../../time/interval.ts";
import { ifThere, type Part } from "../ask/ifThere.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { ANNOTATION_BASES } from "../../schema/enums.ts";

const COLUMNS = {
  name: "text",
  recorded_at: "time",
  start_time: "time",
  end_time: "time",
  value: "float64",
  unit: "text",
  note: "text",
  tags: "text",
  source_id: "text",
} as const;

/** Kinds of annotations, with the plural name of each class. */
const KINDS = Object.values(ANNOTATION_BASES);
const CLASSES = { event: "events", metric: "measured notes" } as const;

/**
 * Reads everything that a person noted in a range, from all kinds of annotations. Kinds that the
 * service does not have or does not share are left out and reported as absent: together if it has
 * no events or no measurements at all, otherwise each by name.
 *
 * @returns ordered by time: `name` `str` (of the annotation); `recorded_at`, `start_time`,
 * `end_time` `datetime[us, tz]` (the latter two null for an instant); `value` `f64` and `unit`
 * `str` of a measurement; `note`, `tags` (names in alphabetical order, separated by commas; null for
 * another user), `source_id` `str`
 */
export async function annotationEvents(
  me: Pick<Client, "api">,
  { start_time, end_time }: Range,
  tz: string,
  owner: { readonly svc_userid?: string } = {},
  options: Pick<CallOptions, "signal" | "onProgress"> = {},
): Promise<Part<Frame>> {
  const parts = await Promise.all(KINDS.map(async (kind) => {
    const asked = { data_type: kind.id, start_time, end_time, ...owner };
    const call = kind.class === "event"
      ? me.api.events.list(asked, { ...options, tz })
      : me.api.metrics.records(asked, { ...options, tz });
    return { class: kind.class, ...await ifThere(kind.id, call, toFrame({})) };
  }));
  const absent = (["event", "metric"] as const).flatMap((name) => {
    const own = parts.filter((part) => part.class === name);
    const said = own.flatMap(({ absent }) => absent ?? []);
    return said.length === own.length ? [said[0]!.replace(/^\w+/, CLASSES[name])] : said;
  });
  const rows: Row[] = parts.flatMap(({ value }) => toRows(openFrame(value).columns()));
  const names = await tagNames(me, rows, owner, options);
  const tagged = rows.map((row): Row => {
    const own = tagIds(row).flatMap((id) => names.get(id) ?? []);
    return { ...row, tags: own.length === 0 ? null : own.toSorted().join(", ") };
  });
  const at = (row: Row): number => Date.parse(row["recorded_at"] as string);
  return {
    value: toFrame(fromRows(tagged.sort((a, b) => at(a) - at(b)), COLUMNS, { zone: tz })),
    absent: absent.length === 0 ? null : absent.join("; "),
  };
}

/** Returns the ids of the tags of a record. */
function tagIds(row: Row): string[] {
  const text = row["tags"];
  return typeof text === "string" ? JSON.parse(text) : [];
}

/** Returns the names of the tags that are in use, by id; empty for another user's. */
async function tagNames(
  me: Pick<Client, "api">,
  rows: readonly Row[],
  owner: { readonly svc_userid?: string },
  { signal }: Pick<CallOptions, "signal">,
): Promise<ReadonlyMap<string, string>> {
  if (owner.svc_userid !== undefined || rows.every((row) => tagIds(row).length === 0)) {
    return new Map();
  }
  const { value } = await ifThere("tags", me.api.tags.list({}, { signal }), []);
  return new Map(value.map(({ id, name }) => [id, name]));
}
