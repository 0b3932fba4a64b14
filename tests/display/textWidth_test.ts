import { assertEquals } from "@std/assert";
import stringWidth from "string-width";
import { textWidth } from "../../src/display/visibleText.ts";

Deno.test("textWidth() agrees with string-width", () => {
  const texts = [
    "",
    "merge(stages)",
    "Zürich",
    "家族",
    "👨‍👩‍👧",
    "🇩🇪",
    "❤️",
    "a\tb",
    "…",
    "\x1b[1mbold\x1b[0m",
  ];
  for (const text of texts) assertEquals(textWidth(text), stringWidth(text), JSON.stringify(text));
});
