// Prints the rows of Arrow that a child process decodes: `isolatedRead.ts BASE64`.
// deno-lint-ignore-file no-console -- a program that prints
import { read } from "../../mod.ts";

try {
  const frame = await read.arrow(Uint8Array.fromBase64(Deno.args[0]!), { isolate: true });
  console.log(frame.getColumn("a").len());
} catch (error) {
  console.log((error as Error).message);
}
