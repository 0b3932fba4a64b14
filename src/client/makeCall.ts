import { callSignal } from "../options/callSignal.ts";
import { type Endpoint, type RecordColumns, splitRoute } from "../api/fields/endpoint.ts";
import type { OutputMethod } from "../api/fields/enums.ts";
import { checkLimit, checkLimits } from "../frame/arrow/arrowLimits.ts";
import { startProgress } from "../progress/progress.ts";
import type { Answer } from "./http/answer.ts";
import { actionOf } from "./request/actionOf.ts";
import { buildRequest } from "./request/buildRequest.ts";
import { checkArguments } from "./request/checkArguments.ts";
import { checkOutput } from "./request/checkOutput.ts";
import { checkToken } from "./auth/checkToken.ts";
import { ownTypeOf } from "./response/ownColumns.ts";
import { lacksNames } from "./response/readFrame.ts";
import { readResponse } from "./response/readResponse.ts";
import { type GiveToken, send } from "./http/send.ts";
import { seriesMetrics } from "./response/series.ts";
import { warnUnproved } from "./response/warnUnproved.ts";
import type { ArgumentValues } from "./request/argumentValues.ts";
import type { Call, CallOptions, Settings } from "./call.ts";
import { zone } from "../time/zone.ts";
import { haveIds } from "./request/recordIds.ts";

/** Further requests that a call may need. */
export interface Lookups {
  userid: (signal: AbortSignal | undefined) => Promise<string>;
  /** Returns the value column of each metric, at least of the given ones. */
  valueColumns: (
    metrics: readonly string[],
    signal: AbortSignal | undefined,
  ) => Promise<ReadonlyMap<string, string>>;
  /** Returns the columns of the fields that only a user-defined type has. */
  ownColumns: (dataType: string, signal: AbortSignal | undefined) => Promise<RecordColumns>;
}

/** Connects the two pure halves: endpoint and arguments to request, and response to result. */
export function makeCall(settings: Settings, lookups: Lookups): Call {
  return async (endpoint, args, options) => {
    const tz = options.tz === undefined ? settings.tz : zone(options.tz);
    const signal = callSignal(options.signal);
    checkArguments(endpoint, args, { tz }); // before anything is requested
    const action = actionOf(endpoint, args);
    const output = checkOutput(options.output ?? settings.output, action);
    const limits = checkLimits({
      maxUnpacked: options.maxUnpacked ?? settings.limits.maxUnpacked,
      maxRows: options.maxRows ?? settings.limits.maxRows,
    }, action);
    const maxBody = checkLimit("maxBody", options.maxBody, action) ?? settings.maxBody;
    signal?.throwIfAborted();
    const userid = isOwn(endpoint, args) ? await lookups.userid(signal) : undefined;
    const request = buildRequest(endpoint, args, {
      baseUrl: settings.baseUrl,
      userid,
      output,
      tz,
      names: settings.names.toWire,
    });
    const { secrets, token } = collectSecrets(tokenFor(endpoint, settings, options));
    const { fetch, retry, timeout, totalTimeout } = settings;
    const isGet = splitRoute(endpoint.route).method === "GET"; // uploads report their own progress
    const onProgress = isGet ? options.onProgress ?? settings.onProgress : () => {};
    const progress = startProgress(onProgress, { action, unit: "bytes" });
    let result: unknown;
    const read = async (answer: Answer): Promise<void> => {
      const form = (args["output"] ?? output) as OutputMethod;
      warnUnproved({ endpoint, args, answer, output: form, tz, warn: settings.warn });
      const valueColumns = answer.status === 200 && lacksNames(endpoint, args, answer.bytes, form)
        ? await lookups.valueColumns(seriesMetrics(args), signal)
        : undefined;
      const ownType = answer.status === 200 ? ownTypeOf(endpoint, args) : undefined;
      const ownColumns = ownType === undefined
        ? undefined
        : await lookups.ownColumns(ownType, signal);
      result = readResponse(endpoint, args, answer, {
        ...context,
        valueColumns,
        ownColumns,
        ...limits,
      });
    };
    const { method, url } = request;
    const context = {
      request: { method, url },
      output,
      tz,
      names: settings.names.fromWire,
      secrets,
    };
    const answer = await send(request, {
      action,
      fetch,
      token,
      repeatable: isRepeatable(endpoint, args),
      retry,
      timeout,
      totalTimeout,
      signal,
      read,
      onPiece: progress.report,
      maxBody,
    }).finally(progress.end);
    const isRead = answer.status >= 200 && answer.status < 300;
    return isRead ? result : readResponse(endpoint, args, answer, context); // throws
  };
}

/** Returns whether the client has to add the user's id. */
function isOwn(endpoint: Endpoint, args: ArgumentValues): boolean {
  return endpoint.route.includes("{svc_userid?}") && args["svc_userid"] === undefined;
}

/** Wraps a source of tokens so that it records which tokens to hide. */
function collectSecrets(source: GiveToken): { secrets: ReadonlySet<string>; token: GiveToken } {
  const secrets = new Set<string>();
  const token: GiveToken = async (refused) => {
    const given = await source(refused);
    if (given !== undefined) secrets.add(given);
    return given;
  };
  return { secrets, token };
}

/** Returns the token that an endpoint needs: mostly the user's, else a separate secret. */
function tokenFor(
  endpoint: Endpoint,
  settings: Settings,
  { secret }: CallOptions,
): GiveToken {
  if (endpoint.auth === "none") return () => Promise.resolve(undefined);
  if (endpoint.auth === undefined || secret === undefined) return settings.token;
  return () => Promise.resolve(checkToken(secret));
}

/**
 * Returns whether a call may be sent twice without doing anything twice. This is true for all
 * methods but POST, and for a POST if all its records have an identifier, because the service
 * stores them once.
 */
function isRepeatable(endpoint: Endpoint, args: ArgumentValues): boolean {
  if (splitRoute(endpoint.route).method !== "POST") return true;
  if (endpoint.body !== "records") return false;
  const { body, data_type } = args;
  const records: unknown[] = Array.isArray(body) ? body : [body];
  return haveIds(records.map((record) => Object(record)), String(data_type));
}
