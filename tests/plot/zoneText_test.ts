import { assertEquals } from "@std/assert";
import { zoneText } from "../../src/plot/picture/labels.ts";
import { zoneLabel } from "../../src/time/zones.ts";
import { inLanguage } from "../../src/words/language.ts";

const stays = (...zones: string[]): string =>
  zones.map((zone, i) => i === 0 ? zone : `from 2024-03-${10 + i}T12:00:00Z ${zone}`).join("; ");
const ZONES = ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "Europe/Rome"];

Deno.test("zones of a trip are named in English as in captions, and in German", () => {
  for (let count = 1; count <= ZONES.length; count++) {
    const tz = stays(...ZONES.slice(0, count));
    assertEquals(zoneText(tz), zoneLabel(tz));
  }
  const german = (count: number) =>
    inLanguage({ locale: "de" }, () => zoneText(stays(...ZONES.slice(0, count))));
  assertEquals(german(2), "Europe/Berlin, dann America/New_York");
  assertEquals(german(4), "Europe/Berlin und 3 weitere Aufenthalte");
});
