import { assert, assertEquals } from "@std/assert";
import * as read from "../../src/read/mod.ts";
import { READERS } from "../../src/read/readers.ts";
import { type Limit, LIMITS } from "../../src/options/limits.ts";

const ROWS: readonly Limit[] = Object.values(LIMITS);
const COVERED = new Set(ROWS.flatMap(({ of }) => of));

/** Functions of `read` that open nothing foreign themselves. */
const NO_READERS = ["csvInfo", "toRecords"];

Deno.test("every reader has a limit", () => {
  assert(COVERED.has("every reader of an export"));
  const exports = new Set(["any", "parts", ...READERS.map(({ name }) => name)]);
  const functions = Object.entries(read).filter(([, value]) => typeof value === "function");
  const missing = functions.map(([name]) => name)
    .filter((name) => !exports.has(name) && !COVERED.has(`read.${name}`));
  assertEquals(missing.sort(), NO_READERS);
});
