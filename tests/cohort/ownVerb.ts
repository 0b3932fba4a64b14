import type { FrameLike } from "../../src/frame/open.ts";

/** A custom verb that does what its options say, to test what a worker may do. */
export default async function ownVerb(rows: FrameLike, what: string): Promise<FrameLike> {
  switch (what) {
    case "count":
      return [{ rows: (rows as { height: number }).height }];
    case "stop":
      return Deno.exit(0);
    case "kill":
      Deno.kill(Deno.pid, "SIGKILL");
      return [];
    case "slowly":
      await new Promise((resolve) => setTimeout(resolve, 250));
      return rows;
    case "environment":
      return [{ value: Deno.env.get("HOME") }];
    case "network":
      return [{ value: (await fetch("http://127.0.0.1:9999/")).status }];
    case "file":
      return [{ value: Deno.readTextFileSync("/etc/hostname") }];
    case "write":
      Deno.writeTextFileSync("/tmp/written", "x");
      return [];
    default:
      return [{ value: new Deno.Command("true").outputSync().code }];
  }
}
