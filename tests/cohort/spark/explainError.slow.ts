import { assertEquals } from "@std/assert";
import { Buffer } from "node:buffer";

import grpc from "@grpc/grpc-js";
import { sparkAddress } from "../../../src/cohort/spark/address.ts";
import {
  type ErrorDetails,
  errorId,
  explainError,
} from "../../../src/cohort/spark/explainError.ts";

const PLACE = sparkAddress("sc://localhost", undefined);
const callError = (code: number | undefined, details?: string) =>
  Object.assign(
    new Error("13 it failed"),
    code === undefined ? {} : { code },
    details === undefined ? {} : { details },
  );

Deno.test("an error reports Spark's address, its requirement or its message", () => {
  const say = (code: number | undefined, words?: string, token?: string) => {
    const { message, status } = explainError(
      callError(code, words),
      { ...PLACE, token },
      undefined,
    );
    return [message, status];
  };
  assertEquals(say(grpc.status.UNAVAILABLE, "gone"), [
    "Cannot reach Spark at localhost:15002: gone",
    "UNAVAILABLE",
  ]);
  assertEquals(say(grpc.status.DEADLINE_EXCEEDED), [
    "Cannot reach Spark at localhost:15002: 13 it failed",
    "DEADLINE_EXCEEDED",
  ]);
  assertEquals(say(grpc.status.UNAUTHENTICATED), [
    "Cannot sign in at Spark at localhost:15002: it wants a token",
    "UNAUTHENTICATED",
  ]);
  assertEquals(
    say(grpc.status.UNAUTHENTICATED, "", "x")[0],
    "Cannot sign in at Spark at localhost:15002: the token is not accepted",
  );
  assertEquals(say(grpc.status.INTERNAL, "broken\n\tat org.Spark"), [
    "Cannot run a query on Spark: broken",
    "INTERNAL",
  ]);
  assertEquals(say(undefined)[1], "UNKNOWN");
  assertEquals(say(99)[1], "UNKNOWN");
});

Deno.test("Spark's details give the root message, each cause once, the class and the state", () => {
  const explain = (details: ErrorDetails) => {
    const { message, errorClass, sqlState } = explainError(callError(13, "short"), PLACE, details);
    return [message, errorClass, sqlState];
  };
  assertEquals(
    explain({
      root_error_idx: 1,
      errors: [
        { message: "no file\n\tat a.b", spark_throwable: {} },
        { message: " it failed \n\tat c.d" },
        { message: "no file", spark_throwable: { error_class: "NO_FILE", sql_state: "42000" } },
        { message: "" },
        {},
      ],
    }),
    ["Cannot run a query on Spark: it failed\ncaused by: no file", "NO_FILE", "42000"],
  );
  assertEquals(
    explain({ errors: [{ message: "first" }] })[0],
    "Cannot run a query on Spark: first",
  );
  assertEquals(explain({}), ["Cannot run a query on Spark: short", undefined, undefined]);
});

Deno.test("a worker that exited without a message is reported as having ended early", () => {
  const ended = "a worker has ended early: it was killed, ran out of memory, or is not installed";
  for (
    const words of [
      "Broken pipe",
      "Subprocess exited with status 127",
      "x: Subprocess exited with status 137.",
    ]
  ) {
    assertEquals(
      explainError(callError(13, words), PLACE, undefined).message,
      `Cannot run a query on Spark: ${words}\n${ended}`,
    );
  }
  const own = "Subprocess exited with status 1";
  assertEquals(
    explainError(callError(13, own), PLACE, undefined).message,
    `Cannot run a query on Spark: ${own}`,
  );
});

Deno.test("errorId() returns undefined without details", () => {
  const read = () => ({});
  assertEquals(errorId(callError(13), read), undefined);
  const metadata = new grpc.Metadata();
  assertEquals(errorId({ ...callError(13), metadata }, read), undefined);
  metadata.set("grpc-status-details-bin", Buffer.from([1]));
  assertEquals(errorId({ ...callError(13), metadata }, read), undefined);
});
