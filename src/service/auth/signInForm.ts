import { bodyBytes } from "../http/bodyParts.ts";
import { Problem } from "../http/problem.ts";
import { SignInError } from "./signInError.ts";

/** Milliseconds to wait for a form. */
const TIME = 10_000;

/** Maximum size of a form: 64 KiB. */
const LIMIT = 64 * 1024;

/**
 * Parses the fields of a request's form. Empty fields count as missing (RFC 6749, 3.2).
 *
 * @throws {SignInError} `invalid_request` if it is not a form, is too large, or repeats a field
 */
export async function signInForm(request: Request): Promise<ReadonlyMap<string, string>> {
  const type = (request.headers.get("content-type") ?? "").split(";", 1)[0]!.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded") {
    throw new SignInError("invalid_request", "The body is not application/x-www-form-urlencoded");
  }
  return uniqueFields(new URLSearchParams(await textOf(request)));
}

/**
 * Returns the fields that are not empty.
 *
 * @throws {SignInError} `invalid_request` if a field is repeated
 */
export function uniqueFields(given: URLSearchParams): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of given) {
    if (fields.has(name)) throw new SignInError("invalid_request", `${name} is given twice`);
    fields.set(name, value);
  }
  return new Map([...fields].filter(([, value]) => value !== ""));
}

async function textOf(request: Request): Promise<string> {
  try {
    return new TextDecoder().decode(await bodyBytes(request, { limit: LIMIT, time: TIME }));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new SignInError("invalid_request", error.message);
  }
}
