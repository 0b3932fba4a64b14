import type { Client } from "../client/client.ts";
import { type Frame, toFrame } from "../frame/toFrame.ts";
import type { Range } from "../time/interval.ts";
import { ifThere, type Part } from "./ifThere.ts";

/** What a person noted in a range, of all annotations. */
export function annotationEvents(
  me: Pick<Client, "events">,
  { start_time, end_time }: Range,
  tz: string,
): Promise<Part<Frame>> {
  return ifThere(
    "events",
    me.events.list({ data_type: "Annotation", start_time, end_time }, { tz }),
    toFrame({}),
  );
}
