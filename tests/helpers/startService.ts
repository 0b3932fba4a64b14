import { childLines, endChild } from "./childLines.ts";

/** `task serve` in a separate process, which is stopped at the end. */
export interface StartedService extends AsyncDisposable {
  /** Its address. */
  readonly url: string;
  /** Token of its owner. */
  readonly token: string;
  /** User id of the owner. */
  readonly userid: string;
}

/**
 * Starts `task serve` on a free port, like a user, and waits until it is ready.
 *
 * @param args Additional options, `["--sample"]`. Data is only stored if they say so.
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
      Deno.stderr.writeSync(new TextEncoder().encode(await errors)); // empty if all went well
    },
  };
}
