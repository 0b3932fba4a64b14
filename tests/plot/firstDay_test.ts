import { assertEquals } from "@std/assert";
import { calendar, weekHours } from "../../src/plot/mod.ts";
import { placeInWeek } from "../../src/plot/picture/labels.ts";
import { parsed } from "./svg.ts";

const TZ = "Europe/Berlin";
const rows = Array.from({ length: 28 * 24 }, (_, hour) => ({
  time: new Date(Date.UTC(2024, 2, 1, hour)),
  steps: 100 + hour,
}));

/** Returns the names of weekdays in a chart, from the top or the left. */
async function weekdays(picture: { svg(): Promise<string> }): Promise<string[]> {
  const texts = [...parsed(await picture.svg()).querySelectorAll("text")]
    .map((text) => text.textContent);
  return texts.filter((text) => /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Mo\.|So\.)$/.test(text));
}

Deno.test("weeks of a chart start on Monday, or on the first day of the locale", async () => {
  const own = { y: "steps", tz: TZ };
  for (const draw of [calendar, weekHours]) {
    assertEquals((await weekdays(draw(rows, own)))[0], "Mon");
    assertEquals((await weekdays(draw(rows, { ...own, locale: "en-GB" })))[0], "Mon");
    assertEquals((await weekdays(draw(rows, { ...own, locale: "en-US" })))[0], "Sun");
    assertEquals((await weekdays(draw(rows, { ...own, locale: "de" })))[0], "Mo.");
  }
});

Deno.test("a calendar places each day below the name of its weekday, in every locale", async () => {
  for (const form of ["months", "weeks"] as const) {
    for (const locale of ["en-GB", "en-US", "ar"]) {
      const svg = parsed(await calendar(rows, { y: "steps", tz: TZ, form, locale }).svg());
      const cells = [...svg.querySelectorAll("rect")].filter((cell) => cell.querySelector("title"));
      const at = (cell: typeof cells[0]) =>
        Number(cell.getAttribute(form === "months" ? "x" : "y"));
      const places = [...new Set(cells.map(at))].sort((a, b) => a - b).slice(0, 7);
      const { firstDay } = new Intl.Locale(locale).getWeekInfo();
      cells.slice(0, 28).forEach((cell, i) => {
        const { dayOfWeek } = Temporal.PlainDate.from("2024-03-01").add({ days: i });
        assertEquals(
          places.indexOf(at(cell)),
          placeInWeek(dayOfWeek, { firstDay }),
          `${locale} ${i}`,
        );
      });
    }
  }
});
