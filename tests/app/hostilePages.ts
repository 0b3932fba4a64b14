import { assert } from "@std/assert";
import { demo, range } from "../../mod.ts";

/** Markup that runs unless it is escaped. */
export const EVIL =
  "<script>document.title='hit'</script><img src=x onerror=\"document.title='hit'\">";
const TZ = "Europe/Berlin", DATE = "2025-03-20";

/** Pages by name, over data with markup in every text. */
export async function hostilePages(markup = EVIL): Promise<Record<string, string>> {
  const me = await demo({ days: 8 });
  await me.api.ingest.records("MomentAnnotation", [{
    start_time: `${DATE}T10:00:00Z`,
    note: markup,
    source: { name: markup, sourceBundleIdentifier: "com.example.evil" },
  }]);
  await me.api.ingest.records("calendar_events", [{
    id: "0195af7f-2808-73ec-88d7-ba4122f7aaaa",
    calendar_event_id: "0195af7f-2808-73ec-88d7-ba4122f7aaaa",
    calendar_id: (await me.api.calendars.list()).toRecords()[0]!["calendar_id"],
    start_date: `${DATE}T11:00:00Z`,
    end_date: `${DATE}T12:00:00Z`,
    title: markup,
    location: markup,
    notes: markup,
  }]).catch((error: Error) => assert(false, error.message));

  return {
    day: await (await me.day(DATE)).html(),
    report: await (await me.report(range.lastDays(3, TZ, { until: me.now() }), {
      tz: TZ,
      data: markup,
      again: markup,
    })).page(),
    provenance: (await me.provenance(undefined, { data: markup })).html() as string,
  };
}
