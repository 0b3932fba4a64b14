import { ForbiddenError, NotFoundError } from "../../client/errors/apiError.ts";
import { describeValue } from "../../options/describeValue.ts";
import { say, term } from "../../words/language.ts";

/** Part of a page or table that a service may not have or not share. */
export interface Part<T, E = T> {
  /** Answer of the service, or the replacement for it. */
  readonly value: T | E;
  /** Reason for the absence in a sentence; null if the part is present. */
  readonly absent: string | null;
}

/** Warns that a column is empty because nobody may read it. */
export function warnAbsent(absent: string): void {
  // deno-lint-ignore no-console -- a notebook shows it in the cell
  console.warn(absent);
}

/**
 * Makes a call optional. If the service does not have the data (404) or does not share it (403), it
 * returns a replacement and a sentence that says so. All other failures are thrown.
 *
 * @param what Name of the part, such as `calendar`.
 * @param call Promise of the call.
 * @param otherwise Replacement. @default no rows
 * @throws {TypeError} if `what` is not text, or `call` is not a promise
 *
 * @example Draw a chart that says "no data" without events
 * ```ts
 * import { connect, ifThere } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const me = connect({
 *   baseUrl: "http://localhost",
 *   token: "a-token",
 *   fetch: () => Response.json({ detail: "Not found" }, { status: 404 }),
 * });
 * const { value, absent } = await ifThere("tags", me.api.tags.list());
 * assertEquals([value, absent], [[], "tags: not on this service (404)"]);
 * ```
 */
export function ifThere<T>(what: string, call: Promise<T>): Promise<Part<T, never[]>>;
/** Makes a call optional, with a replacement other than no rows. */
export function ifThere<T, E>(what: string, call: Promise<T>, otherwise: E): Promise<Part<T, E>>;
export async function ifThere<T, E>(
  what: string,
  call: Promise<T>,
  otherwise: E | never[] = [],
): Promise<Part<T, E | never[]>> {
  if (typeof what !== "string") {
    throw new TypeError(
      `Cannot ask for a part: what is ${
        describeValue(what)
      }, expected its name, such as "calendar"`,
    );
  }
  if (typeof call?.then !== "function") {
    throw new TypeError(
      `Cannot ask for ${what}: call is ${describeValue(call)}, expected the promise of a call`,
    );
  }
  try {
    return { value: await call, absent: null };
  } catch (error) {
    if (error instanceof NotFoundError) {
      return {
        value: otherwise,
        absent: say("{what}: not on this service (404)", { what: term(what) }),
      };
    }
    if (error instanceof ForbiddenError) {
      return { value: otherwise, absent: say("{what}: not shared (403)", { what: term(what) }) };
    }
    throw error;
  }
}
