import { LIVE_TAG } from "../../src/display/liveTag.ts";
import { assert, assertEquals } from "@std/assert";
import { hostilePages } from "./hostilePages.ts";

Deno.test("markup in names, notes, titles and places is escaped in a day, a report and its footer", async () => {
  for (const [name, html] of Object.entries(await hostilePages())) {
    assert(html.includes("&lt;script&gt;"), `${name} shows the text`);
    const still = html.replaceAll(LIVE_TAG, ""); // the script that makes charts interactive
    assertEquals(/<script|<img/.exec(still), null, name);
  }
});
