import { assertEquals, assertMatch } from "@std/assert";
import { join } from "node:path";
import { newFolder } from "../../src/cli/newFolder.ts";
import { printed } from "../cli/console.ts";

const PAGE = await Deno.readTextFile(new URL("../../docs/cohort.md", import.meta.url));
const EXAMPLES = Array.from(PAGE.matchAll(/^```ts\n(.*?)^```$/gms), ([, code]) => code!);

/** Flags of the command in the page. */
const COMMAND = /^deno (run .*) example\.ts$/m.exec(PAGE)![1]!.split(" ");
const [READ, VERBS, WRITE, SAMPLE] = Array.from(
  PAGE.matchAll(
    /^\| (?:`count`|`perPerson`|`writeCohort`|`demoPeople`).*\| +(?:also )?`(--.*?)`/gm,
  ),
  ([, flags]) => flags!.split(" "),
);

const SCRIPTS: { readonly [what: string]: readonly [flags: readonly string[], code: string] } = {
  "writes a cohort": [
    [...READ!, ...WRITE!.map((flag) => flag.replace("FOLDER", "cohort"))],
    `await writeCohort("cohort", {
      people: [{ person: 1, zone: "UTC" }, { person: 2, zone: "UTC" }],
      tables: { steps: [1, 2].map((person) => ({ person, time: "2025-03-01T10:00Z", value: 1.5 })) },
    });
    await withdrawPeople("cohort", 2);
    await using people = await cohort("cohort");
    await people.compact();`,
  ],
  "reads a cohort": [
    READ!,
    `await using people = await cohort("cohort");
    const steps = people.table("steps");
    if (await steps.count() !== 1 || (await steps.collect()).height !== 1) throw new Error("rows");
    await steps.sum("value", { by: "person" });
    const { errors } = await people.check();
    if (errors.length > 0) throw new Error(errors[0]);`,
  ],
  "runs verbs": [
    [...READ!, ...VERBS!],
    `await using people = await cohort("cohort", { workers: 1 });
    const daily = people.table("steps").perPerson(series.resample, { every: "1d" });
    if (await daily.count() !== 1) throw new Error("rows");`,
  ],
};

Deno.test("docs/cohort.md runs word for word in a new folder, with the flags that it lists", async (test) => {
  const parent = await Deno.makeTempDir(), folder = join(parent, "mine");
  assertEquals((await printed(() => newFolder([folder]))).result, 0);
  const deno = async (args: readonly string[]): Promise<{ code: number; text: string }> => {
    const run = new Deno.Command(Deno.execPath(), {
      args: [...args],
      cwd: folder,
      env: { PATH: `${join(Deno.execPath(), "..")}:${Deno.env.get("PATH")}` },
    });
    const { code, stdout, stderr } = await run.output();
    return {
      code,
      text: [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join(""),
    };
  };
  await deno(["install"]);
  const passes = async (flags: readonly string[], code: string): Promise<void> => {
    await Deno.writeTextFile(join(folder, "example.ts"), code);
    const { code: exit, text } = await deno([...flags, "example.ts"]);
    assertEquals([exit, text], [0, ""]);
  };
  for (const [i, code] of EXAMPLES.entries()) {
    const more = code.includes("demoPeople") ? SAMPLE! : [];
    await test.step(`example ${i + 1}`, () => passes([...COMMAND, ...more], code));
  }
  const imports =
    `import { cohort, series, withdrawPeople, writeCohort } from "@lifeframe/lifeframe";\n`;
  for (const [what, [flags, code]] of Object.entries(SCRIPTS)) {
    const all = ["run", "--no-prompt", ...flags];
    await test.step(`a script that ${what}`, () => passes(all, imports + code));
    for (const flag of flags) {
      await test.step(`a script that ${what} needs ${flag}`, async () => {
        const { code: exit, text } = await deno([
          ...all.filter((one) => one !== flag),
          "example.ts",
        ]);
        assertEquals(exit, 1);
        assertMatch(text, /NotCapable|Requires \w+ access/);
      });
    }
  }
  await Deno.remove(parent, { recursive: true });
});
