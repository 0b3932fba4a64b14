import { isIP } from "node:net";
import { parseArgs } from "node:util";
import { publicBase } from "../service/http/publicAddress.ts";
import { originOf } from "../service/http/crossOrigin.ts";
import type { RequestRateOptions } from "../service/http/requestRate.ts";
import { vocabularyOf } from "../service/names/vocabulary.ts";
import { namesOf } from "./args/namesOf.ts";

/** Default port. */
export const DEFAULT_PORT = 8390;

/** Settings of `serve`. */
export interface ServeSettings {
  /** Port; 0 picks a free one. */
  readonly port: number;
  /** Address to listen on. */
  readonly host: string;
  /** Folder for data; `undefined` for the platform's. */
  readonly data: string | undefined;
  /** `true` keeps everything in memory. */
  readonly memory: boolean;
  /** Users to print tokens for; empty for the service's owner. */
  readonly users: readonly string[];
  /** Words of the deployment. */
  readonly names: { readonly [word: string]: string };
  /** Claim of tokens that contains the user's id; `undefined` for the default. */
  readonly userClaim: string | undefined;
  /** Sources, highest priority first. */
  readonly sources: readonly string[];
  /** `true` adds sample data. */
  readonly sample: boolean;
  /** `true` prints addresses and tokens as JSON. */
  readonly json: boolean;
  /** `true` does not log requests. */
  readonly quiet: boolean;
  /** Address of a proxy in front of the service. */
  readonly publicUrl: string | undefined;
  /** Requests per token; `undefined` for no limit. */
  readonly requestRate: RequestRateOptions | undefined;
  /** `true` makes formulas in CSV inert. */
  readonly csvSafe: boolean;
  /** Further host names. */
  readonly hosts: readonly string[];
  /** Addresses of trusted proxies. */
  readonly trustedProxies: readonly string[];
  /** Time until which users without a grant may use the service. */
  readonly activeUntil: string | undefined;
  /** Status of a sign-in's polls until it is approved. */
  readonly pollStatus: 400 | 403;
  /** Origins with pages that may call the service from a browser. */
  readonly allowedOrigins: readonly string[];
  /** Files with secrets. */
  readonly secretFiles: {
    readonly storageSecret: string | undefined;
    readonly operatorToken: string | undefined;
  };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Options of `serve`. */
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
 * @throws {TypeError | RangeError} if an option is unknown, or its value is not allowed
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
  if (host === "") throw new RangeError("Cannot use --host: the address is empty");
  if (data === "") throw new RangeError("Cannot use --data: the folder is empty");
  if (data !== undefined && memory) {
    throw new RangeError("Cannot use --data and --memory together");
  }
  if (sample && !hasSample) {
    throw new RangeError("Cannot use --sample: this program has no sample data");
  }
  const wrong = user.find((userid) => !UUID.test(userid));
  if (wrong !== undefined) throw new RangeError(`Cannot use --user ${wrong}: it is not a UUID`);
  const ranked = sources?.split(",").map((name) => name.trim()) ?? [];
  if (ranked.includes("")) {
    throw new RangeError(`Cannot use --sources ${sources}: a name is empty`);
  }
  if (values["user-claim"] === "") {
    throw new RangeError("Cannot use --user-claim: the name is empty");
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

/** Parses a rate such as `200,2000`: requests per second, and at once; `0` for no limit. */
function rateOf(text: string): RequestRateOptions | undefined {
  const [perSecond = NaN, burst = perSecond, ...rest] = text.split(",").map(Number);
  if (text === "0") return undefined;
  if (perSecond > 0 && burst >= 1 && burst < Infinity && rest.length === 0) {
    return { perSecond, burst };
  }
  throw new RangeError(
    `Cannot use --rate ${text}: expected a rate such as 200,2000, or 0 for no limit`,
  );
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

/** Parses the words of the deployment, which have to be distinct. */
function wordsIn(text: string | undefined): { readonly [word: string]: string } {
  const names = text === undefined ? {} : namesOf(text);
  vocabularyOf(names);
  return names;
}
