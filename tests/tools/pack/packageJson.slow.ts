import { assert, assertEquals, assertThrows } from "@std/assert";
import deno from "../../../deno.json" with { type: "json" };
import about from "../../../tools/project.json" with { type: "json" };
import { packageJson, packageName } from "../../../tools/pack/packageJson.ts";
import { packedFiles } from "../../../tools/pack/packedFiles.ts";

/** Packages that only tests, tasks and tools need: no user installs them. */
const OF_TESTS = [
  "@grpc/grpc-js",
  "@seriousme/openapi-schema-validator",
  "@std/assert",
  "axe-core",
  "fast-check",
  "markdown-it",
  "playwright-core",
  "typescript",
];

const entries = Object.values(deno.exports).map((path) => path.slice(2));

Deno.test("a user's imports bring no package that only tests and tools need", () => {
  // Dynamic imports count: Deno fetches the target of a literal import() immediately.
  const named = packedFiles(entries, ["src/cohort/openCohort.ts"]).flatMap(({ packages }) =>
    packages
  );
  const names = new Set(named.map(packageName));
  assertEquals(OF_TESTS.filter((name) => names.has(name)), []);
  assert(names.has("nodejs-polars") && names.has("zod") && names.has("linkedom"));
});

Deno.test("package.json pins each imported package to the version in deno.json", () => {
  const named = ["date-fns/parse", "@date-fns/tz", "node:fs", "culori/css", "nodejs-polars"];
  const { dependencies, exports, version } = packageJson(deno, named) as {
    dependencies: Record<string, string>;
    exports: Record<string, unknown>;
    version: string;
  };
  assertEquals(dependencies, {
    "@date-fns/tz": "1.5.0",
    "culori": "4.0.2",
    "date-fns": "4.4.0",
    "nodejs-polars": "0.25.2",
    "temporal-polyfill": "1.0.8",
  });
  assertEquals(version, deno.version);
  assertEquals(exports["./sleep"], {
    types: "./src/sleep/mod.d.ts",
    default: "./bundles/src-sleep-mod.js",
  });
  assertThrows(() => packageJson(deno, ["left-pad"]), Error, "no version of left-pad");
});

Deno.test("packedFiles() finds dynamic imports, modules of threads, and imports of types", () => {
  const files = packedFiles(["src/app/local.ts"], []).map(({ path }) => path);
  for (
    const path of [
      "src/service/openService.ts", // loaded late
      "src/service/encode/encodeWorker.ts", // run by a thread
      "src/client/errors/apiError.ts",
      "src/schema/user.ts",
    ]
  ) assert(files.includes(path), path);
  assert(!files.some((path) => path.startsWith("src/cli/")));
  assertEquals(new Set(files).size, files.length);
});

Deno.test("package.json names the repository, as provenance requires", () => {
  const made = packageJson(deno, []) as Record<string, unknown>;
  assertEquals(made["repository"], { type: "git", url: `git+${about.repository}.git` });
  const named = ["author", "bugs", "homepage", "keywords"];
  assertEquals(named.filter((name) => made[name] === undefined), []);
});
