import { assertEquals } from "@std/assert";
import { nearestTests } from "./nearestTests.ts";

const IMPORTS: Record<string, string[]> = {
  "src/app/export/write.ts": [],
  "src/app/me.ts": ["src/app/export/write.ts"],
  "mod.ts": ["src/app/me.ts"],
  "tests/app/export/write_test.ts": ["src/app/export/write.ts"],
  "tests/app/export/door_test.ts": ["mod.ts"],
  "tests/app/near_test.ts": ["src/app/me.ts"],
  "tests/app/helper.ts": ["mod.ts"],
  "tests/app/far_test.ts": ["tests/app/helper.ts"],
  "tests/show/other_test.ts": ["src/app/me.ts"],
  "tests/show/nothing_test.ts": ["src/show/nothing.ts"],
};

Deno.test("nearestTests() returns a file's own test, its room's, its folder's, then others by distance", () => {
  const sources = Object.entries(IMPORTS).map(([path, imports]) => ({ path, imports }));
  assertEquals(nearestTests("src/app/export/write.ts", sources), [
    { path: "tests/app/export/write_test.ts", distance: 1 },
    { path: "tests/app/export/door_test.ts", distance: 101 },
    { path: "tests/app/near_test.ts", distance: 2 },
    { path: "tests/app/far_test.ts", distance: 102 },
    { path: "tests/show/other_test.ts", distance: 2 },
  ]);
});
