import { type Endpoint, type RecordColumns, splitRoute } from "../../api/fields/endpoint.ts";
import type { OutputMethod } from "../../api/fields/enums.ts";
import { isFreeBody, type Renaming } from "../../api/fields/names.ts";
import type { ArrowLimits } from "../../frame/arrow/arrowLimits.ts";
import { withDisplay } from "../../frame/polars/withDisplay.ts";
import { decodeText, parseJson } from "../../options/parseJson.ts";
import { actionOf } from "../request/actionOf.ts";
import type { Answer } from "../http/answer.ts";
import type { RequestSummary } from "../errors/apiError.ts";
import { BodyError } from "../errors/bodyError.ts";
import { callZone } from "../request/callZone.ts";
import { isProved } from "./warnUnproved.ts";
import { readFrame } from "./readFrame.ts";
import { readRecords } from "./readRecords.ts";
import { redact } from "../errors/redact.ts";
import { responseError } from "./responseError.ts";
import { safeCause } from "../errors/safeCause.ts";
import { unwrapData } from "./unwrapData.ts";
import type { ArgumentValues } from "../request/argumentValues.ts";

/** What reading an answer needs beside the endpoint and the arguments. */
export interface ResponseContext extends ArrowLimits {
  /** The request that was answered, for errors. */
  readonly request: RequestSummary;
  /** The form of frames where the arguments name none. @default "arrow" */
  readonly output?: OutputMethod | undefined;
  /** The zone of frames' times where the arguments name none. @default "UTC" */
  readonly tz?: string | undefined;
  /** The value column of each metric, for text forms without rows. */
  readonly valueColumns?: ReadonlyMap<string, string> | undefined;
  /** The columns of the fields that are a user-defined type's own. @default none */
  readonly ownColumns?: RecordColumns | undefined;
  /** The renaming from the service's words to canonical ones. @default none */
  readonly names?: Renaming | undefined;
  /** What must not be shown in errors. */
  readonly secrets?: Iterable<string> | undefined;
}

/** How many characters of a body that cannot be read are shown, and how many are searched for secrets. */
const SHOWN = 60, SEARCHED = 10_000;

/** How many bytes are searched for secrets at once, and the longest secret across two such stretches. */
const SEARCHED_AT_ONCE = 1 << 24, LONGEST_SECRET = 1 << 16;

/**
 * An answer as what its endpoint returns: a Polars frame, JSON, bytes, or nothing (also for a JSON
 * body that is empty). Pure.
 *
 * @throws {ApiError} of the class that the status stands for
 * @throws {BodyError} if the body is cut short, damaged, or not of the form that was asked for
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
    const why = echoed ? "it holds the token" : redact((error as Error).message, secrets);
    throw new BodyError({
      action,
      request,
      status,
      reason: `the body is no whole ${form}: ${why}${
        type === null ? "" : ` (it came as ${type})`
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
  for (let at = 0; at < bytes.length; at += SEARCHED_AT_ONCE) { // a string has a greatest length
    const text = latin1.decode(bytes.subarray(at, at + SEARCHED_AT_ONCE + LONGEST_SECRET));
    if (redact(text, secrets) !== text) return true;
  }
  return false;
}

/** How a body begins, each byte that is no printable ASCII as `\x`. */
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

/** A list of records, or one that a record holds, so that it shows itself as a table. */
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
