import { assertEquals } from "@std/assert";
import * as read from "../../src/read/mod.ts";
import { READERS } from "../../src/read/readers.ts";
import { type Limit, LIMITS } from "../../src/options/limits.ts";

const ROWS: readonly Limit[] = Object.values(LIMITS);
const COVERED = new Set(ROWS.flatMap(({ of }) => of));

/** Functions of `read` that open nothing foreign themselves. */
const NO_READERS = ["csvInfo", "toRecords"];

Deno.test("every reader has a limit", () => {
  const functions = Object.entries(read).filter(([, value]) => typeof value === "function");
  const names = new Set([...READERS, ...functions.map(([name]) => ({ name }))].map((r) => r.name));
  const missing = [...names].filter((name) => !COVERED.has(`read.${name}`));
  assertEquals(missing.sort(), NO_READERS);
});
