import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { api } from "../../src/api/api.ts";
import { CALL_OPTIONS } from "../../src/client/buildMethods.ts";
import { me } from "./me.ts";
import { WRONG_INPUTS } from "./publicCall.ts";

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/** Methods of the client that call operations, by noun. */
const METHODS = Object.entries(api).flatMap(([noun, operations]) =>
  Object.keys(operations).map((operation): [string, Method] => [
    `${noun}.${operation}`,
    (me.api as unknown as Record<string, Record<string, Method>>)[noun]![operation]!,
  ])
);

Deno.test("every operation of the service is a method in this test", () => {
  assert(METHODS.length > 100, `${METHODS.length}`);
  assertEquals(METHODS.filter(([, method]) => typeof method !== "function"), []);
});

Deno.test("every method rejects an unknown argument and an unknown option", async () => {
  for (const [name, method] of METHODS) {
    const argument = await assertRejects(() => method({ zzyzx: 1 }), TypeError);
    assert(/^Cannot [a-z].*there is no argument "zzyzx"/.test(argument.message), name);
    for (const option of Object.keys(CALL_OPTIONS)) {
      const { message } = await assertRejects(
        () => method({}, { [`${option}_x`]: undefined }),
        TypeError,
      );
      assertStringIncludes(message, `unknown option "${option}_x"; did you mean "${option}"?`);
    }
  }
});

Deno.test("every method rejects arguments that are not an object", async () => {
  for (const [name, method] of METHODS) {
    for (const [input, args] of Object.entries(WRONG_INPUTS)) {
      // Without arguments, or with an empty object, a method reports a missing argument, if any.
      if (input === "no argument" || input === "an empty object") continue;
      const { message } = await assertRejects(() => method(...args()), TypeError);
      assert(/^Cannot [a-z].*: the arguments are .*, expected an object$/.test(message), name);
    }
  }
});
