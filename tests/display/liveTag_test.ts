import { assert, assertEquals } from "@std/assert";
import { createHash } from "node:crypto";
import * as plot from "../../src/plot/mod.ts";
import { htmlPage } from "../../src/display/htmlPage.ts";
import { LIVE_SCRIPT, LIVE_SCRIPT_HASH } from "../../src/display/liveScript.ts";
import { LIVE_TAG, liveOnce } from "../../src/display/liveTag.ts";

const picture = plot.line([
  { time: "2024-03-30T12:00Z", heart_rate: 61 },
  { time: "2024-03-30T12:01Z", heart_rate: 75 },
], { tz: "UTC" });

Deno.test("the script of pages is small, and a page's policy only allows this script", () => {
  assert(LIVE_SCRIPT.length < 15_500, String(LIVE_SCRIPT.length));
  assertEquals(
    LIVE_SCRIPT_HASH,
    `sha256-${createHash("sha256").update(LIVE_SCRIPT).digest("base64")}`,
  );
  assert(!LIVE_SCRIPT.includes("</"), "it would end its element");
});

Deno.test("a page has the script once for any number of charts, and not at all without charts", async () => {
  const html = await picture.html();
  const page = htmlPage({ title: "Two", body: html + html, provenance: {} });
  assertEquals(page.split(LIVE_TAG).length, 2);
  assertEquals(liveOnce(html + html).split(LIVE_TAG).length, 2);
  assert(!htmlPage({ title: "None", body: "<p>text</p>", provenance: {} }).includes("<script"));
});

Deno.test("a saved chart is static: it has no script, and no values that only a script reads", async () => {
  const svg = await picture.svg();
  assert(!/<script|data-/.test(svg));
  assert((await picture.html()).includes("data-x="));
});
