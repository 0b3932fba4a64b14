import { parseJson } from "../../options/parseJson.ts";
import type { Renaming } from "../../api/fields/names.ts";
import type { Answer } from "../http/answer.ts";
import {
  ApiError,
  type ApiErrorInit,
  type ErrorDetail,
  type Fault,
  ForbiddenError,
  InvalidError,
  NotFoundError,
  RateLimitError,
  type RequestSummary,
  TimeoutError,
  UnauthorizedError,
} from "../errors/apiError.ts";
import { redact } from "../errors/redact.ts";
import { retryAfter } from "../http/retryAfter.ts";
import { suggestMetric } from "./suggestMetric.ts";

/** Errors by status, and the reason to report if the service gives none. */
const BY_STATUS: Readonly<
  Record<number, { type: new (init: ApiErrorInit) => ApiError; reason: string }>
> = {
  400: { type: InvalidError, reason: "the request is not valid" },
  401: { type: UnauthorizedError, reason: "the token is missing, wrong or expired; sign in again" },
  403: { type: ForbiddenError, reason: "the data is not shared with this user" },
  404: { type: NotFoundError, reason: "it does not exist" },
  408: { type: TimeoutError, reason: "the service timed out waiting for the request" },
  422: { type: InvalidError, reason: "the arguments are not valid" },
  504: { type: TimeoutError, reason: "the service did not answer its gateway in time" },
};

/** Reason to report for an HTML page. */
const PAGE =
  "the response is an HTML page, probably from a proxy or a sign-in page, not from the service";

/** Maximum number of faults that a message lists. */
const MOST_FAULTS = 5;

/** Locations of a fault that do not name an argument. */
const PLACES: ReadonlySet<string | number> = new Set(["query", "path", "header"]);

/** Context of {@linkcode responseError}. */
export interface ResponseErrorContext {
  /** Action for messages, such as `read metric_samples`. */
  readonly action: string;
  readonly request: RequestSummary;
  /** Renaming from the service's words to canonical ones. @default none */
  readonly names?: Renaming | undefined;
  /** Secrets to hide. */
  readonly secrets?: Iterable<string> | undefined;
  /** Requested metrics; one may not exist. @default none */
  readonly metrics?: readonly string[] | undefined;
}

/** Longest text of a service that is shown in a message. */
const LONGEST = 300;

/** Returns the error for a response with a status outside 200 to 299. */
export function responseError(answer: Answer, context: ResponseErrorContext): ApiError {
  const { action, request, secrets = [], names } = context;
  const { status, headers } = answer;
  const body = redact(new TextDecoder().decode(answer.bytes), secrets);
  const detail = withCanonicalNames(errorDetail(body, headers.get("content-type") ?? ""), names);
  const init = { action, request, status, detail };
  const tried = answer.tried ?? "";
  if (status === 429) {
    const wait = retryAfter(headers);
    const when = wait === undefined ? "" : `; try again in ${Math.ceil(wait)} s`;
    const reason = `${describeDetail(detail) ?? "too many requests were sent"}${when}${tried}`;
    return new RateLimitError({ ...init, reason, retryAfter: wait });
  }
  const type = headers.get("content-type") ?? "";
  if (detail === undefined && isPage(body, type)) {
    // Such a page comes from a proxy, a gateway or a sign-in, and says nothing about the data.
    const Page = status === 403 ? ApiError : BY_STATUS[status]?.type ?? ApiError;
    return new Page({ ...init, reason: `${PAGE}${tried}` });
  }
  const known = BY_STATUS[status];
  const silent = known?.reason ??
    (status >= 500 ? "the service failed" : "the service refused the request");
  const nearest = status === 404 ? suggestion(context) : "";
  const reason = `${describeDetail(detail) ?? silent}${nearest}${tried}`;
  return new (known?.type ?? ApiError)({ ...init, reason });
}

/** Suggests another name for a metric that is neither built in nor user-defined. */
function suggestion({ metrics = [] }: ResponseErrorContext): string {
  const unknown = metrics.find((name) => !name.includes("/") && suggestMetric(name) !== "");
  return unknown === undefined ? "" : suggestMetric(unknown);
}

/** Returns whether a body is an HTML page, which no service of this kind sends. */
function isPage(body: string, contentType: string): boolean {
  return /\bhtml\b/i.test(contentType) || /^\s*<(?:!doctype|html|head|body)\b/i.test(body);
}

/** Replaces the locations in a detail by canonical names, which the caller knows. */
function withCanonicalNames(detail: ErrorDetail, names: Renaming | undefined): ErrorDetail {
  if (typeof detail !== "object" || names === undefined) return detail;
  const name = (at: string | number): string | number =>
    typeof at === "string" ? names.name(at) : at;
  return detail.map((fault) => ({ ...fault, loc: fault.loc.map(name) }));
}

/** Formats a detail as one line: `start_time: is not a date; metric: is missing`. */
function describeDetail(detail: ErrorDetail): string | undefined {
  if (typeof detail !== "object") return detail;
  if (detail.length === 0) return undefined;
  const faults = detail.slice(0, MOST_FAULTS).map(({ loc, msg }) => {
    const place = PLACES.has(loc[0] ?? "") ? loc.slice(1) : loc;
    return place.length === 0 ? msg : `${place.join(".")}: ${msg}`;
  });
  const more = detail.length - faults.length;
  return faults.join("; ") + (more > 0 ? `; and ${more} more` : "");
}

/**
 * Returns the description in the body of an error response: the text or list under `detail`, the
 * faults of a problem document (RFC 9457, `errors`), or the text of another common member. For
 * plain text, it returns the beginning. Returns `undefined` if there is nothing to show.
 */
function errorDetail(body: string, contentType: string): ErrorDetail {
  const said = parseObject(body);
  if (said === undefined) {
    const plain = contentType.startsWith("text/plain") ? body.trim().slice(0, LONGEST) : "";
    return plain === "" ? undefined : plain;
  }
  const { detail, errors } = said;
  if (Array.isArray(detail)) return detail.map(toFault);
  if (Array.isArray(errors) && errors.length > 0) return errors.map(problemFault);
  const text = [detail, said["error_description"], said["error"], said["message"], said["title"]]
    .find((member) => typeof member === "string" && member !== "");
  return text as string | undefined;
}

function parseObject(body: string): Record<string, unknown> | undefined {
  try {
    const value = parseJson(body);
    return typeof value === "object" && value !== null
      ? value as Record<string, unknown>
      : undefined;
  } catch {
    return undefined;
  }
}

function toFault(item: unknown): Fault {
  const { loc, msg, type } = Object(item) as { [member in keyof Fault]?: unknown };
  return {
    loc: Array.isArray(loc) ? loc.map((at) => typeof at === "number" ? at : String(at)) : [],
    msg: String(msg ?? JSON.stringify(item)),
    type: String(type ?? ""),
  };
}

function problemFault(item: unknown): Fault {
  const { location, message, value } = Object(item) as Record<string, unknown>;
  const given = value === undefined ? "" : `, got ${JSON.stringify(value)}`;
  return {
    loc: typeof location === "string" && location !== "" ? location.split(".") : [],
    msg: `${message ?? "is refused"}${given}`,
    type: "problem",
  };
}
