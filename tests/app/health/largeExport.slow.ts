import { assert, assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";

/** What a process of its own, with so little memory for JavaScript, takes to store an export of so many records. */
async function storedBy(records: number): Promise<{ total_records: number; more: number }> {
  const folder = await Deno.makeTempDir();
  try {
    const script = fileURLToPath(new URL("./ingestLarge.ts", import.meta.url));
    const heap = "--v8-flags=--max-old-space-size=120"; // or V8 lets garbage lie where memory is plenty
    const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-check", "-A", heap, script, folder, String(records)],
    }).output();
    const text = new TextDecoder().decode(stdout);
    if (text === "") throw new Error(new TextDecoder().decode(stderr));
    return JSON.parse(text);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test({
  name: "ingestFile() stores an export of 800,000 records with the memory of a part",
  ignore: Deno.build.os !== "linux", // where the peak of memory is told
  fn: async () => {
    const { total_records, more } = await storedBy(800_000);
    assertEquals(total_records, 800_000);
    assert(more < 240 * 2 ** 20, `${Math.round(more / 1e6)} MB`);
  },
});
