import { assert, assertEquals, assertThrows } from "@std/assert";
import { zone } from "../../src/time/zone.ts";

Deno.test("zone() returns every zone of the runtime, and old names, unchanged", () => {
  const names = [...Intl.supportedValuesOf("timeZone"), "UTC", "US/Eastern", "Asia/Calcutta"];
  for (const name of [...names, ...names]) assertEquals(zone(name), name);
});

Deno.test("zone() suggests the nearest zone", () => {
  assertThrows(
    () => zone("Europe/Berlim"),
    RangeError,
    'Cannot use time zone "Europe/Berlim": it is not an IANA time zone; did you mean "Europe/Berlin"?',
  );
  const far = assertThrows(() => zone("Middle-earth/The_Shire"), RangeError);
  assert(far.message.endsWith("it is not an IANA time zone"), far.message);
  assert(far.cause instanceof RangeError);
});

Deno.test("zone() suggests the zone of a city", () => {
  for (
    const [text, zoneName] of [
      ["Berlin", "Europe/Berlin"],
      ["new york", "America/New_York"],
      ["Lord Howe", "Australia/Lord_Howe"],
      ["Kyiv", "Europe/Kyiv"],
      ["Kolkata", "Asia/Kolkata"],
      ["Tokio", "Asia/Tokyo"],
    ]
  ) {
    assertThrows(
      () => zone(text!),
      RangeError,
      `${text}": it is not an IANA time zone; did you mean`,
    );
    assertThrows(() => zone(text!), RangeError, `did you mean "${zoneName}"?`);
  }
  for (const abbreviation of ["PST", "GMT+2"]) {
    const { message } = assertThrows(() => zone(abbreviation), RangeError);
    assert(message.endsWith("it is not an IANA time zone"), message);
  }
});

Deno.test("zone() accepts every name that editors complete, and editors complete all", async () => {
  const text = await Deno.readTextFile(new URL("../../src/time/zoneName.ts", import.meta.url));
  const completed = Array.from(text.matchAll(/"([^"]+)"/g), ([, name]) => name!);
  for (const name of completed) assertEquals(zone(name), name);
  assertEquals(new Set(completed).size, completed.length);
  const absent = Intl.supportedValuesOf("timeZone").filter((name) => !completed.includes(name));
  assertEquals(absent, []);
});

Deno.test("zone() rejects offsets, another case, and values that are not text", () => {
  for (const offset of ["+01:00", "-05:00", "+01"]) {
    assertThrows(
      () => zone(offset),
      RangeError,
      `"${offset}": an offset is not a zone; use an IANA`,
    );
  }
  assertThrows(
    () => zone("europe/berlin"),
    RangeError,
    'Cannot use time zone "europe/berlin": write it "Europe/Berlin"',
  );
  assertThrows(() => zone("utc"), RangeError, 'write it "UTC"');
  assertThrows(
    () => zone(1 as unknown as string),
    TypeError,
    'Cannot use time zone: it is the number 1, expected an IANA name such as "Europe/Berlin"',
  );
  assertThrows(() => zone(undefined as unknown as string), TypeError, "it is missing");
});

Deno.test("zone() accepts its own text for a traveller, and checks each zone in it", () => {
  const text = "Asia/Tokyo; from 2024-05-06T07:08:09Z Asia/Dhaka";
  assertEquals(zone(text), text);
  assertEquals(
    zone([{ from: "2020-01-01T00:00Z", tz: "Asia/Tokyo" }, {
      from: "2024-05-06T07:08:09Z",
      tz: "Asia/Dhaka",
    }]),
    text,
  );
  assertThrows(() => zone("Asia/Tokyo; from 2024-05-06T07:08:09Z Asia/Daka"), RangeError, "Daka");
  assertThrows(() => zone("Asia/Tokyo; from yesterday Asia/Dhaka"));
});
