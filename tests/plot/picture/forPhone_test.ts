import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { render } from "../../../src/plot/picture/render.ts";
import { fromNotebook, toNotebook } from "../../../src/display/notebookHtml.ts";
import { liveOnce } from "../../../src/display/liveTag.ts";
import { JUPYTER_DISPLAY } from "../../../src/display/displayable.ts";
import * as plot from "../../../src/plot/mod.ts";
import { EVERY_PICTURE, TZ } from "../everyPicture.ts";

/** Charts whose drawing for a phone keeps ticks or heights of the wide one. */
const RELAID = ["agreement", "calendar", "sleepRaster"];

Deno.test("the drawing for a phone is the chart at 360 pixels", async () => {
  for (const [name, { draw, rows }] of Object.entries(EVERY_PICTURE)) {
    const phone = draw(rows, { tz: TZ }).spec.forPhone?.();
    assert(phone !== undefined, name);
    const direct = draw(rows, { tz: TZ, width: 360 }).spec;
    assertEquals(phone.width, 360, name);
    if (RELAID.includes(name)) continue;
    const options = { standalone: false };
    assertEquals(await render(phone, options), await render(direct, options), name);
  }
});

const rows = [{ time: "2024-03-30T12:00Z", v: 1 }, { time: "2024-03-30T13:00Z", v: 2 }];
const notebookHtml = async (picture: plot.Picture): Promise<string> =>
  (await picture[JUPYTER_DISPLAY]())["text/html"];
const svgOf = (html: string): string =>
  decodeURIComponent(/src="data:image\/svg\+xml,([^"]*)"/.exec(html)![1]!);

Deno.test("a notebook keeps both drawings in one image, and a page gets the wide one back", async () => {
  const picture = plot.line(rows, { y: "v", tz: "UTC" }), html = await notebookHtml(picture);
  assertEquals(html.match(/<img /g)?.length, 1);
  assert(!html.includes("<svg"));
  const svg = svgOf(html);
  assertStringIncludes(svg, 'viewBox="0 0 720 ');
  assertStringIncludes(svg, 'viewBox="0 0 360 ');
  assertEquals(fromNotebook(html), liveOnce(await picture.html()));
  assertEquals(toNotebook(html), html);
});

Deno.test("a chart of a given size is drawn once", async () => {
  const html = await notebookHtml(plot.line(rows, { y: "v", tz: "UTC", width: 500 }));
  assert(!svgOf(html).includes('<g class="n"'));
});
