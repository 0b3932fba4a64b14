import { assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import deno from "../../../deno.json" with { type: "json" };
import { testWithProgram } from "../../helpers/testWithProgram.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** Runs `deno task dev release`; returns its exit code and output. */
async function release(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const command = new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", "dev", "release", ...args],
    cwd: ROOT,
  });
  const { code, stdout, stderr } = await command.output();
  const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { code, out: out!, err: err! };
}

testWithProgram(
  "npm",
  "a dry run packs and tries everything, and names a tag of another version",
  async () => {
    const folder = await Deno.makeTempDir();
    try {
      const { code, out, err } = await release("--dry-run", "--tag", "v99.0.0", "--out", folder);
      const lines = out.split("\n").filter((line) => /^(?:ok|FAILED) /.test(line));
      assertEquals(lines.filter((line) => !line.startsWith("FAILED changelog: ")), [
        `FAILED version: the tag v99.0.0 has version 99.0.0, deno.json has ${deno.version}`,
        "ok     sbom",
        "ok     jsr",
        "ok     npm",
      ], out.slice(-2000) + err);
      assertEquals(code, 1);
      for (
        const path of [
          `npm/lifeframe-lifeframe-${deno.version}.tgz`,
          "jsr/deno.json",
          "sbom.json",
          "notes.md",
        ]
      ) assertEquals((await Deno.stat(`${folder}/${path}`)).isFile, true, path);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
);

Deno.test("a release without --dry-run is rejected with the command that publishes", async () => {
  const { code, err } = await release();
  assertEquals([code, err.split(":")[0]], [2, "Cannot release"]);
});
