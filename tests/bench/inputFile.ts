import type pl from "nodejs-polars";

/** File that a step or its peer reads. */
export interface InputFile {
  /** Path of the file. */
  readonly input: string;
  /** Removes the file. */
  readonly close: () => Promise<void>;
}

/** Writes a frame as Parquet, or bytes or text, to a temporary file. */
export async function inputFile(content: pl.DataFrame | Uint8Array | string): Promise<InputFile> {
  const input = await Deno.makeTempFile();
  if (typeof content === "string") await Deno.writeTextFile(input, content);
  else if (content instanceof Uint8Array) await Deno.writeFile(input, content);
  else content.writeParquet(input);
  return { input, close: () => Deno.remove(input) };
}
