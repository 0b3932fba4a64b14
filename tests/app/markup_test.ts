import { assert, assertEquals } from "@std/assert";
import { demo, range, report } from "../../mod.ts";
import { testWithProgram } from "../helpers/testWithProgram.ts";
import { evaluated } from "../browser/chromium.ts";

const EVIL = "<script>document.title='hit'</script><img src=x onerror=\"document.title='hit'\">";
const TZ = "Europe/Berlin", DATE = "2025-03-20";

const me = await demo({ days: 8 });
await me.ingest.records("MomentAnnotation", [{
  start_time: `${DATE}T10:00:00Z`,
  note: EVIL,
  source: { name: EVIL, sourceBundleIdentifier: "com.example.evil" },
}]);
await me.ingest.records("calendar_events", [{
  id: "0195af7f-2808-73ec-88d7-ba4122f7aaaa",
  calendar_event_id: "0195af7f-2808-73ec-88d7-ba4122f7aaaa",
  calendar_id: (await me.calendars.list()).toRecords()[0]!["calendar_id"],
  start_date: `${DATE}T11:00:00Z`,
  end_date: `${DATE}T12:00:00Z`,
  title: EVIL,
  location: EVIL,
  notes: EVIL,
}]).catch((error: Error) => assert(false, error.message));

const pages: Record<string, string> = {
  day: await (await me.day(DATE)).html(),
  report: await (await report(me, {
    ...range.lastDays(3, TZ, { until: me.now() }),
    tz: TZ,
    data: EVIL,
    again: EVIL,
  })).page(),
  madeOf: (await me.madeOf({ data: EVIL })).html() as string,
};

Deno.test("markup in names, notes, titles and places is text in a day, a report and its foot", () => {
  for (const [name, html] of Object.entries(pages)) {
    assert(html.includes("&lt;script&gt;"), `${name} shows the text`);
    assertEquals(/<script|<img/.exec(html), null, name);
  }
});

testWithProgram("chromium", "a browser runs none of it", async (chromium) => {
  for (const [name, html] of Object.entries(pages)) {
    const page = html.includes("<body") ? html : `<html><body>${html}</body></html>`;
    assertEquals(await evaluated<boolean>(chromium, page, "document.title === 'hit'"), false, name);
  }
});
