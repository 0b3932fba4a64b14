import { type Endpoint, type Fields, splitRoute } from "../../api/fields/endpoint.ts";
import type { OutputMethod } from "../../api/fields/enums.ts";
import { isFreeBody, type Renaming } from "../../api/fields/names.ts";
import { actionOf } from "./actionOf.ts";
import { checkArguments } from "./checkArguments.ts";
import { isUuid } from "./isUuid.ts";
import { jsonText } from "./jsonText.ts";
import { applyZone, applyZoneToBounds } from "./applyZone.ts";
import type { ArgumentValues } from "./argumentValues.ts";

/** Context of {@linkcode buildRequest}. */
export interface RequestContext {
  /** Address of the service, without a trailing slash. */
  readonly baseUrl: string;
  /** User whose data is requested if the path gives none. */
  readonly userid?: string | undefined;
  /** Wire format of frames if the arguments give none. @default "arrow" */
  readonly output?: OutputMethod | undefined;
  /** Zone of times without one, and of missing zone parameters. @default none */
  readonly tz?: string | undefined;
  /** Renaming from canonical names to the service's. @default none */
  readonly names?: Renaming | undefined;
}

/**
 * Builds a request from an endpoint and arguments, without a token. It is pure, so you can inspect
 * what would be sent. Path parameters are percent-encoded, except the slash of a user-defined type,
 * `<base>/<uuid>`. A body that is an array becomes JSON lines.
 *
 * @throws {TypeError} if an argument is unknown, missing, of the wrong kind, or cannot be
 * serialized
 * @throws {RangeError} if a value is not allowed, or the range ends before it starts
 */
export function buildRequest(
  endpoint: Endpoint,
  args: ArgumentValues,
  context: RequestContext,
): Request {
  const { method, path } = splitRoute(endpoint.route);
  const checked = checkArguments(endpoint, args, { tz: context.tz });
  const values: Record<string, string> = { ...checked.path };
  if (context.userid !== undefined) values["svc_userid"] ??= context.userid;
  const action = actionOf(endpoint, args);
  const { names } = context;
  const filled = (names?.path(path) ?? path).replace(
    /\{(\w+)\}/g,
    (_, name: string) => segment(name, values[name], action),
  );
  const query = new URLSearchParams(
    checked.query.map((
      [name, value],
    ) => [names?.name(name) ?? name, names?.queryValue(name, value) ?? value]),
  );
  const fields: Fields = endpoint.query ?? {};
  if (fields["output"] !== undefined) {
    query.append("output", String(args["output"] ?? context.output ?? "arrow"));
  }
  const search = query.size === 0 ? "" : `?${query}`;
  const accept = endpoint.returns.kind === "bytes" ? "*/*" : "application/json";
  const headers = new Headers({ accept });
  const free = isFreeBody(path, values["data_type"]);
  const said = endpoint.body === "records"
    ? applyZone(args["body"], context.tz, action)
    : applyZoneToBounds(args["body"], { model: modelOf(endpoint), tz: context.tz, action });
  const given = free ? said : names?.json(said) ?? said;
  const body = bodyOf(endpoint, given, headers, action);
  if (method !== "GET" && method !== "DELETE") {
    headers.set("content-length", String(body?.length ?? 0));
  }
  return new Request(`${context.baseUrl}${filled}${search}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
}

/** Returns the model of an endpoint's body; empty if it has none. */
function modelOf({ body }: Endpoint): string {
  return typeof body === "object" && "model" in body ? String(body.model) : "";
}

function segment(name: string, value: string | undefined, action: string): string {
  if (value === undefined) throw new TypeError(`Cannot ${action}: ${name} is missing`);
  const slash = value.lastIndexOf("/");
  const isUserDefined = name === "data_type" && slash > 0 && isUuid(value.slice(slash + 1));
  const parts = isUserDefined ? [value.slice(0, slash), value.slice(slash + 1)] : [value];
  if (parts.some((part) => part === "." || part === "..")) { // a URL would resolve them away
    throw new RangeError(
      `Cannot ${action}: ${name} ${JSON.stringify(value)} is not allowed in a path`,
    );
  }
  return parts.map(encodeURIComponent).join("/");
}

function bodyOf(
  endpoint: Endpoint,
  body: unknown,
  headers: Headers,
  action: string,
): Uint8Array<ArrayBuffer> | undefined {
  if (endpoint.body === undefined) return undefined;
  const lines = endpoint.body === "records" && Array.isArray(body);
  headers.set("content-type", lines ? "application/x-ndjson" : "application/json");
  const text = lines
    ? body.map((record, i) => `${json(record, `record ${i}: `, action)}\n`).join("")
    : json(body, "", action);
  return new TextEncoder().encode(text);
}

function json(value: unknown, where: string, action: string): string {
  try {
    return jsonText(value);
  } catch (cause) {
    throw new TypeError(`Cannot ${action}: ${where}${(cause as Error).message}`, { cause });
  }
}
