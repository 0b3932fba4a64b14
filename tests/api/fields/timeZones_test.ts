import { assert, assertEquals } from "@std/assert";
import { TIME_ZONES } from "../../../src/api/fields/timeZones.ts";

Deno.test("the runtime knows every zone of the list, including aliases", () => {
  for (const zone of TIME_ZONES) {
    assertEquals(
      new Intl.DateTimeFormat("en", { timeZone: zone }).formatToParts(0).length > 0,
      true,
    );
  }
});

Deno.test("the list has each zone of the runtime once, in alphabetical order", () => {
  const listed: readonly string[] = TIME_ZONES;
  assertEquals(listed, [...new Set(listed)].sort());
  const missing = Intl.supportedValuesOf("timeZone").filter((zone) => !listed.includes(zone));
  assertEquals(missing, []);
  assert(!listed.includes("Factory"));
});
