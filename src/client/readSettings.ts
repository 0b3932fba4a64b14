import { describeValue } from "../options/describeValue.ts";
import { checkOutput } from "./request/checkOutput.ts";
import { fromWire, toWire } from "../api/fields/names.ts";
import { checkLimit, checkLimits } from "../frame/arrow/arrowLimits.ts";
import { LIMITS } from "../options/limits.ts";
import { progressBar } from "../progress/progressBar.ts";
import { zone } from "../time/zone.ts";
import { checkBaseUrl } from "./http/checkBaseUrl.ts";
import { checkToken } from "./auth/checkToken.ts";
import { isUuid } from "./request/isUuid.ts";
import { checkOptions as checkNames, optionNames } from "../options/checkOptions.ts";
import type { Fetch } from "./http/receive.ts";
import { tokenSource } from "./auth/tokenSource.ts";
import type { Settings } from "./call.ts";
import type { ConnectOptions, UnitSystem } from "./connectOptions.ts";
import { Credentials } from "./auth/credentials.ts";
import { credentialsPath } from "./auth/configFolder.ts";
import { credentialsStore } from "./auth/credentialsStore.ts";
import { readProfile } from "./auth/profile.ts";
import { fetchPastProxy } from "./http/proxies.ts";

const OPTIONS = optionNames<ConnectOptions>()(
  "baseUrl token credentials userid profile userClaim tz units now fetch",
  { retry: { budget: true, limit: true, delay: true } },
  "timeout totalTimeout onProgress output names concurrency maxBody maxUnpacked maxRows warn",
  "allowInsecure",
);

/** Longest time that a timer can wait. */
const LONGEST = 2 ** 31 - 1;

/**
 * Checks the options of a client and fills in defaults.
 *
 * @throws {TypeError} if an option is unknown, missing or malformed
 * @throws {RangeError} if a zone, a format or a number is not allowed
 */
export function readSettings(options: ConnectOptions): Settings {
  checkNames("connect", options, OPTIONS, "baseUrl and a token or credentials, or a profile");
  return settingsOf(withProfile(options));
}

function settingsOf(options: ConnectOptions): Settings {
  const { userid, tz, output = "arrow", now, retry = {}, names = {} } = options;
  if (options.baseUrl === undefined) {
    throw new TypeError("Cannot connect: baseUrl is missing. Pass it, or a profile.");
  }
  const baseUrl = checkBaseUrl(options.baseUrl, options.allowInsecure ?? false);
  const fetch = options.fetch ?? fetchPastProxy;
  if (userid !== undefined && !isUuid(userid)) {
    throw new TypeError(`Cannot connect: userid ${JSON.stringify(userid)} is not a UUID`);
  }
  checkOutput(output, "connect");
  const out = toWire(names);
  return {
    baseUrl,
    token: tokenOf(options, baseUrl, fetch),
    userid,
    userClaim: options.userClaim ?? out.name("svc_userid"),
    tz: tz === undefined ? undefined : zone(tz),
    units: checkUnits(options.units),
    now: () => instant(now?.() ?? Temporal.Now.instant()),
    fetch,
    retry: {
      budget: checkInteger("retry.budget", retry.budget ?? 30_000, 0),
      limit: checkInteger("retry.limit", retry.limit ?? 10, 0),
      delay: checkInteger("retry.delay", retry.delay ?? 300, 0),
    },
    timeout: checkTimeout("timeout", options.timeout ?? 30_000),
    totalTimeout: checkTimeout("totalTimeout", options.totalTimeout ?? false),
    onProgress: options.onProgress ?? progressBar(),
    limits: checkLimits(options, "connect"),
    maxBody: checkLimit("maxBody", options.maxBody, "connect") ?? LIMITS.bodyBytes.most,
    output,
    names: { toWire: out, fromWire: fromWire(names) },
    concurrency: checkInteger("concurrency", options.concurrency ?? 4, 1),
    // deno-lint-ignore no-console -- callers look for warnings there
    warn: options.warn ?? ((message) => console.warn(message)),
  };
}

/**
 * Checks a system of units.
 *
 * @throws {RangeError} if the system does not exist
 */
function checkUnits(units: UnitSystem = "metric"): UnitSystem {
  if (units === "metric" || units === "imperial") return units;
  throw new RangeError(
    `Cannot connect: units is ${describeValue(units)}, expected "metric" or "imperial"`,
  );
}

function tokenOf(
  { token, credentials }: ConnectOptions,
  baseUrl: string,
  fetch: Fetch,
): Settings["token"] {
  if (credentials !== undefined) {
    if (token !== undefined) {
      throw new TypeError(
        "Cannot connect: token and credentials are both given. Pass only one of them.",
      );
    }
    const source = tokenSource(credentials, { baseUrl, fetch });
    return async (refused) => checkToken(await source(refused));
  }
  if (typeof token === "function") return async (refused) => checkToken(await token(refused));
  const checked = checkToken(token);
  return () => Promise.resolve(checked);
}

function checkTimeout(name: string, value: number | false): number | false {
  return value === false ? false : checkInteger(name, value, 1);
}

function checkInteger(name: string, value: number, least: number): number {
  if (Number.isInteger(value) && value >= least && value <= LONGEST) return value;
  throw new RangeError(
    `Cannot connect: ${name} is ${value}, not an integer from ${least} to ${LONGEST}`,
  );
}

function instant(value: Temporal.Instant | Date): Temporal.Instant {
  return value instanceof Date ? Temporal.Instant.fromEpochMilliseconds(value.getTime()) : value;
}

/**
 * Adds the members of the profile, if the options name one: address, user's claim, service's words,
 * zone and credentials. Options take precedence.
 *
 * @throws {TypeError} if the profile does not exist
 */
function withProfile(options: ConnectOptions): ConnectOptions {
  const { profile: name, token, credentials } = options;
  if (name === undefined) return options;
  const isOwn = credentials instanceof Credentials;
  const path = credentials === undefined || isOwn ? credentialsPath() : credentials.path;
  const { baseUrl, userClaim, names, tz } = readProfile(path, name, "connect");
  const given = Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  );
  return {
    baseUrl,
    userClaim,
    names,
    tz,
    ...given,
    credentials: token !== undefined || isOwn
      ? credentials
      : credentialsStore({ path, profile: name }),
  };
}
