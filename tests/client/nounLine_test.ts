import { assert, assertEquals } from "@std/assert";
import { nounLine } from "../../src/client/connect.ts";

Deno.test("nounLine() fits into 80 columns, and keeps all names when it wraps", () => {
  assertEquals(nounLine("user", ["info", "totals"]), "  user: info, totals");
  const methods = Array.from({ length: 20 }, (_, i) => `method${i}`);
  const text = nounLine("files", methods);
  const lines = text.split("\n");
  assert(lines.length === 3 && lines.every((line) => line.length <= 80), text);
  assert(lines.slice(1).every((line) => line.startsWith("    method")), text);
  assertEquals(text.replaceAll(/\s+/g, " ").trim(), `files: ${methods.join(", ")}`);
});
