import type { Client } from "../../client/client.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { checkOptions } from "../../options/checkOptions.ts";
import { describeValue } from "../../options/describeValue.ts";
import { warnAbsent } from "../ask/ifThere.ts";
import { ownerOf } from "../ask/ownerOf.ts";
import type { Range } from "../../time/interval.ts";
import { annotationEvents } from "../days/annotationEvents.ts";
import { zoneOf } from "../ask/zoneOf.ts";
import { RECORD_OPTIONS, type RecordOptions } from "./samples.ts";

const ACTION = "read events";

/** Reads events of one type, or all notes: see {@linkcode Questions.events}. */
export async function events(
  me: Client,
  type: string | undefined,
  range: Range,
  options: RecordOptions = {},
): Promise<Frame> {
  checkOptions(ACTION, options, RECORD_OPTIONS);
  const { userid, ...settings } = options, owner = ownerOf(userid, ACTION);
  if (type === undefined) {
    const tz = zoneOf(me, options.tz, ACTION);
    const { value, absent } = await annotationEvents(me, range, tz, owner, settings);
    if (absent !== null) warnAbsent(absent);
    return value;
  }
  if (typeof type !== "string") {
    throw new TypeError(
      `Cannot ${ACTION}: the type is ${describeValue(type)}, expected the name of a data type`,
    );
  }
  const { start_time, end_time } = range;
  return await me.api.events.list({
    data_type: type,
    start_time,
    end_time,
    ...owner,
  }, settings);
}
