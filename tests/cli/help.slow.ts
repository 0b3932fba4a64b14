import { assert, assertEquals, assertMatch } from "@std/assert";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

async function command(file: string, args: readonly string[]) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", "-A", file, ...args],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
  }).output();
  const text = new TextDecoder();
  return { code, out: text.decode(stdout), err: text.decode(stderr) };
}

/** Paths of commands outside src/cli. */
const ELSEWHERE: Readonly<Record<string, string>> = { docs: "tools/reference/docs.ts" };

/** Commands, each with a misspelt option and the suggested one. */
const COMMANDS: readonly (readonly [string, readonly string[], string])[] = [
  ["demo", ["--outt", "x"], "--out"],
  ["docs", ["--ot", "x"], "--out"],
  ["importFiles", ["x", "--dta", "x"], "--data"],
  ["mcp", ["--http", "1", "--dta", "x"], "--data"],
  ["digest", ["--lats", "3"], "--last"],
  ["note", ["x", "--valeu", "1"], "--value"],
  ["login", ["--base-ulr", "x"], "--base-url"],
  ["notebook", ["run", "x.ipynb", "--timout", "3"], "--timeout"],
  ["newFolder", ["x", "--stduy"], "--study"],
  ["reproduce", [".", "--updaet"], "--update"],
  ["report", ["--rnage", "2025-03"], "--range"],
  ["serve", ["--prot", "1"], "--port"],
  ["token", ["--fiel", "x"], "--file"],
];

for (const [name, wrong, meant] of COMMANDS) {
  Deno.test(`${name} prints its usage, and suggests an option for a misspelt one`, async () => {
    const file = ELSEWHERE[name] ?? `src/cli/${name}.ts`;
    for (const flag of ["--help", "-h"]) {
      const { code, out, err } = await command(file, [flag]);
      assertEquals([code, err], [0, ""], flag);
      assert(out.includes("--help") && out.split("\n").length > 4, out);
    }
    const { code, out, err } = await command(file, wrong);
    assertEquals([code, out], [2, ""]);
    assertMatch(err, new RegExp(`^Cannot .*unknown option --\\S+; did you mean "${meant}"\\?`));
  });
}

Deno.test("lifeframe --version prints the versions that a report of a problem needs", async () => {
  const { version } = JSON.parse(await Deno.readTextFile(`${ROOT}/deno.json`));
  for (const flag of ["--version", "-V"]) {
    const { code, out } = await command("src/cli/lifeframe.ts", [flag]);
    assertEquals([code, out], [0, `lifeframe ${version}, Deno ${Deno.version.deno}\n`]);
  }
  const { out } = await command("src/cli/lifeframe.ts", ["--help"]);
  assertMatch(out, /\n {2}--version +the version/);
});
