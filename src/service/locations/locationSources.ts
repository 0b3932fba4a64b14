import type { Interval } from "../../time/interval.ts";
import type { Query } from "../http/handler.ts";
import { mayRead, namedOwner } from "../sharing/mayRead.ts";
import { forbidden } from "../http/problem.ts";
import { LOCATION_SAMPLE_SOURCES } from "../../schema/enums.ts";

/** Where location samples come from. */
export type LocationSource = typeof LOCATION_SAMPLE_SOURCES[number];

/** The data type of each source's samples. */
export const LOCATION_TYPES: Readonly<Record<LocationSource, string>> = {
  mobile: "MobileLocationUpdate",
  map_service: "MapLocationUpdate",
};

/** The source of the samples of each data type. */
export const SOURCE_OF: ReadonlyMap<string, LocationSource> = new Map(
  LOCATION_SAMPLE_SOURCES.map((source) => [LOCATION_TYPES[source], source]),
);

/**
 * Whose location samples of which sources are read in a range: of those that are asked for all, or
 * where none are, those that may be read.
 *
 * @throws {Problem} 403 if one that is asked for may not be read, or none may
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
