import type { Endpoint } from "../api/fields/endpoint.ts";
import { setAskedRange } from "../frame/polars/askedRange.ts";
import { isFrame } from "../frame/polars/table.ts";
import { toMicros } from "../time/instant.ts";
import { type Range, toInterval } from "../time/interval.ts";
import type { Call, Settings } from "./call.ts";
import { callZone } from "./request/callZone.ts";

/** Wraps a call so that each returned frame knows the range that it was requested for. */
export function rememberRange(call: Call, { tz, now }: Pick<Settings, "tz" | "now">): Call {
  return async (endpoint, args, options) => {
    const read = now(), result = await call(endpoint, args, options);
    if (!takesRange(endpoint) || !isFrame(result)) return result;
    const zone = callZone(endpoint, args, options.tz ?? tz);
    setAskedRange(result, {
      ...toInterval(args as unknown as Range, { tz: zone }),
      tz: zone,
      now: toMicros(read),
      complete: true,
    });
    return result;
  };
}

function takesRange({ query = {} }: Endpoint): boolean {
  return Object.hasOwn(query, "start_time") && Object.hasOwn(query, "end_time");
}
