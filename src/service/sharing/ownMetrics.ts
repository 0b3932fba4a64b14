import type { DataType } from "../../schema/catalog.ts";
import type { Metric } from "../../schema/metrics.ts";
import { typesOf } from "../types/dataTypes.ts";
import type { Context } from "../http/handler.ts";
import { sharedTypes } from "./sharedTypes.ts";

/** The metrics that a user has defined, annotations with values among them, and those that others have and share with the user. */
export async function ownMetrics(context: Context, userid: string): Promise<Metric[]> {
  const own = (await typesOf(context, userid)).map(({ entry }) => entry);
  return [...own, ...await sharedTypes(context, userid)]
    .filter((entry) => entry.class === "metric" && entry.id.includes("/"))
    .map(metricOfEntry);
}

function metricOfEntry({ id, description, unit, column_name, metric_kind }: DataType): Metric {
  return {
    name: id,
    description,
    unit: unit ?? "",
    value_column: column_name,
    is_time_series: true,
    metric_kind,
  };
}
