import type { MetricName } from "../../api/fields/metricTable.ts";
import type { Client } from "../../client/client.ts";
import type { Columns } from "../../frame/columns/columns.ts";
import {
  addNightTotals,
  NIGHT_TOTAL_NAMES,
  NIGHT_TOTALS,
  type NightTotal,
} from "../../frame/columns/nightTotals.ts";
import { openFrame } from "../../frame/open.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { rowsWhere } from "../../frame/rowsWhere.ts";
import { ownerOf } from "../ask/ownerOf.ts";
import { fromMicros } from "../../time/instant.ts";
import type { Range } from "../../time/interval.ts";
import { ifThere } from "../ask/ifThere.ts";

/** Code of sleep of unknown stage in the table `consumer`. */
const ASLEEP = 1n;

/**
 * Adds a vendor's totals to sleeps without stages. `me.ingest` stores them as own metrics under
 * their names, such as `deep_sleep_duration`, with the start, end and source of the sleep. If a
 * service does not have or share them, the frame stays unchanged.
 *
 * @param stages The result of `sleep.fromSamples`.
 */
export async function addVendorTotals(
  me: Pick<Client, "api" | "userid">,
  stages: Frame,
  userid: string | undefined,
): Promise<Frame> {
  const range = rangeOfSleep(stages);
  if (range === undefined) return stages;
  const owner = ownerOf(userid, "read nights");
  const { value: types } = await ifThere(
    "data types",
    me.api.catalog.list({ category: "user_configured", ...owner }),
  );
  const user = types.length === 0 ? undefined : userid ?? await me.userid();
  const wanted = NIGHT_TOTAL_NAMES.flatMap((name) => {
    const type = types.find((type) =>
      type.name === name && type.class === "metric" && !type.deprecated &&
      type.svc_userid === user && type.unit === NIGHT_TOTALS[name]
    );
    return type === undefined ? [] : [[name, type.id as MetricName] as const];
  });
  if (wanted.length === 0) return stages;
  const totals = await Promise.all(wanted.map(async ([name, metric]): Promise<
    [NightTotal, Columns | undefined]
  > => {
    const call = me.api.metrics.samples({ ...range, ...owner, metric });
    const { value: samples } = await ifThere(name, call, undefined);
    return [name, samples && sampleColumns(samples)];
  }));
  const known = Object.fromEntries(totals.filter(([, columns]) => columns !== undefined));
  const data = openFrame(stages);
  return toFrame(addNightTotals(data.columns(), known), {}, data.range);
}

/** Returns the range of sleep of unknown stage; `undefined` without any. */
function rangeOfSleep(stages: Frame): Range | undefined {
  const { start_time, end_time, sleep_stage } = openFrame(stages).read({
    start_time: "time",
    end_time: "time",
    sleep_stage: "int64",
  });
  const rows = rowsWhere(
    sleep_stage.values.length,
    (row) => sleep_stage.values[row] === ASLEEP && end_time.valid?.[row] !== 0,
  );
  if (rows.length === 0) return undefined;
  let start = start_time.values[rows[0]!]!, end = end_time.values[rows[0]!]!;
  for (const row of rows) {
    if (start_time.values[row]! < start) start = start_time.values[row]!;
    if (end_time.values[row]! > end) end = end_time.values[row]!;
  }
  return { start_time: fromMicros(start), end_time: fromMicros(end) };
}

function sampleColumns(
  samples: Awaited<ReturnType<Client["api"]["metrics"]["samples"]>>,
): Columns {
  const { start_date, end_date, value, unit, source } = openFrame(samples).read({
    start_date: "time",
    end_date: "time",
    value: "float64",
    unit: "text",
    source: "text",
  });
  return { start_time: start_date, end_time: end_date, value, unit, source };
}
