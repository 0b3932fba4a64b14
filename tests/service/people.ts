import type { Share, ShareBody } from "../../src/schema/shares.ts";
import type { Embedded } from "./embedded.ts";

/** Another user of a service. */
export interface Person {
  readonly userid: string;
  readonly token: string;
  /** Returns the JSON of an answer to that user. */
  json<T = unknown>(route: string, options?: { body?: unknown; status?: number }): Promise<T>;
  /** Returns the status of an answer to that user. */
  status(route: string, body?: unknown): Promise<number>;
}

export async function person(
  here: Embedded,
  userid: string = crypto.randomUUID(),
): Promise<Person> {
  const token = await here.service.issueToken(userid);
  const options = (body: unknown) => ({
    token,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return {
    userid,
    token,
    json: (route, { body, status = 200 } = {}) => here.json(route, { ...options(body), status }),
    async status(route, body) {
      const response = await here.send(route, options(body));
      await response.body?.cancel();
      return response.status;
    },
  };
}

/** Creates a share of the first user with another. */
export async function share(
  here: Embedded,
  reader: Person,
  body: Partial<ShareBody>,
): Promise<Share> {
  const made = await here.json<{ datashare: Share }>("POST /user/v1alpha1/datashares", {
    body: JSON.stringify({
      datashare_name: "a share",
      svc_user_name: "Kim",
      permissions: [{ allowed_svc_userid: reader.userid }],
      ...body,
    }),
  });
  return made.datashare;
}
