/** Returns the path of a program; `undefined` if it is not installed. */
export function findProgram(program: string): string | undefined {
  for (const folder of (Deno.env.get("PATH") ?? "").split(":")) {
    const path = `${folder}/${program}`;
    try {
      if (folder !== "" && Deno.statSync(path).isFile) return path;
    } catch {
      // not in this folder
    }
  }
  return undefined;
}

/**
 * Defines a test that needs an optional program. If it is missing, the name of the test says that
 * it did not run; with LIFEFRAME_REQUIRE_PROGRAMS=1, as in CI, the test fails instead.
 */
export function testWithProgram(
  program: string,
  name: string,
  fn: (path: string) => Promise<void>,
): void {
  const path = findProgram(program);
  const required = Deno.env.get("LIFEFRAME_REQUIRE_PROGRAMS") === "1";
  if (path !== undefined) Deno.test(name, () => fn(path));
  else if (required) {
    Deno.test(name, () => {
      throw new Error(`${program} is not installed, and LIFEFRAME_REQUIRE_PROGRAMS asks for it`);
    });
  } else {Deno.test({
      name: `${name} (NOT RUN: ${program} is not installed)`,
      ignore: true,
      fn() {},
    });}
}
