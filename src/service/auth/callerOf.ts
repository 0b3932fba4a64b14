import type { Endpoint } from "../../api/fields/endpoint.ts";
import type { Store } from "../../store/openStore.ts";
import type { RequestRate } from "../http/requestRate.ts";
import type { Accounts } from "./accounts.ts";
import { authorize, authorizeOperator, authorizeStorage } from "./authorize.ts";
import type { Tokens } from "./tokens.ts";

/** How a caller is recognised. */
export interface CallerOptions {
  /** Signed tokens. */
  readonly tokens: Tokens;
  /** Tokens of sessions. */
  readonly store: Pick<Store, "sessions">;
  /** The accounts, one of which a caller has from the first request on. */
  readonly accounts: Accounts;
  /** The secret of the storage's messages. */
  readonly storageSecret: string;
  /** The operator's token; undefined where there is none. */
  readonly operatorToken: string | undefined;
  /** Counts the requests of each token; undefined where any number is allowed. */
  readonly rate: RequestRate | undefined;
}

/** Who asks where it is the storage and not a user. */
const STORAGE = "storage";

/**
 * Who makes a request: the user of its token; of the operator's, the service's owner.
 *
 * @throws {Problem} 401 if the token is missing or wrong, 429 if it makes too many requests
 */
export async function callerOf(
  endpoint: Endpoint,
  request: Request,
  { tokens, store, accounts, storageSecret, operatorToken, rate }: CallerOptions,
): Promise<string> {
  if (endpoint.auth === "storage") {
    authorizeStorage(request, storageSecret);
    return STORAGE;
  }
  if (endpoint.auth === "operator") {
    authorizeOperator(request, operatorToken);
    return accounts.owner();
  }
  const userid = await authorize(request, tokens, store.sessions);
  rate?.count(request.headers.get("authorization")!);
  await accounts.ensure(userid);
  return userid;
}
