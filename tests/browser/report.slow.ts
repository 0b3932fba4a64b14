import { assert, assertEquals } from "@std/assert";
import { demo } from "../../src/app/demo.ts";
import { LIVE_TAG } from "../../src/display/liveTag.ts";
import { lastDays } from "../../src/time/range.ts";
import { testWithProgram } from "../helpers/testWithProgram.ts";
import { evaluated } from "./chromium.ts";

const me = await demo({ days: 35 });
const tz = "Europe/Berlin";
const made = await me.report(lastDays(30, tz, { until: me.now() }), {
  tz,
  sourcePriority: ["Wrist"],
});
const html = await made.page();

Deno.test("the report is self-contained: it loads nothing, and has at least six charts", () => {
  const still = html.replace(LIVE_TAG, ""); // the script that makes charts interactive
  assertEquals([...still.matchAll(/<(?:link|script|img|iframe|object)\b/g)].length, 0);
  assertEquals([...html.matchAll(/(?:src|href)="(?!#)/g)].length, 0);
  assertEquals([...html.matchAll(/url\((?!#)/g)].length, 0);
  assert([...html.matchAll(/<svg\b/g)].length >= 6);
});

Deno.test("the report says what it is based on", () => {
  for (const text of ["Europe/Berlin", "2025-02-19", "2025-03-21", "lifeframe 0."]) {
    assert(html.includes(text), text);
  }
});

testWithProgram(
  "chromium",
  "the report opens in a browser with every picture drawn",
  async (chromium) => {
    const pictures = await evaluated<{ width: number; height: number; marks: number }[]>(
      chromium,
      html,
      `[...document.querySelectorAll("svg.lifeframe")].map((svg) => {
      const { width, height } = svg.getBoundingClientRect();
      return { width, height, marks: svg.querySelectorAll("rect,path,circle,line").length };
    }).filter(({ width }) => width > 0)`, // one version of each chart is shown, even if it has another for phones
    );
    assert(pictures.length >= 6);
    for (const { width, height, marks } of pictures) {
      assert(width > 300 && height > 80 && marks > 5, JSON.stringify({ width, height, marks }));
    }
  },
);
