/**
 * Prints the folders of PATH with commas between: what a task may read whose test looks whether a
 * program is installed.
 * @module
 */
import { delimiter } from "node:path";

const folders = (Deno.env.get("PATH") ?? "").split(delimiter).filter((folder) => folder !== "");
Deno.stdout.writeSync(new TextEncoder().encode(folders.join(",")));
