import type { Call, Settings } from "./call.ts";
import { fallBack } from "./fallBack.ts";
import { followZones } from "./followZones.ts";
import { abortable } from "./http/abortable.ts";
import { splitLongCalls } from "./longCalls.ts";
import { makeCall } from "./makeCall.ts";
import type { Nouns } from "./nouns.ts";
import { rememberRange } from "./rememberRange.ts";
import { typeLookups } from "./typeLookups.ts";

/** Calls of a client. */
export interface PreparedCalls {
  /** Makes exactly one request, apart from retries. */
  readonly request: Call;
  /** Makes all requests of a method, and joins their answers. */
  readonly answer: Call;
}

/**
 * Prepares the calls of a client.
 *
 * @param userid Returns the user's id.
 * @param nouns Returns the client's own methods, which read the catalogs.
 */
export function prepareCalls(
  settings: Settings,
  userid: () => Promise<string>,
  nouns: () => Nouns,
): PreparedCalls {
  const lookUp = typeLookups(nouns);
  const request = makeCall(settings, {
    userid: (signal) => abortable(userid(), signal),
    valueColumns: (metrics, signal) => abortable(lookUp.valueColumns(metrics), signal),
    ownColumns: (dataType, signal) => abortable(lookUp.ownColumns(dataType), signal),
  });
  const whole = splitLongCalls(fallBack(request), settings);
  return { request, answer: rememberRange(followZones(whole, settings), settings) };
}
