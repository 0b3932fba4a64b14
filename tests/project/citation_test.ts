import { assert, assertEquals } from "@std/assert";

Deno.test("the citation names the version and the licence of the package", async () => {
  const [citation, config] = await Promise.all(
    ["CITATION.cff", "deno.json"].map((file) =>
      Deno.readTextFile(new URL(`../../${file}`, import.meta.url))
    ),
  );
  const { version, license } = JSON.parse(config!);
  const fields = Object.fromEntries(
    [...citation!.matchAll(/^([a-z-]+): (.+)$/gm)].map(([, name, value]) => [name, value]),
  );
  assertEquals([fields.version, fields.license], [version, license]);
  assert(["cff-version", "message", "title", "date-released"].every((name) => name in fields));
});
