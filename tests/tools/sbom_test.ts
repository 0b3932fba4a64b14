import { assert, assertEquals } from "@std/assert";
import { sbom } from "../../tools/sbom.ts";

const ROOT = new URL("../../", import.meta.url);

interface Bom {
  readonly components: readonly {
    "bom-ref": string;
    name: string;
    version: string;
    hashes: readonly { alg: string; content: string }[];
    licenses?: readonly unknown[];
  }[];
  readonly dependencies: readonly { ref: string; dependsOn: readonly string[] }[];
}

const read = async (path: string): Promise<string> => await Deno.readTextFile(new URL(path, ROOT));

Deno.test("docs/sbom.json is the bill of materials of deno.lock", async () => {
  const text = `${JSON.stringify(await sbom(), null, 2)}\n`;
  if (Deno.env.get("LIFEFRAME_UPDATE_README") === "1") {
    await Deno.writeTextFile(new URL("docs/sbom.json", ROOT), text);
  }
  assertEquals(await read("docs/sbom.json"), text, "run deno task dev sbom --update");
});

Deno.test("the bill of materials has every package of deno.lock, with its checksum and licence", async () => {
  const { components, dependencies } = await sbom() as unknown as Bom;
  const { npm } = JSON.parse(await read("deno.lock"));
  const locked = Object.entries(npm as Record<string, { integrity?: string }>);
  assertEquals(components.length, locked.length);
  const refs = new Set(components.map((each) => each["bom-ref"]));
  assertEquals(refs.size, components.length);
  for (const [id, { integrity = "" }] of locked) {
    const found = components.find(({ name, version }) => id.split("_")[0] === `${name}@${version}`);
    assert(found !== undefined, id);
    const { alg, content } = found.hashes[0]!;
    assertEquals(alg, "SHA-512");
    assertEquals(`sha512-${btoa(String.fromCharCode(...Uint8Array.fromHex(content)))}`, integrity);
  }
  for (const { dependsOn } of dependencies) {
    for (const ref of dependsOn) assert(refs.has(ref), ref);
  }
  assertEquals(dependencies.length, components.length + 1);
});

Deno.test("deno.json and the CI use exact versions", async () => {
  const { imports } = JSON.parse(await read("deno.json")) as { imports: Record<string, string> };
  const open = Object.values(imports).filter((each) =>
    each.startsWith("npm:") && !/@\d+\.\d+\.\d+(?:\/|$)/.test(each)
  );
  assertEquals(open, []);
  const commands = Array.from(
    (await read(".ci/run")).matchAll(/(?:npx|npm|pip).*$/gm),
    ([line]) => line,
  );
  const packages = commands.flatMap((line) => line.match(/[\w-]+(?:@|==)[\w.]+/g) ?? []);
  assert(packages.length > 0);
  for (const each of packages) assert(/(?:@|==)\d+\.\d+\.\d+$/.test(each), each);
});
