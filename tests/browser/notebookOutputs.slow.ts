import { assert, assertEquals, assertMatch } from "@std/assert";
import { show } from "../../mod.ts";
import { STAGE_TOKENS } from "../../src/display/colors.ts";
import { type Displayable, JUPYTER_DISPLAY } from "../../src/display/displayable.ts";
import { testWithProgram } from "../helpers/testWithProgram.ts";
import { EVERY_PICTURE, TZ } from "../plot/everyPicture.ts";
import { tipText, withPage } from "./openPage.ts";

/** Returns what a notebook stores of a value. */
async function stored(value: Displayable): Promise<string> {
  return (await value[JUPYTER_DISPLAY]())["text/html"]!;
}

function chart(name: string): Displayable {
  const { draw, rows } = EVERY_PICTURE[name]!;
  return draw(rows, { tz: TZ });
}

/** In the page: shows an output as JupyterLab does, with its scripts; replaces an earlier one of the same name. */
const SHOW = `(name, html) => {
  document.getElementById(name)?.remove();
  const output = document.body.appendChild(document.createElement("section"));
  output.id = name;
  output.append(document.createRange().createContextualFragment(html));
}`;

testWithProgram(
  "chromium",
  "each output of a notebook works after the others are deleted, moved or run again",
  async (chromium) => {
    const line = await stored(chart("line")), bars = await stored(chart("sleepBars"));
    const page = '<!doctype html><body data-jp-theme-light="false"></body>';
    await withPage(chromium, page, async ({ page, deeds }) => {
      const add = (name: string, html: string): Promise<unknown> =>
        page.evaluate(`(${SHOW})(${JSON.stringify(name)}, ${JSON.stringify(html)})`);
      const hover = async (name: string): Promise<string> => {
        await page.locator(`#${name} svg[tabindex]:visible`).waitFor();
        const box = (await page.locator(`#${name} svg:visible`).boundingBox())!;
        for (let x = box.x + 100; x < box.x + box.width - 60; x += 7) {
          await page.mouse.move(x, box.y + box.height * 0.6);
          const text = await tipText(page);
          if (text !== "") return text;
        }
        return "";
      };
      const zoom = async (name: string): Promise<string> => {
        const box = (await page.locator(`#${name} svg:visible`).boundingBox())!;
        const at = (share: number): [number, number] => [
          box.x + box.width * share,
          box.y + box.height / 2,
        ];
        await page.mouse.move(...at(0.4));
        await page.mouse.down();
        await page.mouse.move(...at(0.6), { steps: 4 });
        await page.mouse.up();
        return await page.locator(`#${name} svg:visible`).textContent() ?? "";
      };
      const works = async (name: string, value: RegExp): Promise<void> => {
        assertMatch(await hover(name), value, name);
        assertMatch(await zoom(name), /Double-click or Esc shows all/, name);
        await page.mouse.dblclick(500, 300);
      };
      await add("first", line);
      await works("first", /Heart rate/);
      await page.evaluate(`document.getElementById("first").remove()`);
      await add("second", bars);
      await works("second", /\d (?:h|min)/);
      await page.evaluate(`document.body.prepend(document.getElementById("second"))`); // moved
      await works("second", /\d (?:h|min)/);
      await add("second", bars); // run again
      await works("second", /\d (?:h|min)/);

      // The legend, and the colours of the page's theme.
      await page.locator("#second svg:visible [data-mark=header] text", { hasText: "Deep" })
        .hover();
      const faded = `[...document.querySelectorAll("#second svg rect")]
        .filter((rect) => rect.style.opacity !== "").length`;
      assert(await page.evaluate(faded) as number > 10);
      const { light, dark } = STAGE_TOKENS.deep;
      const fill = `getComputedStyle(document.querySelector('#second [fill="${light}"]')).fill`;
      const rgb = dark.match(/[0-9a-f]{2}/g)!.map((hex) => parseInt(hex, 16)).join(", ");
      assertEquals(await page.evaluate(fill), `rgb(${rgb})`);
      assertEquals(deeds, []);
    });
  },
);

Deno.test("no output stores more script than its kind needs", async () => {
  const rows = Array.from({ length: 200 }, (_, n) => ({ n, twice: 2 * n }));
  const outputs: Record<string, string> = {
    table: await stored(show.table(rows)),
    "show.all": await stored(show.all(rows)),
  };
  for (const name of Object.keys(EVERY_PICTURE)) outputs[name] = await stored(chart(name));
  for (const [name, html] of Object.entries(outputs)) {
    const scripts = (html.match(/<script\b[^]*?<\/script>/g) ?? []).join("");
    const limit = name in EVERY_PICTURE ? 9600 : 2500;
    assert(scripts.length > 0 && scripts.length <= limit, `${name}: ${scripts.length} bytes`);
  }
});
