import { assertEquals } from "@std/assert";

const root = new URL("../../", import.meta.url);

function sources(folder: string): { file: string; text: string }[] {
  return [...Deno.readDirSync(new URL(folder, root))].flatMap(({ name, isDirectory }) =>
    isDirectory
      ? sources(`${folder}${name}/`)
      : /\.(ts|ipynb)$/.test(name)
      ? [{ file: folder + name, text: Deno.readTextFileSync(new URL(folder + name, root)) }]
      : []
  );
}

const all = ["src/", "tests/", "notebooks/"].flatMap(sources)
  .filter(({ file }) => file !== "tests/project/localTimes_test.ts")
  .map(({ file, text }) => ({ file, code: text.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, "") }));

function filesWith(pattern: RegExp): string[] {
  return all.filter(({ code }) => pattern.test(code)).map(({ file }) => file);
}

Deno.test("functions of date-fns-tz that depend on the machine's zone are not used", () => {
  assertEquals(
    filesWith(/\b(?:formatInTimeZone|toZonedTime|fromZonedTime|getTimezoneOffset)\b/),
    [],
  );
});

Deno.test("one file formats local times, and no other has its own names of months or days", () => {
  assertEquals(filesWith(/["'](?:npm:)?date-fns-tz/), [
    "src/options/loadModule.ts",
    "src/time/localText.ts",
    "tests/project/importRule.ts",
  ]);
  assertEquals(
    filesWith(
      /\btoLocale(?:Date|Time)String\b|\bDate\(.*\)\.toLocale|\bDateTimeFormat\b|["' ](?:Jan Feb|Mon Tue)\b/,
    )
      .filter((file) => file.startsWith("src/")),
    [
      "src/display/liveScript.ts", // runs in a browser, where that is what there is
      "src/read/csv/localStamps.ts", // reads names of months in many languages
    ],
  );
});

Deno.test("date-fns is loaded when a time is formatted, not when the library is imported", () => {
  const statically = all.filter(({ file, code }) =>
    file.startsWith("src/") &&
    /^(?:import|export) (?!type\b)[^;]*?from ["'](?:npm:)?@?date-fns/m.test(code)
  );
  assertEquals(statically.map(({ file }) => file), []);
});
