import { ForbiddenError } from "../../client/errors/forbiddenError.ts";
import { NotFoundError } from "../../client/errors/notFoundError.ts";
import { describeValue } from "../../options/describeValue.ts";

/** A part of a page or a table, which a service may not have or not share. */
export interface Part<T, E = T> {
  /** What the service answered, or what stands for it. */
  readonly value: T | E;
  /** Why it is absent, in a sentence; null where it is there. */
  readonly absent: string | null;
}

/** Who looks at a frame must hear that a column of it is empty because nobody may read it. */
export function warnAbsent(absent: string): void {
  // deno-lint-ignore no-console -- a notebook shows it in the cell
  console.warn(absent);
}

/**
 * A part that a page can do without: what a call gives, or, where the service does not have it (404)
 * or does not share it (403), something in its place, and a sentence that says so. Every other
 * failure is thrown.
 *
 * @param what The part's name, such as `calendar`.
 * @param call What asks for it.
 * @param otherwise What stands in its place. @default no rows
 * @throws {TypeError} if `what` is no text, or `call` no promise
 *
 * @example Where there are no events, a picture says "no data"
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
/** The same with something else than no rows in its place. */
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
      return { value: otherwise, absent: `${what}: not on this service (404)` };
    }
    if (error instanceof ForbiddenError) {
      return { value: otherwise, absent: `${what}: not shared (403)` };
    }
    throw error;
  }
}
