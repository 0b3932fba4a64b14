import { OUTPUT_METHODS } from "../api/fields/enums.ts";
import { fromWire, toWire } from "../api/fields/names.ts";
import { checkLimits } from "../frame/arrow/arrowLimits.ts";
import { zone } from "../time/zone.ts";
import { checkBaseUrl } from "./http/checkBaseUrl.ts";
import { checkToken } from "./auth/checkToken.ts";
import { isUuid } from "./request/isUuid.ts";
import { checkOptions as checkNames, type OptionTable } from "../options/checkOptions.ts";
import type { Fetch } from "./http/receive.ts";
import { tokenSource } from "./auth/tokenSource.ts";
import { withProfile } from "./withProfile.ts";
import type { Settings } from "./call.ts";
import type { ConnectOptions } from "./connectOptions.ts";

const OPTIONS: OptionTable<ConnectOptions> = {
  baseUrl: true,
  token: true,
  credentials: true,
  userid: true,
  profile: true,
  userClaim: true,
  tz: true,
  now: true,
  fetch: true,
  retry: { budget: true, limit: true, delay: true },
  timeout: true,
  totalTimeout: true,
  onProgress: true,
  output: true,
  names: true,
  concurrency: true,
  maxUnpacked: true,
  maxRows: true,
  warn: true,
  allowInsecure: true,
};

/** The longest time that a timer can wait. */
const LONGEST = 2 ** 31 - 1;

/**
 * Checks the options of a client and fills in their defaults.
 *
 * @throws {TypeError} if an option is unknown, missing or malformed
 * @throws {RangeError} if a zone, a form or a number is not allowed
 */
export function checkOptions(options: ConnectOptions): Settings {
  checkNames("connect", options, OPTIONS, "baseUrl and a token or credentials, or a profile");
  return settingsOf(withProfile(options));
}

function settingsOf(options: ConnectOptions): Settings {
  const { userid, tz, output = "arrow", now, retry = {}, names = {} } = options;
  if (options.baseUrl === undefined) {
    throw new TypeError("Cannot connect: baseUrl is missing; give it, or a profile");
  }
  const baseUrl = checkBaseUrl(options.baseUrl, options.allowInsecure ?? false);
  const fetch = options.fetch ?? globalThis.fetch;
  if (userid !== undefined && !isUuid(userid)) {
    throw new TypeError(`Cannot connect: userid ${JSON.stringify(userid)} is not a UUID`);
  }
  if (!OUTPUT_METHODS.includes(output)) {
    throw new RangeError(
      `Cannot connect: output ${JSON.stringify(output)} is not one of ${OUTPUT_METHODS.join(", ")}`,
    );
  }
  const out = toWire(names);
  return {
    baseUrl,
    token: tokenOf(options, baseUrl, fetch),
    userid,
    userClaim: options.userClaim ?? out.name("svc_userid"),
    tz: tz === undefined ? undefined : zone(tz),
    now: () => instant(now?.() ?? Temporal.Now.instant()),
    fetch,
    retry: {
      budget: counted("retry.budget", retry.budget ?? 30_000, 0),
      limit: counted("retry.limit", retry.limit ?? 10, 0),
      delay: counted("retry.delay", retry.delay ?? 300, 0),
    },
    timeout: limited("timeout", options.timeout ?? 30_000),
    totalTimeout: limited("totalTimeout", options.totalTimeout ?? false),
    onProgress: options.onProgress,
    limits: checkLimits(options, "connect"),
    output,
    names: { out, back: fromWire(names) },
    concurrency: counted("concurrency", options.concurrency ?? 4, 1),
    // deno-lint-ignore no-console -- where a caller looks for warnings
    warn: options.warn ?? ((message) => console.warn(message)),
  };
}

function tokenOf(
  { token, credentials }: ConnectOptions,
  baseUrl: string,
  fetch: Fetch,
): Settings["token"] {
  if (credentials !== undefined) {
    if (token !== undefined) {
      throw new TypeError("Cannot connect: give a token or credentials, not both");
    }
    const source = tokenSource(credentials, { baseUrl, fetch });
    return async (refused) => checkToken(await source(refused));
  }
  if (typeof token === "function") return async (refused) => checkToken(await token(refused));
  const checked = checkToken(token);
  return () => Promise.resolve(checked);
}

function limited(name: string, value: number | false): number | false {
  return value === false ? false : counted(name, value, 1);
}

function counted(name: string, value: number, least: number): number {
  if (Number.isInteger(value) && value >= least && value <= LONGEST) return value;
  throw new RangeError(
    `Cannot connect: ${name} is ${value}, not a whole number from ${least} to ${LONGEST}`,
  );
}

function instant(value: Temporal.Instant | Date): Temporal.Instant {
  return value instanceof Date ? Temporal.Instant.fromEpochMilliseconds(value.getTime()) : value;
}
