import { assert, assertEquals } from "@std/assert";
import { TIME_ZONES } from "../../../src/api/fields/timeZones.ts";

Deno.test("every zone of the list is one that the runtime knows, aliases among them", () => {
  for (const zone of TIME_ZONES) {
    assertEquals(
      new Intl.DateTimeFormat("en", { timeZone: zone }).formatToParts(0).length > 0,
      true,
    );
  }
});

Deno.test("the list of zones has each zone of the runtime's own, once, in the order of their letters", () => {
  const listed: readonly string[] = TIME_ZONES;
  assertEquals(listed, [...new Set(listed)].sort());
  const missing = Intl.supportedValuesOf("timeZone").filter((zone) => !listed.includes(zone));
  assertEquals(missing, []);
  assert(!listed.includes("Factory"));
});
