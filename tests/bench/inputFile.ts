import type pl from "nodejs-polars";

/** A file that a step or its peer reads. */
export interface InputFile {
  /** Its path. */
  readonly input: string;
  /** Removes it. */
  readonly close: () => Promise<void>;
}

/** A frame as Parquet, bytes or text in a temporary file. */
export async function inputFile(content: pl.DataFrame | Uint8Array | string): Promise<InputFile> {
  const input = await Deno.makeTempFile();
  if (typeof content === "string") await Deno.writeTextFile(input, content);
  else if (content instanceof Uint8Array) await Deno.writeFile(input, content);
  else content.writeParquet(input);
  return { input, close: () => Deno.remove(input) };
}
