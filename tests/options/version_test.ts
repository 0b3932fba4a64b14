import { assertEquals } from "@std/assert";
import deno from "../../deno.json" with { type: "json" };
import { VERSION } from "../../src/options/version.ts";

Deno.test("the version in results is the version in deno.json", () => {
  assertEquals(VERSION, deno.version);
});
