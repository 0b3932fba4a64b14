import { z } from "zod";
import { ifThere } from "../../app/ask/ifThere.ts";
import { zoneOf } from "../../app/ask/zoneOf.ts";
import { frameHeight } from "../../frame/polars/seriesOf.ts";
import { openFrame } from "../../frame/open.ts";
import { zones as zonesOfPlaces } from "../../places/zones.ts";
import { zonedTime } from "../../time/zones.ts";
import {
  FreeText,
  intervalOf,
  pageOf,
  typeName,
  unitText,
  untrusted,
  untrustedOrNull,
} from "../parts/answer.ts";
import { boundedDays, DAYS, PAGING, tool, ZONE } from "../parts/tool.ts";

const ACTION = "describe the data";

/** Fields of a list that is returned in pages. */
const LIST = {
  total_rows: z.number().int().describe("Number of rows of all pages."),
  next_offset: z.number().int().nullable().describe("`offset` of the next page; null at the end."),
};

const catalog = tool({
  name: "catalog",
  title: "Metrics",
  description:
    "Lists the metrics that other tools accept: name, column, unit, and whether a day has a total (cumulative) or a mean (discrete).",
  input: {
    search: z.string().max(60).optional().describe("Only metrics with this text in their name."),
    ...ZONE,
    ...PAGING,
  },
  n: "Number of metrics.",
  output: {
    rows: z.array(z.strictObject({
      name: z.string().describe("Name for `metric` and `metrics`."),
      column: z.string().describe("Column of its values."),
      unit: z.string().describe("Unit."),
      kind: z.string().nullable().describe("cumulative, discrete, or null if unknown."),
      description: FreeText.describe("Description; of a user-defined metric by its author."),
    })),
    ...LIST,
  },
  ask: async (me, { search = "", zone, offset, limit }) => {
    const words = search.toLowerCase();
    const metrics = (await me.api.metrics.catalog()).filter(({ name, value_column: column }) =>
      name.toLowerCase().includes(words) || column.includes(words)
    );
    return {
      zone: zoneOf(me, zone, ACTION),
      interval: null,
      n: metrics.length,
      unit: {},
      caveats: ["A metric in the catalog need not have data: `coverage` lists what has."],
      ...pageOf(
        metrics.map(({ name, value_column, unit, metric_kind, description }) => ({
          name,
          column: value_column,
          unit: unitText(unit),
          kind: metric_kind,
          description: untrusted(description),
        })),
        { offset, limit },
      ),
    };
  },
});

const coverage = tool({
  name: "coverage",
  title: "Data in a range",
  description: "Lists the data types with records in a range, their number, first and last time.",
  input: { ...DAYS, ...PAGING },
  n: "Number of records.",
  output: {
    rows: z.array(z.strictObject({
      data_type: z.union([z.string(), FreeText]).describe("Data type."),
      n: z.number().int().describe("Number of records."),
      first: z.string().nullable().describe("First known time."),
      last: z.string().nullable().describe("Last known time."),
    })),
    ...LIST,
  },
  ask: async (me, { zone, offset, limit, ...days }) => {
    const tz = zoneOf(me, zone, ACTION), range = boundedDays(days);
    const available = await me.api.changes.available(range, { tz });
    return {
      zone: tz,
      interval: intervalOf(range, tz),
      n: available.reduce((sum, { count }) => sum + count, 0),
      unit: { n: "records" },
      caveats: ["Records can overlap, and several sources can record the same time."],
      ...pageOf(
        available.map(({ data_type, count, start_time, end_time }) => ({
          data_type: typeName(data_type),
          n: count,
          first: start_time === null ? null : String(start_time),
          last: end_time === null ? null : String(end_time),
        })),
        { offset, limit },
      ),
    };
  },
});

const sources = tool({
  name: "sources",
  title: "Sources",
  description: "Lists the devices and apps that data comes from, in the order in which they count.",
  input: { ...ZONE, ...PAGING },
  n: "Number of sources.",
  output: {
    rows: z.array(z.strictObject({
      name: FreeText.nullable().describe("Name of the device or app."),
      vendor_id: FreeText.describe("The vendor's identifier."),
    })),
    ...LIST,
  },
  ask: async (me, { zone, offset, limit }) => {
    const found = await me.api.sources.list();
    return {
      zone: zoneOf(me, zone, ACTION),
      interval: null,
      n: found.length,
      unit: {},
      caveats: [],
      ...pageOf(
        found.map(({ name, vendor_id }) => ({
          name: untrustedOrNull(name),
          vendor_id: untrusted(vendor_id),
        })),
        { offset, limit },
      ),
    };
  },
});

const zones = tool({
  name: "zones",
  title: "Time zones",
  description:
    "Returns the time zone of the answers, the current time, and the zones in which the owner was, by their locations.",
  input: DAYS,
  n: "Number of locations, one per 10 minutes at most.",
  output: {
    now: z.string().describe("Current time of the data's clock, in the zone."),
    visited: z.array(z.strictObject({
      from: z.string().describe("First instant in the zone, in UTC."),
      zone: z.string().describe("IANA time zone."),
    })).max(500),
  },
  ask: async (me, { zone, ...days }) => {
    const tz = zoneOf(me, zone, ACTION), range = boundedDays(days);
    const { value: places, absent } = await ifThere(
      "locations",
      me.api.locations.timeSeries({ ...range, sample_rate: 600 }, { tz }),
    );
    const isEmpty = Array.isArray(places) || frameHeight(places) === 0 ||
      !openFrame(places).hasValues("lat");
    const known = isEmpty
      ? 0
      : openFrame(places).numbers("lat").filter((lat) => !Number.isNaN(lat)).length;
    const visited = isEmpty ? [] : zonesOfPlaces(places, { tz });
    return {
      zone: tz,
      interval: intervalOf(range, tz),
      n: known,
      unit: {},
      caveats: [
        ...absent === null ? [] : [absent],
        ...known === 0 ? ["No location is known, so the zones of these days are unknown."] : [],
      ],
      now: zonedTime(me.now().epochNanoseconds / 1000n, tz).toString({ timeZoneName: "never" }),
      visited: visited.slice(0, 500).map(({ from, tz }) => ({ from, zone: tz })),
    };
  },
});

/** Questions about the data itself. */
export const ABOUT_TOOLS = [catalog, coverage, sources, zones];
