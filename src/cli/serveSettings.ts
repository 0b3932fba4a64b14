import { isIP } from "node:net";
import { parseArgs } from "node:util";
import { publicBase } from "../service/http/publicAddress.ts";
import { originOf } from "../service/http/crossOrigin.ts";
import type { RequestRateOptions } from "../service/http/requestRate.ts";
import { vocabularyOf } from "../service/names/vocabulary.ts";
import { namesOf } from "./namesOf.ts";

/** The port that is used unless another is asked for. */
export const DEFAULT_PORT = 8390;

/** The command line as it was read. */
export interface ServeSettings {
  /** The port; 0 picks one. */
  readonly port: number;
  /** The address to listen on. */
  readonly host: string;
  /** The folder for data; undefined for the platform's. */
  readonly data: string | undefined;
  /** Whether nothing is kept. */
  readonly memory: boolean;
  /** For whom tokens are printed; none for the service's owner. */
  readonly users: readonly string[];
  /** The names of the deployment. */
  readonly names: { readonly [word: string]: string };
  /** The claim of tokens that holds the user's id; undefined for the service's own. */
  readonly userClaim: string | undefined;
  /** Sources from the highest to the lowest. */
  readonly sources: readonly string[];
  /** Whether sample data is filled in. */
  readonly sample: boolean;
  /** Whether addresses and tokens are printed as JSON. */
  readonly json: boolean;
  /** Whether requests are not logged. */
  readonly quiet: boolean;
  /** The address of a proxy in front. */
  readonly publicUrl: string | undefined;
  /** How many requests each token may make; undefined for any number. */
  readonly requestRate: RequestRateOptions | undefined;
  /** Whether formulas in CSV are made inert. */
  readonly csvSafe: boolean;
  /** Further names of the host. */
  readonly hosts: readonly string[];
  /** Addresses of proxies. */
  readonly trustedProxies: readonly string[];
  /** Until when users may use the service. */
  readonly activeUntil: string | undefined;
  /** Status of a sign-in's polls that have no tokens yet. */
  readonly pollStatus: 400 | 403;
  /** Origins whose pages may call the service from a browser. */
  readonly allowedOrigins: readonly string[];
  /** The files that hold secrets. */
  readonly secretFiles: {
    readonly storageSecret: string | undefined;
    readonly operatorToken: string | undefined;
  };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The options of `serve`. */
export const SERVE_OPTIONS = {
  port: { type: "string", default: String(DEFAULT_PORT) },
  host: { type: "string", default: "127.0.0.1" },
  data: { type: "string" },
  memory: { type: "boolean", default: false },
  user: { type: "string", multiple: true, default: [] as string[] },
  names: { type: "string" },
  "user-claim": { type: "string" },
  sources: { type: "string" },
  sample: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  quiet: { type: "boolean", default: false },
  "public-url": { type: "string" },
  "rate": { type: "string", default: "200,2000" },
  "allow-host": { type: "string", multiple: true, default: [] as string[] },
  "trusted-proxy": { type: "string", multiple: true, default: [] as string[] },
  "csv-safe": { type: "boolean", default: false },
  "active-until": { type: "string" },
  "poll-status": { type: "string", default: "400" },
  "allow-origin": { type: "string", multiple: true, default: [] as string[] },
  "storage-secret-file": { type: "string" },
  "operator-token-file": { type: "string" },
} as const;

/**
 * Reads the command line of `serve`.
 *
 * @throws {TypeError | RangeError} if an option is unknown, or has no such value
 */
export function serveSettings(args: string[], hasSample: boolean): ServeSettings {
  const { values } = parseArgs({
    args,
    strict: true,
    allowPositionals: false,
    options: SERVE_OPTIONS,
  });
  const { port, host, data, memory, user, names, sources, sample, json, quiet } = values;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new RangeError(`Cannot use --port ${port}: it is not a number from 0 to 65535`);
  }
  if (host === "") throw new RangeError("Cannot use --host: it names no address");
  if (data === "") throw new RangeError("Cannot use --data: it names no folder");
  if (data !== undefined && memory) {
    throw new RangeError("Cannot use --data and --memory together");
  }
  if (sample && !hasSample) {
    throw new RangeError("Cannot use --sample: there is no sample data here");
  }
  const wrong = user.find((userid) => !UUID.test(userid));
  if (wrong !== undefined) throw new RangeError(`Cannot use --user ${wrong}: it is not a UUID`);
  const ranked = sources?.split(",").map((name) => name.trim()) ?? [];
  if (ranked.includes("")) {
    throw new RangeError(`Cannot use --sources ${sources}: a name is empty`);
  }
  if (values["user-claim"] === "") {
    throw new RangeError("Cannot use --user-claim: it names no claim");
  }
  const users = [...new Set(user.map((userid) => userid.toLowerCase()))];
  const words = wordsIn(names);
  return {
    port: Number(port),
    host,
    data,
    memory,
    users,
    names: words,
    userClaim: values["user-claim"],
    sources: ranked,
    sample,
    json,
    quiet,
    publicUrl: values["public-url"] === undefined ? undefined : publicBase(values["public-url"]),
    requestRate: rateOf(values.rate),
    csvSafe: values["csv-safe"],
    hosts: values["allow-host"],
    trustedProxies: values["trusted-proxy"].map(proxyOf),
    activeUntil: momentOf(values["active-until"]),
    pollStatus: pollStatusOf(values["poll-status"]),
    allowedOrigins: values["allow-origin"].map(originOf),
    secretFiles: {
      storageSecret: values["storage-secret-file"],
      operatorToken: values["operator-token-file"],
    },
  };
}

/** The requests in `200,2000`: a second, and at once; `0` for any number. */
function rateOf(text: string): RequestRateOptions | undefined {
  const [perSecond = NaN, burst = perSecond, ...rest] = text.split(",").map(Number);
  if (text === "0") return undefined;
  if (perSecond > 0 && burst >= 1 && burst < Infinity && rest.length === 0) {
    return { perSecond, burst };
  }
  throw new RangeError(`Cannot use --rate ${text}: it is not like 200,2000, or 0 for any number`);
}

function pollStatusOf(text: string): 400 | 403 {
  if (text === "400") return 400;
  if (text === "403") return 403;
  throw new RangeError(`Cannot use --poll-status ${text}: expected 400 or 403`);
}

function proxyOf(address: string): string {
  if (isIP(address) !== 0) return address;
  throw new RangeError(`Cannot use --trusted-proxy ${address}: it is not an IP address`);
}

function momentOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    return String(Temporal.Instant.from(text));
  } catch {
    throw new RangeError(
      `Cannot use --active-until ${text}: it is not an instant such as 2030-01-01T00:00:00Z`,
    );
  }
}

/** The names of the deployment, which must be such as can be told apart. */
function wordsIn(text: string | undefined): { readonly [word: string]: string } {
  const names = text === undefined ? {} : namesOf(text);
  vocabularyOf(names);
  return names;
}
