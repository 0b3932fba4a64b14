import { assert, assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";

/**
 * Measures a separate process with little JavaScript memory that stores an export of the given
 * number of records.
 */
async function storedBy(records: number): Promise<{ total_records: number; more: number }> {
  const folder = await Deno.makeTempDir();
  try {
    const script = fileURLToPath(new URL("./ingestLarge.ts", import.meta.url));
    const heap = "--v8-flags=--max-old-space-size=120"; // otherwise V8 delays garbage collection while memory is plentiful
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
  name: "ingestFile() stores an export of 800,000 records within 240 MiB of memory",
  ignore: Deno.build.os !== "linux", // the only platform that reports the peak of memory
  fn: async () => {
    const { total_records, more } = await storedBy(800_000);
    assertEquals(total_records, 800_000);
    assert(more < 240 * 2 ** 20, `${Math.round(more / 1e6)} MB`);
  },
});
