import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { storeCommand } from "../../src/cli/store.ts";
import { openService } from "../../src/service/openService.ts";
import { inFolder } from "../helpers/inFolder.ts";

Deno.test("task store explains which permission a file outside the project needs, and how to grant it", async () => {
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", "store", "check", "/nowhere/a.sqlite"],
  }).output();
  assertEquals(code, 1);
  assertEquals(
    new TextDecoder().decode(stdout).trim(),
    'Cannot check /nowhere/a.sqlite: Deno needs read access to "/nowhere/a.sqlite". Run ' +
      "npx -y deno@2.9.6 run -A src/cli/store.ts check FILE",
  );
});

async function call(...args: string[]): Promise<[code: number, lines: string[]]> {
  const lines: string[] = [];
  return [await storeCommand(args, { print: (line) => lines.push(line) }), lines];
}

Deno.test("store rejects unknown arguments with one line of usage", async () => {
  const cases: [args: string[], message: RegExp][] = [
    [
      [],
      /^Cannot use the store: expected backup, restore or check, got ""\. Use: store backup FILE/,
    ],
    [["burn"], /^Cannot use the store: expected backup, restore or check, got "burn"\. Use/],
    [["backup"], /^Cannot use the store: FILE is missing\. Use/],
    [["restore", "--data", "/x"], /^Cannot use the store: FILE is missing\. Use/],
    [["backup", "a", "b"], /^Cannot use b: only one file is allowed\. Use/],
    [["check", "a", "--replace"], /^Cannot use the store: --replace only works with restore\. Use/],
    [
      ["backup", "a", "--replace"],
      /^Cannot use the store: --replace only works with restore\. Use/,
    ],
    [
      ["check", "--dta", "x"],
      /^Cannot use the store: unknown option --dta; did you mean "--data"\? Use/,
    ],
  ];
  for (const [args, message] of cases) {
    const [code, lines] = await call(...args);
    assertEquals([code, lines.length], [2, 1], args.join(" "));
    assertMatch(lines[0]!, message);
  }
  const [code, [help]] = await call("check", "--help");
  assertEquals(code, 0);
  assertStringIncludes(help!, "restore FILE    Checks a backup");
});

Deno.test("store backs up, checks and restores, and only moves existing data aside on request", () =>
  inFolder(async (folder) => {
    const data = `${folder}/data`, file = `${folder}/backup.sqlite`;
    const service = await openService({ folder: data });
    await service.owner();
    await service.close();
    const text = "version \\d+, \\d+ records, contents of \\d+ files?$";
    const [backed, [line]] = await call("backup", file, "--data", data);
    assertEquals(backed, 0, line);
    assertMatch(line!, new RegExp(`^Backed up to ${file}: ${text}`));
    for (const args of [[file], ["--data", data]]) {
      const [code, lines] = await call("check", ...args);
      assertEquals([code, lines.length], [0, 1], lines.join("\n"));
      assertMatch(lines[0]!, new RegExp(`^${folder}/.*sqlite is intact: ${text}`));
    }
    const [refused, why] = await call("restore", file, "--data", data);
    assertEquals([refused, why.length], [1, 1]);
    const [replaced, lines] = await call("restore", file, "--data", data, "--replace");
    assertEquals([replaced, lines.length], [0, 2], lines.join("\n"));
    assertMatch(lines[0]!, new RegExp(`^Restored into ${data}: ${text}`));
    assertMatch(lines[1]!, /^Moved the previous store to /);
    const [fresh, said] = await call("restore", file, "--data", `${folder}/new`);
    assertEquals([fresh, said.length], [0, 1], said.join("\n"));
    await Deno.writeTextFile(`${folder}/odd.sqlite`, "no database");
    assertEquals((await call("check", `${folder}/odd.sqlite`))[0], 1);
    assertEquals((await call("backup", file, "--data", `${folder}/none`))[0], 1);
  }));
