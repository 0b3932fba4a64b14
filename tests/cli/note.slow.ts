import { assertEquals, assertMatch } from "@std/assert";
import { local } from "@lifeframe/lifeframe";
import { noteCommand } from "../../src/cli/note.ts";
import { inFolder } from "../helpers/inFolder.ts";

const tz = "Europe/Berlin";

/** Runs the command; returns its exit code and output. */
async function said(...args: string[]): Promise<[code: number, out: string]> {
  const lines: string[] = [], hear = (line: string) => void lines.push(line);
  return [await noteCommand(args, { print: hear, warn: hear }), lines.join("\n")];
}

Deno.test("note writes counts, scales, texts and tags into your own store", () =>
  inFolder(async (folder) => {
    const data = `${folder}/health`, own = ["--data", data, "--zone", tz];
    assertEquals(await said("coffee", "2025-03-20T14:30", ...own), [
      0,
      "coffee 1, 2025-03-20 14:30",
    ]);
    const mood = ["--value", "7", "--scale", "1-10", "--text", "sun", "--tag", "a", "--tag", "b"];
    assertEquals(await said("mood", "2025-03-20T20:00", ...mood, ...own), [
      0,
      "mood 7, 2025-03-20 20:00, sun, #a #b",
    ]);
    await using me = await local({ data, tz });
    const days = await me.diary("2025-03-20");
    assertEquals(days.toRecords().map(({ coffee, mood }) => [coffee, mood]), [[1, 7]]);
    const [code, out] = await said("mood", "--value", "11", ...own);
    assertEquals(code, 1);
    assertMatch(out, /^Cannot write a note: value is the number 11/);
  }));

Deno.test("note names wrong arguments", async () => {
  for (
    const [args, message] of [
      [[], /its name is missing/],
      [["a", "b", "c"], /unexpected argument "c"/],
      [["a", "--value", "x"], /--value is x, expected a number/],
      [["a", "--scale", "10"], /--scale is 10, expected two numbers such as 1-10/],
      [["a", "--data", "x", "--profile", "y"], /Choose one/],
    ] as const
  ) {
    const [code, out] = await said(...args);
    assertEquals(code, 2);
    assertMatch(out, message);
  }
});
