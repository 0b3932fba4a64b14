import { assertEquals } from "@std/assert";
import { openapi } from "../../src/service/openapi/openapi.ts";
import { testWithProgram } from "../helpers/testWithProgram.ts";

/** Exact versions of the tools that generate the client and check its use. */
const TOOLS = ["openapi-typescript@7.13.0", "openapi-fetch@0.14.0", "typescript@5.9.3"];

/** Strict compiler options, as in a careful project. */
const CONFIG = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    target: "es2024",
    lib: ["es2024", "dom", "dom.iterable"],
    module: "esnext",
    moduleResolution: "bundler",
    allowImportingTsExtensions: true,
    types: [],
  },
  files: ["usualCalls.ts"],
};

testWithProgram(
  "npx",
  "the client that openapi-typescript makes of /openapi.json type-checks the usual calls",
  async (npx) => {
    const folder = await Deno.makeTempDir();
    const run = async (...args: string[]): Promise<void> => {
      const { code, stdout, stderr } = await new Deno.Command(args[0]!, {
        args: args.slice(1),
        cwd: folder,
      }).output();
      assertEquals(code, 0, new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr));
    };
    try {
      await Deno.writeTextFile(`${folder}/openapi.json`, JSON.stringify(openapi()));
      await Deno.writeTextFile(`${folder}/package.json`, '{ "private": true, "type": "module" }');
      await Deno.writeTextFile(`${folder}/tsconfig.json`, JSON.stringify(CONFIG));
      await Deno.copyFile(
        new URL("usualCalls.ts.txt", import.meta.url),
        `${folder}/usualCalls.ts`,
      );
      const npm = npx.replace(/npx$/, "npm");
      await run(npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", ...TOOLS);
      await run(npx, "--no-install", "openapi-typescript", "openapi.json", "-o", "service.ts");
      await run(npx, "--no-install", "tsc");
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
);
