import { type Endpoint, type RecordColumns, splitRoute } from "../../api/fields/endpoint.ts";
import type { OutputMethod } from "../../api/fields/enums.ts";
import { isFreeBody, type Renaming } from "../../api/fields/names.ts";
import type { ArrowLimits } from "../../frame/arrow/arrowLimits.ts";
import { withDisplay } from "../../frame/polars/withDisplay.ts";
import { decodeText, parseJson } from "../../options/parseJson.ts";
import { actionOf } from "../request/actionOf.ts";
import type { Answer } from "../http/answer.ts";
import { BodyError, type RequestSummary } from "../errors/apiError.ts";
import { callZone } from "../request/callZone.ts";
import { isProved } from "./warnUnproved.ts";
import { readFrame } from "./readFrame.ts";
import { readRecords } from "./readRecords.ts";
import { redact } from "../errors/redact.ts";
import { responseError } from "./responseError.ts";
import { safeCause } from "../errors/safeCause.ts";
import { unwrapData } from "./unwrapData.ts";
import type { ArgumentValues } from "../request/argumentValues.ts";

/** Context of {@linkcode readResponse}. */
export interface ResponseContext extends ArrowLimits {
  /** Request, for errors. */
  readonly request: RequestSummary;
  /** Wire format of frames if the arguments give none. @default "arrow" */
  readonly output?: OutputMethod | undefined;
  /** Zone of frames' times if the arguments give none. @default none: the times have no zone */
  readonly tz?: string | undefined;
  /** Value column of each metric, for text formats without rows. */
  readonly valueColumns?: ReadonlyMap<string, string> | undefined;
  /** Columns of the fields that only a user-defined type has. @default none */
  readonly ownColumns?: RecordColumns | undefined;
  /** Renaming from the service's words to canonical ones. @default none */
  readonly names?: Renaming | undefined;
  /** Secrets to hide in errors. */
  readonly secrets?: Iterable<string> | undefined;
}

/** Number of characters of an unreadable body that are shown, and that are searched for secrets. */
const SHOWN = 60, SEARCHED = 10_000;

/**
 * Number of bytes searched for secrets at once, and the longest secret across two such stretches.
 */
const SEARCHED_AT_ONCE = 1 << 24, LONGEST_SECRET = 1 << 16;

/**
 * Converts a response to the result of its endpoint: a Polars frame, JSON, bytes, or `undefined`
 * (also for an empty JSON body). Pure.
 *
 * @throws {ApiError} of the class that matches the status
 * @throws {BodyError} if the body is cut short, damaged, or not in the requested format
 */
export function readResponse(
  endpoint: Endpoint,
  args: ArgumentValues,
  answer: Answer,
  context: ResponseContext,
): unknown {
  const { request, secrets = [] } = context;
  const action = actionOf(endpoint, args);
  const { status, headers, bytes } = answer;
  if (status < 200 || status > 299) {
    throw responseError(answer, {
      action,
      request,
      secrets,
      names: context.names,
      metrics: [args["metric"], args["metrics"]].flat().filter((name) => typeof name === "string"),
    });
  }
  const output = (args["output"] ?? context.output ?? "arrow") as OutputMethod;
  const tz = callZone(endpoint, args, context.tz);
  try {
    switch (endpoint.returns.kind) {
      case "frame":
        return readFrame(endpoint, args, bytes, {
          output,
          tz,
          isProved: isProved(headers),
          valueColumns: context.valueColumns,
          maxUnpacked: context.maxUnpacked,
          maxRows: context.maxRows,
        });
      case "bytes":
        return bytes;
      case "nothing":
        return undefined;
      case "records":
      case "lines": {
        const frame = readRecords(endpoint, args, bytes, {
          tz,
          names: context.names,
          ownColumns: context.ownColumns,
        });
        const { returns } = endpoint,
          title = returns.kind === "records" ? returns.title : undefined;
        return title === undefined ? frame : withDisplay(frame, { title });
      }
      case "json":
        return bytes.length === 0
          ? undefined
          : withDisplays(readJson(endpoint, args, bytes, context.names));
    }
  } catch (error) {
    const form = endpoint.returns.kind === "frame" ? output : "JSON";
    const type = headers.get("content-type");
    // A parser's message may quote a part of the body, which redact() would not find.
    const echoed = holdsSecret(bytes, secrets);
    const why = echoed ? "it contains the token" : redact((error as Error).message, secrets);
    throw new BodyError({
      action,
      request,
      status,
      reason: `the body is not valid ${form}: ${why}${
        type === null ? "" : ` (its content type is ${type})`
      }; ${beginning(bytes, secrets)}`,
      cause: echoed ? undefined : safeCause(error, secrets),
    });
  }
}

function readJson(
  endpoint: Endpoint,
  args: ArgumentValues,
  bytes: Uint8Array,
  names: Renaming | undefined,
): unknown {
  const value: unknown = parseJson(decodeText(bytes));
  const free = isFreeBody(
    splitRoute(endpoint.route).path,
    args["data_type"] as string | undefined,
  );
  if (free) return value;
  return names === undefined ? unwrapData(value) : names.json(unwrapData(value));
}

function holdsSecret(bytes: Uint8Array, secrets: Iterable<string>): boolean {
  const latin1 = new TextDecoder("latin1");
  for (let at = 0; at < bytes.length; at += SEARCHED_AT_ONCE) { // a string has a maximum length
    const text = latin1.decode(bytes.subarray(at, at + SEARCHED_AT_ONCE + LONGEST_SECRET));
    if (redact(text, secrets) !== text) return true;
  }
  return false;
}

/** Returns the beginning of a body, with `\x` for bytes that are not printable ASCII. */
function beginning(bytes: Uint8Array, secrets: Iterable<string>): string {
  if (bytes.length === 0) return "it is empty";
  const shown = Array.from(
    bytes.subarray(0, SEARCHED),
    (byte) =>
      byte >= 0x20 && byte < 0x7f
        ? String.fromCharCode(byte)
        : byte === 0x0a
        ? "\\n"
        : `\\x${byte.toString(16).padStart(2, "0")}`,
  ).join("");
  return `it begins with ${redact(shown, secrets).slice(0, SHOWN)}${
    shown.length > SHOWN ? "..." : ""
  }`;
}

/** Makes a list of records, or a list inside a record, display itself as a table. */
function withDisplays(json: unknown): unknown {
  const lists = Array.isArray(json)
    ? [json]
    : typeof json === "object" && json !== null
    ? Object.values(json)
    : [];
  for (const list of lists) {
    const areRecords = Array.isArray(list) && list.length > 0 &&
      list.every((one) => typeof one === "object" && one !== null && !Array.isArray(one));
    if (areRecords) withDisplay(list);
  }
  return json;
}
