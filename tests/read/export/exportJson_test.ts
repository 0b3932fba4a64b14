import { assertEquals, assertRejects } from "@std/assert";
import { makePause } from "../../../src/options/pause.ts";
import type { ExportFile } from "../../../src/read/export/exportFile.ts";
import { readExportJson } from "../../../src/read/export/exportJson.ts";

async function readText(text: string) {
  const problems: string[] = [], pause = makePause(undefined);
  const collector = {
    skip: (reason: string, where?: string) => void problems.push(`${where}: ${reason}`),
    note: (text: string) => void problems.push(text),
  };
  const file = { bytes: () => Promise.resolve(new TextEncoder().encode(text)) } as ExportFile;
  return { value: await readExportJson(file, { collector, pause }), problems };
}

const ENTRIES = [{ a: 'x]}",\\' }, { a: [1, [2, 3]] }, { a: null }, 4, "five"];

Deno.test("a list cut anywhere gives the complete entries, and names the first missing one", async () => {
  const text = JSON.stringify(ENTRIES);
  const ends = ENTRIES.map((_, i) => JSON.stringify(ENTRIES.slice(0, i + 1)).length - 1);
  for (let at = ends[0]! + 1; at < text.length; at++) {
    const { value, problems } = await readText(text.slice(0, at));
    // The final brace shows that an object is complete; a number may continue.
    const isWhole = (i: number) => ends[i]! < at || (ends[i] === at && i < 3);
    const whole = ENTRIES.filter((_, i) => isWhole(i)).length;
    assertEquals(value, ENTRIES.slice(0, whole), `cut at ${at}`);
    const where = ends.indexOf(at) === whole - 1 ? `after entry ${whole}` : `entry ${whole + 1}`;
    assertEquals(problems, [`${where}: the file is cut short here`]);
  }
});

Deno.test("an odd entry only loses itself, in lists of objects and in lists within objects", async () => {
  assertEquals(await readText('[{"a":1},{"a":NaN},{"a":3}]'), {
    value: [{ a: 1 }, { a: 3 }],
    problems: ["entry 2: the entry is not JSON"],
  });
  assertEquals(await readText('{"n":1,"sleep":[{"a":1},{a:2}],"s":"t","more":[{"a":3},'), {
    value: { n: 1, sleep: [{ a: 1 }], s: "t", more: [{ a: 3 }] },
    problems: ["entry 2: the entry is not JSON", "entry 4: the file is cut short here"],
  });
});

Deno.test("a list without a complete entry is an error", async () => {
  for (const text of ["", "hello", "[", "{", '[{"a":', '{"a":1', "[NaN]", '{"sleep":[', "\u0000"]) {
    await assertRejects(() => readText(text), TypeError, "it is not JSON, or cut short");
  }
});
