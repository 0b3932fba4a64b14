import { columnsOf } from "../../../src/frame/polars/columnsOf.ts";
import type { Frame } from "../../../src/frame/polars/frame.ts";
import { type Row, toRows } from "../../../src/frame/polars/rows.ts";
import { inBlob, isZip } from "../../../src/read/zip/fileSource.ts";
import { openZip } from "../../../src/read/zip/openZip.ts";
import { zipOf } from "../healthFile.ts";

/** Returns the rows of a frame of an export; `[]` if the export does not have this frame. */
export function rows(frame: Frame | undefined): Row[] {
  return frame === undefined ? [] : toRows(columnsOf(frame));
}

/** The values of a frame of an export. */
export function values(frame: Frame | undefined): unknown[] {
  return rows(frame).map(({ value }) => value);
}

/** A file of text. */
export function file(name: string, text: string): File {
  return new File([text], name);
}

/** Files of an export by path, for a folder or a zip file. */
export type ExportFixture = Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>;

/** The files in a zip file. */
export function zipped(files: ExportFixture): Uint8Array<ArrayBuffer> {
  return zipOf(Object.entries(files).map(([name, content]) => ({ name, content })));
}

/** Returns the files of a zip file by their paths; another file by its name. */
export async function unzipped(file: File): Promise<Record<string, Uint8Array<ArrayBuffer>>> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!isZip(bytes)) return { [file.name]: bytes };
  const files: Record<string, Uint8Array<ArrayBuffer>> = {};
  for (const entry of await openZip(inBlob(file), "read the example")) {
    const pieces = await Array.fromAsync(entry.content());
    files[entry.name] = new Uint8Array(await new Blob(pieces).arrayBuffer());
  }
  return files;
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
