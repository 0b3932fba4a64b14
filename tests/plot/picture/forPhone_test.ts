import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { render } from "../../../src/plot/picture/render.ts";
import { fromNotebook, toNotebook } from "../../../src/display/notebookHtml.ts";
import { liveOnce } from "../../../src/display/liveTag.ts";
import { JUPYTER_DISPLAY } from "../../../src/display/displayable.ts";
import * as plot from "../../../src/plot/mod.ts";
import { EVERY_PICTURE, TZ } from "../everyPicture.ts";

Deno.test("the drawing for a phone is the chart at 360 pixels", async () => {
  for (const [name, { draw, rows }] of Object.entries(EVERY_PICTURE)) {
    const phone = draw(rows, { tz: TZ }).spec.forPhone?.();
    assert(phone !== undefined, name);
    const direct = draw(rows, { tz: TZ, width: 360 }).spec;
    assertEquals(phone.width, 360, name);
    const options = { standalone: false };
    assertEquals(await render(phone, options), await render(direct, options), name);
  }
});

Deno.test("a year's months, many ticks and several nights fit on a phone as in a narrow chart", async () => {
  const days = Array.from({ length: 365 }, (_, day) => ({
    time: Temporal.PlainDate.from("2024-03-21").add({ days: day }).toZonedDateTime(TZ).toString({
      timeZoneName: "never",
    }),
    a: 320 + day * 7919 % 220,
    b: 300 + day * 104729 % 240,
  }));
  const nights = EVERY_PICTURE["hypnogram"]!;
  const draws: Record<string, (size: { width?: number }) => plot.Picture> = {
    calendar: (size) => plot.calendar(days, { y: "a", tz: TZ, ...size }),
    agreement: (size) => plot.agreement(days, { reference: "a", other: "b", ...size }),
    histogram: (size) => plot.distribution(days, { y: "a", percentile: [5, 50, 95], ...size }),
    scatter: (size) => plot.scatter(days, { x: "a", y: "b", tz: TZ, ...size }),
    hypnogram: (size) => plot.hypnogram(nights.rows, { tz: TZ, ...size }),
  };
  const options = { standalone: false };
  for (const [name, draw] of Object.entries(draws)) {
    const phone = draw({}).spec.forPhone?.();
    assert(phone !== undefined, name);
    assertEquals(
      await render(phone, options),
      await render(draw({ width: 360 }).spec, options),
      name,
    );
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
