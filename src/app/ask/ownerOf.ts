import { isUuid } from "../../client/request/isUuid.ts";
import { describeValue } from "../../options/describeValue.ts";

/**
 * Returns the wire's arguments for the person whose data a question reads.
 *
 * @throws {TypeError} if the user id is not a UUID
 */
export function ownerOf(
  userid: string | null | undefined,
  action: string,
): { svc_userid?: string } {
  if (userid === undefined) return {};
  if (isUuid(userid)) return { svc_userid: userid };
  throw new TypeError(
    `Cannot ${action}: userid is ${describeValue(userid)}, expected a UUID. ` +
      "me.api.shares.datasets() lists who shares with you.",
  );
}
