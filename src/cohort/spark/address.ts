/** Address of a Spark Connect server, with connection settings. */
export interface SparkAddress {
  /** `host:port`. */
  readonly target: string;
  /** `true` if the connection is encrypted. */
  readonly tls: boolean;
  /** Token to sign in with. */
  readonly token: string | undefined;
  /** User of the session. */
  readonly user: string;
  /** Session to join; `undefined` for a new one. */
  readonly session: string | undefined;
  /** Name of the program, as the server logs it. */
  readonly agent: string;
  /** Headers of every request, without the token. */
  readonly headers: { readonly [name: string]: string };
}

const PORT = "15002";
/** Parameters that are settings; all others are headers, as Spark documents. */
const SETTINGS = [
  "token",
  "use_ssl",
  "user_id",
  "user_agent",
  "session_id",
  "grpc_max_message_size", // accepted without effect: messages have no limit here
];
/** Headers that the connection sets itself. */
const RESERVED = ["authorization", "content-type", "te", "host", "connection", "user-agent"];
/** Near misses of a setting, which would otherwise be sent as a header. */
const MISTAKES: Readonly<Record<string, string>> = {
  ssl: "use_ssl",
  tls: "use_ssl",
  user: "user_id",
};

/**
 * Parses an address as Spark writes it: `sc://host:port/;use_ssl=true;user_id=me`. Parameters that
 * Spark does not define, such as `x-databricks-cluster-id`, are sent as headers. A token requires an
 * encrypted connection, unless the server is on this machine, because others could read it in plain
 * text.
 *
 * @param given Token, if it is not part of the address.
 * @throws {TypeError} if the address is invalid, a parameter cannot be a header, or a token would be
 * sent in plain text
 */
export function sparkAddress(address: string, given: string | undefined): SparkAddress {
  const reject = (reason: string): never => {
    throw new TypeError(`Cannot open a cohort on Spark: ${reason}`);
  };
  const [place, ...rest] = address.slice("sc://".length).split("/;");
  const parameters = new Map<string, string>();
  for (const part of rest.join(";").split(";").filter(Boolean)) {
    const [name = "", ...value] = part.split("=");
    const right = MISTAKES[name.toLowerCase()];
    if (right !== undefined) {
      reject(`the address has a parameter ${JSON.stringify(name)}; write ${right}`);
    }
    if (value.length === 0) reject(`the parameter ${JSON.stringify(name)} has no value`);
    if (parameters.has(name)) reject(`the parameter ${JSON.stringify(name)} is given twice`);
    parameters.set(
      name,
      decode(value.join("="), () => reject(`${JSON.stringify(name)} is not percent-encoded`)),
    );
  }
  const headers: Record<string, string> = {};
  for (const [name, value] of parameters) {
    if (SETTINGS.includes(name)) continue;
    // Names as HTTP/2 sends them; "authorization" and "grpc-..." belong to the connection.
    if (!/^(?!grpc-)[\w.-]+(?<!-bin)$/i.test(name) || RESERVED.includes(name.toLowerCase())) {
      reject(`the parameter ${JSON.stringify(name)} cannot be a header`);
    }
    if (!/^[\x20-\x7e]*$/.test(value)) {
      reject(`the value of ${JSON.stringify(name)} cannot be in a header: it is not ASCII`);
    }
    headers[name.toLowerCase()] = value;
  }
  const parsed = /^(\[[0-9a-fA-F:]+\]|[^:/[\]\s]+)(?::(\d+))?\/?$/.exec(place!);
  if (parsed === null) return reject(`${JSON.stringify(place)} is not host:port`);
  const [, host, port = PORT] = parsed;
  const token = given ?? parameters.get("token"), wish = parameters.get("use_ssl");
  if (wish !== undefined && wish !== "true" && wish !== "false") {
    reject(`use_ssl is ${JSON.stringify(wish)}, not true or false`);
  }
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/i.test(host!);
  const tls = wish === undefined ? token !== undefined && !isHere : wish === "true";
  if (token !== undefined && !tls && !isHere) {
    reject(`a token would travel to ${host} in plain text; leave out use_ssl=false`);
  }
  const session = parameters.get("session_id");
  if (session !== undefined && !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(session)) {
    reject(`session_id is ${JSON.stringify(session)}, not a UUID`);
  }
  return {
    target: `${host}:${port}`,
    tls,
    token,
    user: parameters.get("user_id") ?? "lifeframe",
    session,
    agent: parameters.get("user_agent") ?? "lifeframe",
    headers,
  };
}

function decode(text: string, reject: () => never): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return reject();
  }
}
