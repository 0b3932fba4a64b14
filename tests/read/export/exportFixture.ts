import { zipOf } from "../healthFile.ts";

/** Files of an export by their paths, as a user has them unpacked or in a zip file. */
export type ExportFixture = Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>;

/** The files in a zip file. */
export function zipped(files: ExportFixture): Uint8Array<ArrayBuffer> {
  return zipOf(Object.entries(files).map(([name, content]) => ({ name, content })));
}

/** The files in a folder, which is removed after `use`. */
export async function inFolder<T>(
  files: ExportFixture,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await Deno.makeTempDir();
  try {
    for (const [name, content] of Object.entries(files)) {
      await Deno.mkdir(`${folder}/${name}`.replace(/\/[^/]*$/, ""), { recursive: true });
      await Deno.writeFile(
        `${folder}/${name}`,
        typeof content === "string" ? new TextEncoder().encode(content) : content,
      );
    }
    return await use(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
