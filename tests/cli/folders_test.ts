import { assertEquals } from "@std/assert";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { inFolder } from "../helpers/inFolder.ts";

const PROGRAMS = {
  browser: fileURLToPath(new URL("../../src/cli/browserPath.ts", import.meta.url)),
  data: fileURLToPath(new URL("../../src/cli/dataFolder.ts", import.meta.url)),
  settings: fileURLToPath(new URL("../../src/cli/settingsFolder.ts", import.meta.url)),
};

/** What a program prints in an environment that has these variables alone. */
async function said(
  program: keyof typeof PROGRAMS,
  env: Record<string, string>,
  ...args: string[]
): Promise<string> {
  const flags = ["run", "--quiet", "--no-prompt", "--no-check", "-A"];
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...flags, PROGRAMS[program], ...args],
    clearEnv: true,
    env: { DENO_DIR: Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno`, ...env },
  }).output();
  assertEquals(new TextDecoder().decode(stderr), "");
  return new TextDecoder().decode(stdout);
}

const isLinux = Deno.build.os === "linux";

Deno.test("what tasks may read and write are this folder and those of the platform", {
  ignore: !isLinux,
}, async () => {
  const kim = { HOME: "/kim" };
  assertEquals(await said("settings", kim), ".,/kim/.config/lifeframe");
  assertEquals(
    await said("settings", kim, "--cache"),
    ".,/kim/.config/lifeframe,/kim/.cache/lifeframe",
  );
  const own = { XDG_CONFIG_HOME: "/a", XDG_CACHE_HOME: "/b" };
  assertEquals(await said("settings", own, "--cache"), ".,/a/lifeframe,/b/lifeframe");
  assertEquals(await said("settings", {}), ".");
  assertEquals(await said("data", kim), `${tmpdir()},/kim/.local/share/lifeframe`);
  assertEquals(await said("data", {}), tmpdir());
});

Deno.test("which browser the report may start is one that is there, or one that is nowhere", {
  ignore: !isLinux,
}, () =>
  inFolder(async (folder) => {
    assertEquals(await said("browser", { PATH: folder }), "/no-browser-is-installed");
    const browser = `${folder}/chromium`;
    await Deno.writeTextFile(browser, "#!/bin/sh\n", { mode: 0o644 });
    assertEquals(
      await said("browser", { PATH: folder }),
      "/no-browser-is-installed",
      "it may not be run",
    );
    await Deno.chmod(browser, 0o755);
    assertEquals(await said("browser", { PATH: folder }), browser);
    assertEquals(await said("browser", { PATH: "", LIFEFRAME_BROWSER: browser }), browser);
  }));
