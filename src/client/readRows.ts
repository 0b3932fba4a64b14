import type { Endpoint } from "../api/fields/endpoint.ts";
import type { Row } from "../frame/polars/rows.ts";
import type { Call, CallOptions } from "./call.ts";
import type { ArgumentValues } from "./request/argumentValues.ts";

/** Reads records as plain rows with all their members, under the canonical names. */
export type ReadRows = (
  endpoint: Endpoint,
  args: ArgumentValues,
  options: CallOptions,
) => Promise<readonly Row[]>;

/** Key of the member on a client; copies of the client's members, such as `Me`, have it too. */
const READ_ROWS = Symbol("lifeframe.readRows");

/** Returns the member that lets a client read rows: the frames of its methods only have columns. */
export function readRowsMember(call: Call): object {
  const readRows: ReadRows = (endpoint, args, options) => {
    const returns = { kind: "json", model: "JsonSchema", isList: true } as const;
    return call({ ...endpoint, returns, split: "never" }, args, options) as Promise<Row[]>;
  };
  return { [READ_ROWS]: readRows };
}

/**
 * Returns the function with which a client reads rows.
 *
 * @throws {TypeError} if it is not a client of `connect`, `demo` or `local`
 */
export function readRowsOf(client: object, action: string): ReadRows {
  const readRows = (client as { [READ_ROWS]?: ReadRows })?.[READ_ROWS];
  if (readRows !== undefined) return readRows;
  throw new TypeError(
    `Cannot ${action}: the first argument is not a client. Pass the result of connect, demo or local.`,
  );
}
