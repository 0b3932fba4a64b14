import type { Interval } from "../../time/interval.ts";
import type { Query } from "../http/handler.ts";
import { mayRead, namedOwner } from "../sharing/mayRead.ts";
import { forbidden } from "../http/problem.ts";
import { LOCATION_SAMPLE_SOURCES } from "../../schema/enums.ts";

/** Source of location samples. */
export type LocationSource = typeof LOCATION_SAMPLE_SOURCES[number];

/** Data type of each source's samples. */
export const LOCATION_TYPES: Readonly<Record<LocationSource, string>> = {
  mobile: "MobileLocationUpdate",
  map_service: "MapLocationUpdate",
};

/** Source of each data type's samples. */
export const SOURCE_OF: ReadonlyMap<string, LocationSource> = new Map(
  LOCATION_SAMPLE_SOURCES.map((source) => [LOCATION_TYPES[source], source]),
);

/**
 * Returns the owner and the sources of location samples to read: all requested ones, or by default
 * all that the caller may read.
 *
 * @throws {Problem} 403 if the caller may not read a requested source, or any source
 */
export async function readableSources(
  call: Query<{ readonly svc_userid: string }>,
  interval: Interval,
  asked?: readonly LocationSource[],
): Promise<{ owner: string; sources: LocationSource[] }> {
  const owner = await namedOwner(call);
  const wanted = LOCATION_SAMPLE_SOURCES.filter((source) => asked?.includes(source) ?? true);
  const sources: LocationSource[] = [];
  for (const source of wanted) {
    const dataType = LOCATION_TYPES[source];
    const reading = { userid: call.userid, owner, dataType, interval };
    if (await mayRead(call.context, reading)) sources.push(source);
  }
  const isGood = asked === undefined ? sources.length > 0 : sources.length === wanted.length;
  if (!isGood) throw forbidden();
  return { owner, sources };
}
