import { assertEquals, assertThrows } from "@std/assert";
import { parse } from "date-fns/parse";
import deno from "../../deno.json" with { type: "json" };
import { LATE_PACKAGES, loadModule, withVersion } from "../../src/options/loadModule.ts";

Deno.test("every lazily loaded package has the version in deno.json", () => {
  const imports: Readonly<Record<string, string>> = deno.imports;
  for (const name of Object.keys(LATE_PACKAGES)) assertEquals(withVersion(name), imports[name]);
  assertEquals(withVersion("date-fns/locale/de"), "npm:date-fns@4.4.0/locale/de");
  assertEquals(withVersion("@date-fns/tz/date"), "npm:@date-fns/tz@1.5.0/date");
});

Deno.test("loadModule() returns the same module as an import", () => {
  assertEquals(loadModule<{ parse: unknown }>("date-fns/parse").parse, parse);
  assertThrows(() => loadModule("date-fns/there-is-none"));
});
