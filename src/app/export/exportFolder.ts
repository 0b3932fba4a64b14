import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import type { Client } from "../../client/client.ts";
import { VERSION } from "../../options/version.ts";

/** Name of the file that lists the content of an export and identifies it. */
export const MANIFEST = "manifest.json";

/** A file of an export. */
export interface ExportedFile {
  /** Path in the folder. */
  readonly path: string;
  /** Content: the name of a data type, or another name. */
  readonly holds: string;
  /** Rows of a table or lines of JSON; `undefined` for the content of a file. */
  readonly rows?: number;
  /** Length in bytes. */
  readonly bytes: number;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly sha256: string;
}

/** Content of an export. */
export interface Manifest {
  /** Format of the export. */
  readonly format: "lifeframe export 1";
  /** Version that wrote the export. */
  readonly lifeframe: string;
  /** Time of the export, in ISO 8601. */
  readonly exported_at: string;
  /** Owner of the data. */
  readonly svc_userid: string;
  /** Zone in which months begin. */
  readonly zone: string;
  /** Number of records by data type. */
  readonly records: { readonly [dataType: string]: number };
  /** Files of the export. */
  readonly files: readonly ExportedFile[];
}

/** A folder that an export is written to, file by file. */
export class ExportFolder {
  readonly #root: string;
  readonly #files: ExportedFile[] = [];

  /** Opens an existing folder. */
  constructor(root: string) {
    this.#root = root;
  }

  /**
   * Writes a file. Its path consists of parts; characters that are not allowed in a name become
   * `_`.
   */
  async write(
    parts: readonly string[],
    content: string | Uint8Array,
    file: Pick<ExportedFile, "holds" | "rows">,
  ): Promise<void> {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const path = parts.map(safeName).join("/");
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    if (folder !== "") await mkdir(`${this.#root}/${folder}`, { recursive: true });
    await writeFile(`${this.#root}/${path}`, bytes, { flag: "wx", mode: 0o600 });
    this.#files.push({
      path,
      ...file,
      bytes: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
    });
  }

  /** Writes a list as JSON lines. */
  async writeLines(name: string, list: readonly unknown[]): Promise<void> {
    const text = list.map((item) => `${JSON.stringify(item)}\n`).join("");
    await this.write([`${name}.jsonl`], text, { holds: name, rows: list.length });
  }

  /** Writes the manifest; `tz` is the zone of the months. */
  async finish(client: Client, tz: string): Promise<Manifest> {
    const records: Record<string, number> = {};
    for (const { path, holds, rows = 0 } of this.#files) {
      if (path.startsWith("records/")) records[holds] = (records[holds] ?? 0) + rows;
    }
    const manifest: Manifest = {
      format: "lifeframe export 1",
      lifeframe: VERSION,
      exported_at: client.now().toString(),
      svc_userid: await client.userid(),
      zone: tz,
      records,
      files: this.#files,
    };
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    await writeFile(`${this.#root}/${MANIFEST}`, text, { mode: 0o600 });
    return manifest;
  }
}

/** Returns a name that every system accepts as the name of one file in the folder. */
function safeName(name: string): string {
  const safe = name.replaceAll(/[^\p{L}\p{N}._-]/gu, "_").slice(-120);
  return /^\.+$/.test(safe) || safe === "" ? "_" : safe;
}
