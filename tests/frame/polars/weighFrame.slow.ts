import { assert } from "@std/assert";
import { fileURLToPath } from "node:url";

Deno.test({
  name: "a loop over frames of 16 MB keeps a few of them in memory, not a hundred",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const script = fileURLToPath(new URL("./manyFrames.ts", import.meta.url));
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", script],
      stderr: "inherit",
    }).output();
    const peak = Number(new TextDecoder().decode(stdout));
    assert(peak > 50 && peak < 800, `${peak} MB`); // 1.7 GB if V8 does not know their size
  },
});
