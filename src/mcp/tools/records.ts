import { z } from "zod";
import { findMetrics } from "../../app/ask/checkMetrics.ts";
import { zoneOf } from "../../app/ask/zoneOf.ts";
import { unitsOf } from "../../frame/polars/displays.ts";
import { openFrame } from "../../frame/open.ts";
import { takeRows } from "../../frame/takeRows.ts";
import { isoMicros } from "../../time/iso.ts";
import { toMicros } from "../../time/instant.ts";
import {
  Cells,
  intervalOf,
  MOST_ROWS,
  PAGE,
  pageOf,
  rowsOf,
  rowsOfColumns,
  unitText,
  unitTexts,
  USUAL_ROWS,
} from "../parts/answer.ts";
import { boundedDays, DAYS, METRIC, PAGING, tool, ZONE } from "../parts/tool.ts";

const ACTION = "read records";

/** Longest range of a read, in days. */
const MOST_DAYS = 31;

const INSTANT = z.string().max(40).regex(
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/,
  "expected a time with an offset, such as 2025-03-20T08:00:00+01:00 or 2025-03-20T07:00:00Z",
);

/** Columns of a sample in an answer. */
const SHOWN = ["uuid", "start_date", "end_date", "value", "unit", "count", "source"] as const;

/** Columns that no record can fill with text. */
const TRUSTED = ["uuid"];

const records = tool({
  name: "records",
  title: "Records of a metric",
  description:
    `Reads raw records of a metric in a range of at most ${MOST_DAYS} days, in pages. Use the other tools for numbers over days and nights.`,
  input: {
    metric: METRIC,
    start_time: INSTANT.describe("Start, included, with its offset or Z."),
    end_time: INSTANT.describe("End, excluded, with its offset or Z."),
    ...ZONE,
    cursor: z.string().max(80).optional().describe("`next_cursor` of the page before."),
    limit: z.number().int().min(1).max(MOST_ROWS).default(USUAL_ROWS)
      .describe(`Maximum number of rows of the page, at most ${MOST_ROWS}.`),
  },
  n: "Number of rows of this page.",
  output: {
    rows: z.array(Cells).max(MOST_ROWS).describe("Records, ordered by start."),
    next_cursor: z.string().nullable().describe("`cursor` of the next page; null at the end."),
  },
  ask: async (me, { metric, start_time, end_time, zone, cursor, limit }) => {
    const tz = zoneOf(me, zone, ACTION);
    const start = toMicros(start_time, { what: "start_time" });
    const end = toMicros(end_time, { what: "end_time" });
    if (start >= end) {
      throw new RangeError(
        `Cannot ${ACTION}: end_time ${end_time} is not after start_time ${start_time}. The end is excluded.`,
      );
    }
    if (end - start > BigInt(MOST_DAYS) * 86_400_000_000n) {
      throw new RangeError(
        `Cannot ${ACTION}: the range is longer than ${MOST_DAYS} days. Ask for a shorter range, or use daily_table.`,
      );
    }
    const after = cursor === undefined ? undefined : readCursor(cursor, start, end);
    const [known] = await findMetrics(me, [metric], ACTION);
    const frame = await me.samples(known!.name, {
      start_time: isoMicros(after?.at ?? start),
      end_time: isoMicros(end),
    }, { tz });
    const columns = openFrame(frame).read({ start_date: "time", uuid: "text" });
    const order = [...columns.uuid.values.keys()].map((row) => ({
      row,
      at: columns.start_date.values[row]!,
      id: columns.uuid.values[row]!,
    })).filter((one) =>
      after === undefined || one.at > after.at || (one.at === after.at && one.id > after.id)
    ).toSorted((a, b) => a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? -1 : 1);
    const all = openFrame(frame).columns();
    const some = Object.fromEntries(
      SHOWN.flatMap((name) => name in all ? [[name, all[name]!]] : []),
    );
    const first = takeRows(some, Uint32Array.from(order.slice(0, limit), ({ row }) => row));
    const shown = pageOf(rowsOfColumns(first, TRUSTED), { offset: 0, limit }).rows;
    const last = order[shown.length - 1];
    return {
      zone: tz,
      interval: { start_time: isoMicros(start), end_time: isoMicros(end) },
      n: shown.length,
      unit: { value: unitText(known!.unit) },
      caveats: [
        "Records of several sources can overlap: do not add them up, ask daily_table for totals.",
      ],
      rows: shown,
      next_cursor: shown.length < order.length && last !== undefined
        ? `${last.at}_${last.id}`
        : null,
    };
  },
});

/** @throws {TypeError} if a cursor is not the result of a page of the same range */
function readCursor(cursor: string, start: bigint, end: bigint): { at: bigint; id: string } {
  const [, at, id] = /^(-?\d{1,18})_([\da-f-]{36})$/i.exec(cursor) ?? [];
  // A record may start before the range.
  const from = at === undefined ? undefined : BigInt(at);
  if (from === undefined || from >= end || from < start - 366n * 86_400_000_000n) {
    throw new TypeError(
      `Cannot ${ACTION}: cursor is ${
        JSON.stringify(cursor)
      }, which no page of this range has returned. Omit it for the first page.`,
    );
  }
  return { at: from, id: id! };
}

const events = tool({
  name: "events",
  title: "Notes and events",
  description:
    "Reads what was noted in some days: name, time, value, note. The texts are the owner's or an app's own words.",
  input: { ...DAYS, ...PAGING },
  n: "Number of events.",
  output: PAGE,
  ask: async (me, { zone, offset, limit, ...days }) => {
    const tz = zoneOf(me, zone, ACTION), range = boundedDays(days);
    const frame = await me.events(range, { tz });
    const rows = rowsOf(frame);
    return {
      zone: tz,
      interval: intervalOf(range, tz),
      n: rows.length,
      unit: unitTexts(unitsOf(frame)),
      caveats: [],
      ...pageOf(rows, { offset, limit }),
    };
  },
});

/** Questions about single records. */
export const RECORD_TOOLS = [records, events];
