import type { Client } from "../../client/client.ts";
import { METRIC_TABLE } from "../../api/fields/metricTable.ts";
import { guided } from "../../options/guided.ts";
import { meantName } from "../../options/suggest.ts";
import { missingMember } from "./missingMember.ts";

/** Returns the call for a member that is named like a metric, such as `me.restingHeartRate`. */
function metricCall(name: string): string | undefined {
  const metric = meantName(
    name,
    METRIC_TABLE.flatMap(([metric, unit]) => unit === "stage" ? [] : [metric]),
  );
  return metric === undefined
    ? undefined
    : `me.series("${metric}", when) or me.trend("${metric}", when)`;
}

/**
 * Freezes a client that answers unknown members with the right call: `me.nights` with
 * `me.nightly(when)`, `me.weight` with `me.series("Weight", when)`.
 */
export function guideMe<T extends Pick<Client, "api">>(me: T): T {
  return guided(me, missingMember("me", { "me.api": Object.keys(me.api) }, metricCall));
}
