import { assert, assertEquals, assertInstanceOf, assertStringIncludes } from "@std/assert";
import {
  ApiError,
  ForbiddenError,
  InvalidError,
  NotFoundError,
  RateLimitError,
  TimeoutError,
  UnauthorizedError,
} from "../../../src/client/errors/apiError.ts";
import { responseError } from "../../../src/client/response/responseError.ts";
import { BASE } from "../fixtures.ts";

const context = { action: "read metric_samples", request: { method: "GET", url: `${BASE}/x` } };

function errorOf(status: number, body: string, headers: Record<string, string> = {}): ApiError {
  const bytes = new TextEncoder().encode(body);
  return responseError({ status, headers: new Headers(headers), bytes }, context);
}

Deno.test("responseError() maps each status to the class for its solution", () => {
  const classes: [number, typeof ApiError][] = [
    [400, InvalidError],
    [401, UnauthorizedError],
    [403, ForbiddenError],
    [404, NotFoundError],
    [408, TimeoutError],
    [422, InvalidError],
    [504, TimeoutError],
  ];
  for (const [status, type] of classes) {
    const error = errorOf(status, "");
    assertEquals(error.constructor, type);
    assertEquals(error.name, type.name);
    assertEquals([error.status, error.detail], [status, undefined]);
    assertEquals(error.request, context.request);
    assertStringIncludes(error.message, `(${status})`);
    assert(/^Cannot read metric_samples: \w/.test(error.message), error.message);
  }
  for (const status of [304, 409, 413, 500, 502]) {
    assertEquals(errorOf(status, "").constructor, ApiError);
  }
});

Deno.test("responseError() reports the service's words: action, reason, status", () => {
  const error = errorOf(404, '{"detail":"metric \\"HeartRat\\" is unknown"}');
  assertEquals(error.message, 'Cannot read metric_samples: metric "HeartRat" is unknown (404)');
  assertEquals(error.detail, 'metric "HeartRat" is unknown');
});

Deno.test("responseError() formats a list of faults, and keeps the list", () => {
  const detail = [
    { loc: ["query", "start_time"], msg: "is not a date", type: "value_error" },
    { loc: ["body", 3, "value"], msg: "is missing", type: "missing" },
  ];
  const error = errorOf(422, JSON.stringify({ detail }));
  assertInstanceOf(error, InvalidError);
  assertEquals(error.faults, detail);
  assertEquals(
    error.message,
    "Cannot read metric_samples: start_time: is not a date; body.3.value: is missing (422)",
  );
  const many = Array.from(
    { length: 7 },
    (_, i) => ({ loc: ["query", `a${i}`], msg: "no", type: "" }),
  );
  const { message } = errorOf(422, JSON.stringify({ detail: many }));
  assertStringIncludes(message, "a4: no; and 2 more (422)");
});

Deno.test("responseError() reads problem documents, other members, plain text and malformed lists", () => {
  const problem = {
    title: "Unprocessable",
    status: 422,
    errors: [{ location: "body.path", message: "must begin with a slash", value: "a" }],
  };
  assertStringIncludes(
    errorOf(422, JSON.stringify(problem)).message,
    'body.path: must begin with a slash, got "a"',
  );
  assertStringIncludes(errorOf(409, '{"title":"Conflict"}').message, ": Conflict (409)");
  assertStringIncludes(errorOf(400, '{"error":"x","error_description":"y"}').message, ": y (400)");
  assertStringIncludes(
    errorOf(503, "busy", { "content-type": "text/plain" }).message,
    ": busy (503)",
  );
  assertStringIncludes(errorOf(422, '{"detail":[5]}').message, ": 5 (422)");
  assertStringIncludes(
    errorOf(502, "<html>", { "content-type": "text/html" }).message,
    "the response is an HTML page, probably from a proxy or a sign-in page, not from the service (502)",
  );
});

Deno.test("responseError() reports how long to wait, from seconds or from a date relative to the answer's own", () => {
  const error = errorOf(429, '{"detail":"slow down"}', { "retry-after": "30" });
  assertInstanceOf(error, RateLimitError);
  assertEquals(error.retryAfter, 30);
  assertStringIncludes(error.message, "slow down; try again in 30 s (429)");
  const dated = errorOf(429, "", {
    "retry-after": "Wed, 24 Jan 2024 00:01:30 GMT",
    date: "Wed, 24 Jan 2024 00:00:00 GMT",
  });
  assertEquals((dated as RateLimitError).retryAfter, 90);
  assertEquals(
    (errorOf(429, "", { "retry-after": "soon" }) as RateLimitError).retryAfter,
    undefined,
  );
});

Deno.test("responseError() suggests a metric for each requested one that does not exist", () => {
  const message = (status: number, ...metrics: string[]): string => {
    const body = new TextEncoder().encode('{"detail":"no"}');
    const answer = { status, headers: new Headers(), bytes: body };
    return responseError(answer, { ...context, metrics }).message.split(": ")[1]!;
  };
  const meant = 'no; did you mean "HeartRate"? (404)';
  assertEquals(message(404, "HeartRat"), meant);
  assertEquals(message(404, "StepCount", "HeartRat"), meant);
  assertEquals(message(404, "Metric/HeartRat", "HeartRat"), meant);
  for (const metrics of [[], ["HeartRate"], ["Metric/HeartRat"]]) {
    assertEquals(message(404, ...metrics), "no (404)", metrics.join());
  }
  assertEquals(message(403, "HeartRat"), "no (403)");
  assertEquals(message(404, "Zzyzx"), "no; me.api.metrics.catalog() lists them all (404)");
});
