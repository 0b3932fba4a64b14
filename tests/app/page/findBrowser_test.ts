import { assertEquals } from "@std/assert";
import { findBrowser } from "../../../src/app/page/findBrowser.ts";

Deno.test("findBrowser() prefers the given browser, then those on PATH, by folder before name", async () => {
  const there = new Set<string>();
  const find = (LIFEFRAME_BROWSER?: string) =>
    findBrowser(
      { PATH: "/one:/other", LIFEFRAME_BROWSER },
      (path) => Promise.resolve(there.has(path)),
    );
  assertEquals(await find(), undefined);
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
    there.add(`/other/${name}`);
    assertEquals(await find(), `/other/${name}`);
  }
  there.add("/one/msedge.exe").add("/mine");
  assertEquals(await find(), "/one/msedge.exe");
  assertEquals(await find("/mine"), "/mine");
  assertEquals(await find("/gone"), "/one/msedge.exe");
});

Deno.test("findBrowser() checks the usual installation folders last, on macOS and Windows", async () => {
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
