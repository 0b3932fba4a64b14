import { assertEquals } from "@std/assert";
import { COMMANDS } from "../../src/cli/commands.ts";
import { inFolder } from "../helpers/inFolder.ts";
import { withEnv } from "./console.ts";

Deno.test("report may only start the installed browser", {
  ignore: Deno.build.os !== "linux",
}, () =>
  inFolder(async (folder) => {
    const mayRun = (env: Record<string, string>): Promise<string | undefined> =>
      withEnv({ LIFEFRAME_BROWSER: undefined, ...env }, async () => {
        const flags = await COMMANDS["report"]!.permissions([]);
        return flags.find((flag) => flag.startsWith("--allow-run"));
      });
    const none = "--allow-run=/no-browser-is-installed";
    assertEquals(await mayRun({ PATH: folder }), none);
    const browser = `${folder}/chromium`;
    await Deno.writeTextFile(browser, "#!/bin/sh\n", { mode: 0o644 });
    assertEquals(await mayRun({ PATH: folder }), none, "it may not be run");
    await Deno.chmod(browser, 0o755);
    assertEquals(await mayRun({ PATH: folder }), `--allow-run=${browser}`);
    assertEquals(await mayRun({ PATH: "", LIFEFRAME_BROWSER: browser }), `--allow-run=${browser}`);
  }));
