import { assert } from "@std/assert";
import { lineWriter } from "../../src/cli/args/lineCommand.ts";
import { plainText } from "../../src/options/plainText.ts";
import * as read from "../../src/read/mod.ts";

/** Sets a terminal's title, its colour, and the direction of writing; ends the line. */
const EVIL = "a\u001b]0;x\u0007\u009b31m\u202eb\r\nc";

const columns = { value: "wrong" };

const TRIES: Readonly<Record<string, (folder: string) => Promise<unknown>>> = {
  "a file": async (folder) => {
    await Deno.writeTextFile(`${folder}/${EVIL}.csv`, "x");
    return await read.any(`${folder}/${EVIL}.csv`);
  },
  "a folder": async (folder) => {
    await Deno.writeTextFile(`${folder}/${EVIL}.csv`, "x");
    await Deno.writeTextFile(`${folder}/b.gpx`, "<gpx/>");
    return await read.any(folder);
  },
  "a missing file": (folder) => read.any(`${folder}/${EVIL}`),
  "a Blob": () => read.any(new File(["<gpx><trk><x"], `${EVIL}.gpx`)),
  "a column": () => read.csv({ text: `time,"${EVIL}"\n2024-01-01T00:00Z,1\n` }, { columns }),
};

for (const [what, work] of Object.entries(TRIES)) {
  Deno.test(`control characters in the name of ${what} do not reach messages or reports`, async () => {
    const folder = await Deno.makeTempDir();
    let said: string;
    try {
      said = JSON.stringify(
        await work(folder),
        (_, value) =>
          value !== null && typeof value === "object" && "report" in value ? value.report : value,
      );
    } catch (error) {
      said = (error as Error).message;
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
    assert(said.includes("31m"), said);
    assert(plainText(said) === said && !said.includes("\n"), JSON.stringify(said));
  });
}

Deno.test("a command prints no control characters but its line ends and tabs", () => {
  let printed = "";
  lineWriter({
    writeSync: (bytes) => {
      printed += new TextDecoder().decode(bytes);
      return bytes.length;
    },
  })(`${EVIL}\td`);
  assert(printed === "a\ufffd]0;x\ufffd\ufffd31m\ufffdb\ufffd\nc\td\n", JSON.stringify(printed));
});
