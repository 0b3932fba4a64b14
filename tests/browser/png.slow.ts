import { assert } from "@std/assert";
import { chromium as browserType } from "../../tools/packages/playwright.ts";
import { DRIVEN } from "./chromium.ts";
import { testWithProgram } from "../helpers/testWithProgram.ts";
import { EVERY_PICTURE, TZ } from "../plot/everyPicture.ts";

/** Fonts of the PNGs, for the browser. */
const FACES = await Promise.all(
  [["400", "400Regular/SourceSans3_400Regular"], ["600", "600SemiBold/SourceSans3_600SemiBold"]]
    .map(
      async ([weight, file]) => {
        const url = import.meta.resolve(`@expo-google-fonts/source-sans-3/${file}.ttf`);
        const data = (await Deno.readFile(new URL(url))).toBase64();
        return `@font-face{font-family:Pinned;font-weight:${weight};src:url(data:font/ttf;base64,${data})}`;
      },
    ),
);

/**
 * Runs in the page: returns the mean difference of two images over all pixels and colours, 0 to
 * 255.
 */
const DIFFERENCE = `async (images) => {
  const [first, second] = await Promise.all(images.map(async (data) => {
    const bitmap = await createImageBitmap(await (await fetch(data)).blob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    context.drawImage(bitmap, 0, 0);
    return context.getImageData(0, 0, bitmap.width, bitmap.height).data;
  }));
  if (first.length !== second.length) return 255;
  return first.reduce((sum, value, i) => sum + Math.abs(value - second[i]), 0) / first.length;
}`;

testWithProgram(
  "chromium",
  "a PNG shows what a browser shows of the picture",
  async (executablePath) => {
    const browser = await browserType.launch({ executablePath, args: DRIVEN });
    try {
      let worst = 0;
      const page = await browser.newPage({
        deviceScaleFactor: 2,
        viewport: { width: 800, height: 900 },
      });
      for (const [name, { draw, rows }] of Object.entries(EVERY_PICTURE)) {
        const picture = draw(rows, { tz: TZ });
        const svg = (await picture.html()).replaceAll(
          /font-family="[^"]*"/g,
          'font-family="Pinned"',
        );
        await page.setContent(
          `<style>${
            FACES.join("")
          }body{margin:0;color:#1f2328;background:#fff}svg{display:block;max-width:none}</style>${svg}`,
        );
        await page.evaluate("document.fonts.ready.then(() => {})");
        const shot = await page.locator("svg").first().screenshot();
        const images = [shot, await picture.png()].map((png) =>
          `data:image/png;base64,${new Uint8Array(png).toBase64()}`
        );
        const difference: number = await page.evaluate(
          `(${DIFFERENCE})(${JSON.stringify(images)})`,
        );
        worst = Math.max(worst, difference);
        assert(difference < 2, `${name} differs by ${difference}`);
      }
      assert(worst > 0); // different programs drew the two
    } finally {
      await browser.close();
    }
  },
);
