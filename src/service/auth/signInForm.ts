import { bodyBytes } from "../http/bodyParts.ts";
import { Problem } from "../http/problem.ts";
import { SignInError } from "./signInError.ts";

/** For how many milliseconds a form may be waited for. */
const TIME = 10_000;

/** The most bytes of a form: 64 KiB. */
const LIMIT = 64 * 1024;

/**
 * The fields of a request's form; one that is empty counts as absent (RFC 6749, 3.2).
 *
 * @throws {SignInError} `invalid_request` if it is not a form, too large, or names a field twice
 */
export async function signInForm(request: Request): Promise<ReadonlyMap<string, string>> {
  const type = (request.headers.get("content-type") ?? "").split(";", 1)[0]!.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded") {
    throw new SignInError("invalid_request", "The body is not application/x-www-form-urlencoded");
  }
  return uniqueFields(new URLSearchParams(await textOf(request)));
}

/**
 * Reads fields, without the empty ones.
 *
 * @throws {SignInError} `invalid_request` if one is given twice
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
