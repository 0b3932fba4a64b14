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
}

const PORT = "15002";
const PARAMETERS = ["token", "use_ssl", "user_id"];

/**
 * Parses an address as Spark writes it: `sc://host:port/;use_ssl=true;user_id=me`. A token requires
 * an encrypted connection, unless the server is on this machine, because others could read it in
 * plain text.
 *
 * @param given Token, if it is not part of the address.
 * @throws {TypeError} if the address is invalid, has an unknown parameter, or a token would be sent
 * in plain text
 */
export function sparkAddress(address: string, given: string | undefined): SparkAddress {
  const reject = (reason: string): never => {
    throw new TypeError(`Cannot open a cohort on Spark: ${reason}`);
  };
  const [place, ...rest] = address.slice("sc://".length).split("/;");
  const parameters = new Map<string, string>();
  for (const part of rest.join(";").split(";").filter(Boolean)) {
    const [name, ...value] = part.split("=");
    if (!PARAMETERS.includes(name!)) {
      reject(
        `the address has a parameter ${JSON.stringify(name)}; it may have ${PARAMETERS.join(", ")}`,
      );
    }
    parameters.set(name!, decodeURIComponent(value.join("=")));
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
  return { target: `${host}:${port}`, tls, token, user: parameters.get("user_id") ?? "lifeframe" };
}
