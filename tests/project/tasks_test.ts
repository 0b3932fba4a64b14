import { assert, assertEquals } from "@std/assert";
import { DEV_COMMANDS } from "../../tools/dev/commands.ts";

const root = new URL("../../", import.meta.url);
const config = Deno.readTextFileSync(new URL("deno.json", root));

Deno.test("deno.json stays short enough to read", () => {
  const lines = config.split("\n");
  assert(lines.length < 150, `${lines.length} lines`);
  assertEquals(lines.filter((line) => line.length > 160), []);
  assert(!/_test|\.slow|\$\(/.test(config));
});

Deno.test("every file in a contributor's command exists", () => {
  for (const [name, { steps }] of Object.entries(DEV_COMMANDS)) {
    for (const path of steps([]).flatMap(({ args }) => args)) {
      if (!/^(?:tests|tools|src)\/[^*]+\.ts$/.test(path)) continue;
      assert(Deno.statSync(new URL(path, root)).isFile, `${name}: ${path}`);
    }
  }
});

Deno.test("every test file is part of a command", () => {
  const spark = Deno.readTextFileSync(new URL("tests/cohort/spark/run.ts", root)); // names its parts
  const named = Object.values(DEV_COMMANDS).flatMap(({ steps }) => steps([]))
    .flatMap(({ args }) => args);
  const odd: string[] = [];
  const visit = (folder: string): void => {
    for (const { name, isDirectory } of Deno.readDirSync(new URL(folder, root))) {
      const path = `${folder}${name}`;
      if (isDirectory) visit(`${path}/`);
      else if (/\.ts$/.test(name) && !/(?:_test|\.slow)\.ts$/.test(name)) {
        if (!/^Deno\.test\(/m.test(Deno.readTextFileSync(new URL(path, root)))) continue;
        if (named.includes(path)) continue;
        const part = /^tests\/cohort\/spark\/(\w+)\.ts$/.exec(path)?.[1];
        if (part === undefined || !spark.includes(`"${part}"`)) odd.push(path);
      }
    }
  };
  visit("tests/");
  assertEquals(odd, []);
});
