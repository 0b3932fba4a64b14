import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import type { Client } from "../../client/client.ts";
import { VERSION } from "../../options/version.ts";

/** The name of the file that says what an export holds, and that it is one. */
export const MANIFEST = "manifest.json";

/** A file of an export. */
export interface ExportedFile {
  /** Its path in the folder. */
  readonly path: string;
  /** What it holds: a data type's name, or what the rest is called. */
  readonly holds: string;
  /** Rows of a table, lines of JSON; undefined of a file's content. */
  readonly rows?: number;
  /** Its length. */
  readonly bytes: number;
  /** The SHA-256 of its bytes, in hexadecimal digits. */
  readonly sha256: string;
}

/** What an export holds. */
export interface Manifest {
  /** That it is one, and of which form. */
  readonly format: "lifeframe export 1";
  /** The version that has written it. */
  readonly lifeframe: string;
  /** When, in ISO 8601. */
  readonly exported_at: string;
  /** Whose it is. */
  readonly svc_userid: string;
  /** The zone in which months begin. */
  readonly zone: string;
  /** Records by data type. */
  readonly records: { readonly [dataType: string]: number };
  /** Its files. */
  readonly files: readonly ExportedFile[];
}

/** A folder into which an export is written, file by file. */
export class ExportFolder {
  readonly #root: string;
  readonly #files: ExportedFile[] = [];

  /** Over a folder that is there. */
  constructor(root: string) {
    this.#root = root;
  }

  /** Writes a file, whose path is made of parts; what of them is no name of a file becomes `_`. */
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

  /** Writes what it holds. */
  async finish(client: Client): Promise<Manifest> {
    const records: Record<string, number> = {};
    for (const { path, holds, rows = 0 } of this.#files) {
      if (path.startsWith("records/")) records[holds] = (records[holds] ?? 0) + rows;
    }
    const manifest: Manifest = {
      format: "lifeframe export 1",
      lifeframe: VERSION,
      exported_at: client.now().toString(),
      svc_userid: await client.userid(),
      zone: client.tz ?? "UTC",
      records,
      files: this.#files,
    };
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    await writeFile(`${this.#root}/${MANIFEST}`, text, { mode: 0o600 });
    return manifest;
  }
}

/** A name that every system takes for one of a file in the folder, and of no other. */
function safeName(name: string): string {
  const safe = name.replaceAll(/[^\p{L}\p{N}._-]/gu, "_").slice(-120);
  return /^\.+$/.test(safe) || safe === "" ? "_" : safe;
}
