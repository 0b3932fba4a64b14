import { assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import { READERS } from "../../src/read/readers.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

Deno.test("every reader stops at a signal within 300 ms, wherever it is, and leaves no files", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        ...["run", "--quiet", "--no-check", "-A", `--config=${here("../../deno.json")}`],
        ...[`--lock=${here("../../tools/deno.lock")}`, here("signals.ts")],
      ],
      env: { TMPDIR: folder },
    }).output();
    const [out, problems] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
    const found = JSON.parse(out! === "" ? `{"": ${JSON.stringify(problems)}}` : out!);
    assertEquals(found, Object.fromEntries(READERS.map(({ name }) => [name, []])));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
