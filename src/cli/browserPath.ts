import process from "node:process";
import { findBrowser } from "../app/page/findBrowser.ts";

/**
 * Run as a program, it prints where the browser lies that `deno task report --out x.pdf` may start: or
 * a path that is nowhere, since a permission without a path would be one for all programs.
 */
if (import.meta.main) {
  const found = await findBrowser(process.env) ?? "/no-browser-is-installed";
  Deno.stdout.writeSync(new TextEncoder().encode(found));
}
