import { assertEquals, assertRejects } from "@std/assert";
import { findBrowser } from "../../../src/app/page/findBrowser.ts";
import { printPdf } from "../../../src/app/page/printPdf.ts";
import { inFolder } from "../../helpers/inFolder.ts";

Deno.test("findBrowser() takes the one that is named, then those on PATH in the order of their names", () =>
  inFolder(async (folder) => {
    const [one, other] = [`${folder}/one`, `${folder}/other`];
    for (const path of [one, other]) await Deno.mkdir(path);
    const put = (path: string, mode = 0o755) => Deno.writeTextFile(path, "#!/bin/sh\n", { mode });
    const find = (LIFEFRAME_BROWSER?: string) =>
      findBrowser({ PATH: `${one}:${other}`, LIFEFRAME_BROWSER });
    const names = [
      "msedge.exe",
      "chrome.exe",
      "microsoft-edge",
      "google-chrome-stable",
      "google-chrome",
      "chromium-browser",
      "chromium",
    ];
    for (const name of names) {
      await put(`${other}/${name}`);
      assertEquals(await find(), `${other}/${name}`);
    }
    await put(`${one}/msedge.exe`);
    assertEquals(await find(), `${one}/msedge.exe`); // the folder counts before the name
    await put(`${one}/chromium`, 0o644);
    assertEquals(await find(), `${one}/msedge.exe`); // which may not be run
    await put(`${folder}/mine`);
    assertEquals(await find(`${folder}/mine`), `${folder}/mine`);
    assertEquals(await find(`${folder}/gone`), `${one}/msedge.exe`);
  }));

Deno.test("findBrowser() looks where installers put browsers last, on a Mac and on Windows", async () => {
  const tried: string[] = [];
  const none = (path: string) => (tried.push(path), Promise.resolve(false));
  assertEquals(await findBrowser({ LIFEFRAME_BROWSER: "/mine", PATH: "/one" }, none), undefined);
  assertEquals([tried.shift(), tried.splice(0, 7).every((path) => path.startsWith("/one/"))], [
    "/mine",
    true,
  ]);
  assertEquals(tried, [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
  ]);
  const there = tried.at(-1)!;
  assertEquals(await findBrowser({}, (path) => Promise.resolve(path === there)), there);
  assertEquals(
    await findBrowser({ PATH: "" }, (path) => Promise.resolve(!path.includes(":"))),
    tried[0],
  );
});

Deno.test("printPdf() says what is needed where no browser is installed", async () => {
  if (await findBrowser({}) !== undefined) return;
  await assertRejects(
    () => printPdf("<p>a</p>", "/nowhere/a.pdf", { PATH: "/nowhere" }),
    Error,
    "no Chromium, Chrome or Edge was found on PATH",
  );
});
