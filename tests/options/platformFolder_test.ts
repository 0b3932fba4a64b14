import { assertEquals } from "@std/assert";
import { platformFolder } from "../../src/options/platformFolder.ts";

const WINDOWS = {
  platform: "win32",
  env: {
    APPDATA: "C:\\Users\\Jörg Doe\\AppData\\Roaming",
    LOCALAPPDATA: "C:\\Users\\Jörg Doe\\AppData\\Local",
    HOME: "/c/Users/other",
  },
} as const;

Deno.test("on Windows folders are below AppData, with a drive letter and only backslashes", () => {
  assertEquals(
    (["settings", "data", "cache"] as const).map((purpose) => platformFolder(purpose, WINDOWS)),
    [
      "C:\\Users\\Jörg Doe\\AppData\\Roaming\\lifeframe",
      "C:\\Users\\Jörg Doe\\AppData\\Local\\lifeframe",
      "C:\\Users\\Jörg Doe\\AppData\\Local\\lifeframe\\Cache",
    ],
  );
  const share = { platform: "win32", env: { APPDATA: "\\\\server\\home\\jd" } } as const;
  assertEquals(platformFolder("settings", share), "\\\\server\\home\\jd\\lifeframe");
});

Deno.test("on macOS folders are below Library, elsewhere at the paths in XDG's variables", () => {
  const HOME = "/home/jörg doe";
  const cases = [
    ["darwin", { HOME }, `${HOME}/Library/Caches/lifeframe`],
    ["linux", { HOME }, `${HOME}/.cache/lifeframe`],
    ["linux", { HOME, XDG_CACHE_HOME: "/x/" }, "/x/lifeframe"],
    ["freebsd", { HOME }, `${HOME}/.cache/lifeframe`],
  ] as const;
  for (const [platform, env, expected] of cases) {
    assertEquals(platformFolder("cache", { platform, env }), expected);
  }
});

Deno.test("Jupyter's folder is JUPYTER_DATA_DIR, or the platform's folder", () => {
  const HOME = "/home/jd";
  const cases = [
    ["darwin", { HOME }, `${HOME}/Library/Jupyter`],
    ["linux", { HOME }, `${HOME}/.local/share/jupyter`],
    ["linux", { HOME, XDG_DATA_HOME: "/x" }, "/x/jupyter"],
    ["linux", { HOME, JUPYTER_DATA_DIR: "/own" }, "/own"],
  ] as const;
  for (const [platform, env, expected] of cases) {
    assertEquals(platformFolder("jupyter", { platform, env }), expected);
  }
});

Deno.test("without a variable that names a folder the result is undefined", () => {
  for (const platform of ["win32", "darwin", "linux"] as const) {
    assertEquals(platformFolder("data", { platform, env: {} }), undefined);
    assertEquals(
      platformFolder("data", { platform, env: { HOME: "", LOCALAPPDATA: "" } }),
      undefined,
    );
  }
});
