import type { Endpoint } from "../api/fields/endpoint.ts";
import type { Row } from "../frame/polars/rows.ts";
import type { Call, CallOptions } from "./call.ts";
import type { ArgumentValues } from "./request/argumentValues.ts";

/** Reads records as the service answers them, with all that they hold, under the canonical names. */
export type ReadRows = (
  endpoint: Endpoint,
  args: ArgumentValues,
  options: CallOptions,
) => Promise<readonly Row[]>;

/** Under which a client has it: a copy of the client's members, such as `Me`, has it too. */
const READ_ROWS = Symbol("lifeframe.readRows");

/** The member with which a client reads rows: the frames that its methods give have columns alone. */
export function readRowsMember(call: Call): object {
  const readRows: ReadRows = (endpoint, args, options) => {
    const returns = { kind: "json", model: "JsonSchema", isList: true } as const;
    return call({ ...endpoint, returns, split: "never" }, args, options) as Promise<Row[]>;
  };
  return { [READ_ROWS]: readRows };
}

/**
 * How a client reads rows.
 *
 * @throws {TypeError} if it is no client of `connect`, `demo` or `local`
 */
export function readRowsOf(client: object, action: string): ReadRows {
  const readRows = (client as { [READ_ROWS]?: ReadRows })?.[READ_ROWS];
  if (readRows !== undefined) return readRows;
  throw new TypeError(
    `Cannot ${action}: the first argument is no client; give what connect, demo or local gave`,
  );
}
