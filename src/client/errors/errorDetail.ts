import type { ErrorDetail, Fault } from "./apiError.ts";

/** The longest text of a service that is shown in a message. */
const LONGEST = 300;

/**
 * What the body of an error answer says: the text or the list under `detail`, the faults of a
 * problem document (RFC 9457, `errors`), or the text of another common member; of plain text its
 * beginning. Undefined where it says nothing that can be shown.
 */
export function errorDetail(body: string, contentType: string): ErrorDetail {
  const said = parsed(body);
  if (said === undefined) {
    const plain = contentType.startsWith("text/plain") ? body.trim().slice(0, LONGEST) : "";
    return plain === "" ? undefined : plain;
  }
  const { detail, errors } = said;
  if (Array.isArray(detail)) return detail.map(fault);
  if (Array.isArray(errors) && errors.length > 0) return errors.map(problem);
  const text = [detail, said["error_description"], said["error"], said["message"], said["title"]]
    .find((member) => typeof member === "string" && member !== "");
  return text as string | undefined;
}

function parsed(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null
      ? value as Record<string, unknown>
      : undefined;
  } catch {
    return undefined;
  }
}

function fault(item: unknown): Fault {
  const { loc, msg, type } = Object(item) as { [member in keyof Fault]?: unknown };
  return {
    loc: Array.isArray(loc) ? loc.map((at) => typeof at === "number" ? at : String(at)) : [],
    msg: String(msg ?? JSON.stringify(item)),
    type: String(type ?? ""),
  };
}

function problem(item: unknown): Fault {
  const { location, message, value } = Object(item) as Record<string, unknown>;
  const given = value === undefined ? "" : `, got ${JSON.stringify(value)}`;
  return {
    loc: typeof location === "string" && location !== "" ? location.split(".") : [],
    msg: `${message ?? "is refused"}${given}`,
    type: "problem",
  };
}
