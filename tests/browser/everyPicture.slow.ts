import { assert, assertEquals } from "@std/assert";
import { testWithProgram } from "../helpers/testWithProgram.ts";
import { EVERY_PICTURE, TZ } from "../plot/everyPicture.ts";
import { hostileRows, MARKUP } from "../plot/hostileRows.ts";
import { evaluated } from "./chromium.ts";
import { LOOK, type Look, pageOf } from "./look.ts";

const cases = Object.entries(EVERY_PICTURE);

testWithProgram(
  "chromium",
  "in a browser no text of any picture is cut or lies over another at 360 pixels",
  async (chromium) => {
    const svgs = await Promise.all(cases.map(async ([name, { draw, rows }]) => {
      const svg = await draw(rows, { tz: TZ, width: 360 }).svg();
      return svg.replace("<svg ", `<svg data-name="${name}" `);
    }));
    const looks = await evaluated<Look[]>(chromium, pageOf(svgs), LOOK);
    assertEquals(looks.map((look) => look.name), cases.map(([name]) => name));
    for (const { name, width, texts, cut, over } of looks) {
      assert(width === 360 && texts > 0, `${name} is ${width} wide`);
      assertEquals(cut, [], `${name}: cut`);
      assertEquals(over, [], `${name}: over each other`);
    }
  },
);

testWithProgram(
  "chromium",
  "in a browser no script in a title, a name or a unit runs",
  async (chromium) => {
    const parts = await Promise.all(cases.flatMap(([, one]) => {
      const picture = one.draw(hostileRows(one), { tz: TZ, title: MARKUP, unit: MARKUP });
      return [picture.html(), picture.svg()];
    }));
    const seen = await evaluated<{ ran: boolean; elements: number; texts: number }>(
      chromium,
      pageOf(parts),
      `({
        ran: window.ran === true,
        elements: document.querySelectorAll("svg script, svg img, svg iframe").length,
        texts: [...document.querySelectorAll("svg text")].filter((text) => text.textContent.includes("<script>")).length,
      })`,
    );
    assertEquals({ ...seen, texts: seen.texts > cases.length }, {
      ran: false,
      elements: 0,
      texts: true,
    });
  },
);

/**
 * Runs in the page: returns the elements at the centre of marks with a title, if they have no title
 * themselves.
 */
const POINTED = `[...document.querySelectorAll("svg[data-name]")].map((svg) => {
  svg.scrollIntoView({ block: "start" });
  const marks = [...svg.querySelectorAll("rect, circle")].filter((mark) => mark.querySelector(":scope > title"));
  const silent = marks.map((mark) => {
    const box = mark.getBoundingClientRect();
    if (box.width < 3 || box.height < 3 || box.bottom > innerHeight) return undefined;
    const met = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return met?.querySelector(":scope > title") && met !== svg ? undefined : (met?.outerHTML ?? "nothing").slice(0, 80);
  }).filter((met) => met !== undefined);
  return { name: svg.dataset.name, marks: marks.length, silent };
})`;

testWithProgram(
  "chromium",
  "in a browser the middle of every mark that is large enough says its values",
  async (chromium) => {
    const svgs = await Promise.all(cases.map(async ([name, { draw, rows }]) => {
      const svg = await draw(rows.slice(0, 280), { tz: TZ }).svg();
      return svg.replace("<svg ", `<svg data-name="${name}" `);
    }));
    const found = await evaluated<{ name: string; marks: number; silent: string[] }[]>(
      chromium,
      pageOf(svgs),
      POINTED,
    );
    assertEquals(found.map(({ name }) => name), cases.map(([name]) => name));
    assertEquals(found.filter(({ silent }) => silent.length > 0), []);
    assert(found.filter(({ marks }) => marks > 0).length > 18, JSON.stringify(found));
  },
);
