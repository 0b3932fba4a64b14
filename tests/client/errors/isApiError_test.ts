import { assert, assertEquals } from "@std/assert";
import * as errors from "../../../src/client/errors/mod.ts";
import { ApiError, isApiError, NotFoundError } from "../../../src/client/errors/mod.ts";

const INIT = {
  action: "read user",
  reason: "it is gone",
  request: { method: "GET", url: "https://api.host" },
  retryAfter: undefined,
};

/** Creates an error of each class that has a request. */
function everyError(): ApiError[] {
  return Object.values(errors).flatMap((Class) =>
    Class === ApiError || Class.prototype instanceof ApiError
      ? [new (Class as typeof ApiError)(INIT)]
      : []
  );
}

Deno.test("isApiError() recognizes every class of failed calls", () => {
  const all = everyError();
  assertEquals(all.length, 9);
  for (const error of all) {
    assert(isApiError(error), error.name);
    assert(isApiError(error, error.name), error.name);
    assertEquals(isApiError(error, "NotFoundError"), error instanceof NotFoundError, error.name);
    assertEquals(error.name, error.constructor.name);
    assert(error.stack?.startsWith(`${error.name}: Cannot read user: it is gone`), error.stack);
    assertEquals(Object.keys(error).includes("name"), false);
  }
});

Deno.test("isApiError() recognizes errors of another copy of the package", () => {
  const other = Object.assign(new Error("Cannot read user"), {
    name: "NotFoundError",
    request: INIT.request,
  });
  assert(isApiError(other, "NotFoundError"));
  assert(!(other instanceof NotFoundError));
});

Deno.test("isApiError() rejects errors of the web platform with the same name", () => {
  assert(!isApiError(new DOMException("too late", "TimeoutError")));
  assert(!isApiError(new DOMException("no network", "NetworkError"), "NetworkError"));
  assert(!isApiError({ name: "ApiError", request: INIT.request }));
  assert(!isApiError(undefined));
});
