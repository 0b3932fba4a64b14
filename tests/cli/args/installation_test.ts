import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import {
  installationOf,
  packageSpecifier,
  startWords,
} from "../../../src/cli/args/installation.ts";
import { inFolder } from "../../helpers/inFolder.ts";

const NAME = "@lifeframe/lifeframe";

/** Returns the place of a package below a folder. */
const installed = (folder: string) =>
  installationOf(pathToFileURL(`${folder}/${NAME}/bundles/chunk.js`).href);

Deno.test("in a clone, a program reads the project and its packages", () => {
  const url = new URL("../../../src/cli/args/installation.ts", import.meta.url);
  const project = fileURLToPath(new URL("../../../", import.meta.url));
  assertEquals(installationOf(url.href), {
    isPackage: false,
    folder: project,
    packages: join(project, "node_modules"),
    readable: [project],
  });
});

Deno.test("an installed program reads node_modules, but not the folder that contains it", () => {
  const { packages, readable, isPackage } = installed("/home/kim/node_modules");
  assertEquals([isPackage, packages, readable], [
    true,
    "/home/kim/node_modules",
    ["/home/kim/node_modules"],
  ]);
  const pnpm = installed(`/home/kim/a b/node_modules/.pnpm/x@1/node_modules`);
  assertEquals(pnpm.packages, "/home/kim/a b/node_modules", "packages are links into .pnpm");
});

Deno.test("an installed program is started by npx below its folder, and by its name elsewhere", () => {
  const own = installed("/home/kim/days/node_modules");
  assertEquals(startWords(own, "/home/kim/days"), ["npx", "lifeframe"]);
  assertEquals(startWords(own, "/home/kim/days/june"), ["npx", "lifeframe"]);
  assertEquals(startWords(own, "/home/kim/days-2"), ["lifeframe"]);
  assertEquals(startWords(installed("/usr/lib/node_modules"), "/home/kim"), ["lifeframe"]);
});

Deno.test("a program that npx fetched is started by what npx was asked for", () =>
  inFolder(async (folder) => {
    const cache = join(folder, "_npx", "0123"), own = installed(join(cache, "node_modules"));
    await Deno.mkdir(cache, { recursive: true });
    const asked = async (...packages: string[]) => {
      const text = JSON.stringify({ _npx: { packages } });
      await Deno.writeTextFile(join(cache, "package.json"), text);
      return startWords(own, folder).join(" ");
    };
    assertEquals(await asked(NAME), `npx -y ${NAME}`);
    assertEquals(await asked("node@24", `${NAME}@0.1.0`), `npx -y ${NAME}@0.1.0`);
    assertEquals(await asked("/a b/lifeframe-1.tgz"), "npx -y -p /a b/lifeframe-1.tgz lifeframe");
    assertEquals(own.readable, [join(cache, "node_modules"), join(cache, "package.json")]);
  }));

Deno.test("a new folder depends on the file or the version of this package", () =>
  inFolder(async (folder) => {
    const own = installed(join(folder, "node_modules"));
    const specifier = async (given: string) => {
      const text = JSON.stringify({ dependencies: { [NAME]: given } });
      await Deno.writeTextFile(join(folder, "package.json"), text);
      return packageSpecifier(own, NAME, "1.2.3");
    };
    assertEquals(await specifier("file:../a.tgz"), `file:${join(folder, "../a.tgz")}`);
    assertEquals(await specifier("file:/b/a.tgz"), "file:/b/a.tgz");
    assertEquals(await specifier("^1.0.0"), "1.2.3");
    assertEquals(packageSpecifier(installed("/none/node_modules"), NAME, "1.2.3"), "1.2.3");
  }));
