import { assert, assertEquals } from "@std/assert";
import { any } from "../../src/read/any.ts";
import * as read from "../../src/read/mod.ts";
import { READERS } from "../../src/read/readers.ts";
import { EXAMPLE_FILES } from "./exampleFiles.ts";

const root = new URL("../../", import.meta.url);
const NAMES = READERS.map(({ name }) => name);

function textOf(path: string): string {
  try {
    return Deno.readTextFileSync(new URL(path, root));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}

/** Readers that also have a function of their own, which reads only their files. */
const OWN = NAMES.filter((name) => textOf(`src/read/${name}/${name}.ts`) !== "");

Deno.test("every reader has its example file, test and section of the docs", () => {
  const functions: Readonly<Record<string, unknown>> = read;
  const missing = NAMES.flatMap((name) => {
    const isOwn = OWN.includes(name), call = isOwn ? name : "any";
    const parts: Readonly<Record<string, boolean>> = {
      [`src/read/mod.ts exports no function ${name}`]: !isOwn ||
        typeof functions[name] === "function",
      [`src/read/${name}/${name}.ts has no example`]: !isOwn ||
        textOf(`src/read/${name}/${name}.ts`).includes(" * @example "),
      [`src/read/${name}/about.md does not name read.${call}`]: textOf(`src/read/${name}/about.md`)
        .includes(`\`read.${call}\``),
      [`tests/read/exampleFiles.ts has no example file of ${name}`]: name in EXAMPLE_FILES,
      [`tests/read/${name}_test.ts does not call ${call}()`]: textOf(`tests/read/${name}_test.ts`)
        .includes(`${call}(`),
    };
    return Object.keys(parts).filter((part) => !parts[part]);
  });
  assertEquals(missing, []);
});

Deno.test("every folder with a reader has a row in src/read/readers.ts", () => {
  const folders = [...Deno.readDirSync(new URL("src/read", root))]
    .filter(({ isDirectory }) => isDirectory).map(({ name }) => name)
    .filter((name) => textOf(`src/read/${name}/${name}Reader.ts`) !== "");
  assertEquals(folders.sort(), NAMES.toSorted());
});

for (const name of NAMES) {
  Deno.test(`read.any() reads the example file of ${name}`, async () => {
    const file = EXAMPLE_FILES[name];
    assert(file !== undefined, `tests/read/exampleFiles.ts has no example file of ${name}`);
    const { report } = await any(file, { tz: "Europe/Berlin" });
    assertEquals(report.reader, name);
    assert(Object.values(report.read).some((rows) => rows > 0), `${name} reads no rows`);
  });
}
