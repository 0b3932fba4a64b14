import { childLines, endChild } from "./childLines.ts";

/** A `task serve` in a process of its own; it is stopped in the end. */
export interface StartedService extends AsyncDisposable {
  /** Its address. */
  readonly url: string;
  /** A token of its owner. */
  readonly token: string;
  /** The owner. */
  readonly userid: string;
}

/**
 * Starts `task serve` on a free port, as a user would, and waits until it can be used.
 *
 * @param args More of its options, `["--sample"]`; nothing is kept unless they say so.
 */
export async function startService(args: readonly string[] = []): Promise<StartedService> {
  const kept = args.includes("--data") ? [] : ["--memory"];
  const child = new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", "serve", "--port", "0", "--json", "--quiet", ...kept, ...args],
    cwd: new URL("../../", import.meta.url),
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const { lines, errors } = await childLines(child, 1);
  const { url, token, userid } = JSON.parse(lines[0]!);
  return {
    url,
    token,
    userid,
    async [Symbol.asyncDispose]() {
      await endChild(child);
      Deno.stderr.writeSync(new TextEncoder().encode(await errors)); // nothing, where all went well
    },
  };
}
