import { assert, assertEquals } from "@std/assert";
import { EVERY_PICTURE } from "../plot/everyPicture.ts";
import { galleryPage } from "./galleryPage.ts";

const page = new URL("../../docs/gallery.md", import.meta.url);

Deno.test("the gallery shows every chart, and is up to date", () => {
  if (Deno.env.get("LIFEFRAME_UPDATE_README") === "1") {
    Deno.mkdirSync(new URL(".", page), { recursive: true });
    Deno.writeTextFileSync(page, galleryPage());
    return;
  }
  assertEquals(Deno.readTextFileSync(page), galleryPage(), "run with LIFEFRAME_UPDATE_README=1");
});

Deno.test("every chart of the gallery exists", () => {
  for (const [, path] of galleryPage().matchAll(/!\[\w+\]\(([^)]+)\)/g)) {
    assert(Deno.statSync(new URL(path!, page)).isFile, path);
  }
});

Deno.test("the gallery shows every chart once, the most useful ones first", () => {
  const shown = [...galleryPage().matchAll(/^### (\w+)$/gm)].map(([, name]) => name!);
  assertEquals(shown.toSorted(), Object.keys(EVERY_PICTURE).toSorted());
  assertEquals(shown.slice(0, 3), ["hypnogram", "sleepBars", "sleepRaster"]);
});
