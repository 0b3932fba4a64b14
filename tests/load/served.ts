import { fileURLToPath } from "node:url";
import { childLines, endChild } from "../helpers/childLines.ts";
import { slowness } from "../helpers/threadTime.ts";
import { within } from "../helpers/within.ts";

const SCRIPT = fileURLToPath(new URL("../../src/cli/serve.ts", import.meta.url));

/** Milliseconds that other requests wait at most: 250, or more on a slow machine. */
export const MOST = 250 * slowness();

/** Service in a separate process whose memory can be measured. */
export interface Running extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
  readonly userid: string;
  /** Tokens of the users given with --user, in order; without --user, of the owner. */
  readonly tokens: readonly string[];
  readonly child: Deno.ChildProcess;
  readonly headers: { authorization: string };
  /** Current memory in bytes. */
  memory(): number;
  /** Peak memory in bytes. */
  peak(): number;
  /** Resets the peak. */
  resetPeak(): void;
}

/** Starts the serve command with a folder or in memory. */
export async function running(args: readonly string[]): Promise<Running> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "-A", SCRIPT, "--port", "0", "--json", "--quiet", ...args],
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const users = Math.max(1, args.filter((arg) => arg === "--user").length);
  const { lines, errors } = await childLines(child, users);
  const printed = lines.map((line) => JSON.parse(line));
  const { url, token, userid } = printed[0];
  const status = (name: string): number => {
    const file = Deno.readTextFileSync(`/proc/${child.pid}/status`);
    return 1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(file)![1]);
  };
  return {
    url,
    token,
    userid,
    tokens: printed.map(({ token }) => token),
    child,
    headers: { authorization: `Bearer ${token}` },
    memory: () => status("VmRSS"),
    peak: () => status("VmHWM"),
    resetPeak: () => Deno.writeTextFileSync(`/proc/${child.pid}/clear_refs`, "5"),
    async [Symbol.asyncDispose]() {
      await endChild(child);
      Deno.stderr.writeSync(new TextEncoder().encode(await errors)); // empty if all went well
    },
  };
}

/** Cost of a request for others. */
export interface Cost<T> {
  readonly result: T;
  /** Longest wait of another request in the meantime, in milliseconds. */
  readonly wait: number;
  /** Number of other requests. */
  readonly probes: number;
  /** Additional memory of the service in bytes. */
  readonly memory: number;
  /** Duration in milliseconds. */
  readonly took: number;
}

/** Runs work while sending small requests, to measure how long they wait. */
export async function costOf<T>(here: Running, work: () => Promise<T>): Promise<Cost<T>> {
  const before = here.memory(), begun = performance.now();
  here.resetPeak();
  let isDone = false, wait = 0, probes = 0;
  const working = work().finally(() => isDone = true);
  while (!isDone) {
    const asked = performance.now();
    const answer = fetch(`${here.url}/user/v1alpha1/info`, { headers: here.headers })
      .then((response) => response.text());
    await within(300, "an answer beside other work", answer);
    wait = Math.max(wait, performance.now() - asked);
    probes++;
    await new Promise((resolve) => setTimeout(resolve, 4));
  }
  const result = await working;
  const took = performance.now() - begun;
  return { result, wait, probes, memory: here.peak() - before, took };
}

/** Body that repeats one block, without holding all of it in memory. */
export interface Repeated {
  readonly block: Uint8Array;
  readonly times: number;
}

/** Sends a request over a separate connection and returns its answer. */
export async function post(
  here: Running,
  path: string,
  { block, times }: Repeated,
  contentType = "application/x-jsonl",
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(here.url);
  using connection = await Deno.connect({ hostname, port: Number(port) });
  const head = `POST ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n` +
    `Authorization: Bearer ${here.token}\r\nContent-Type: ${contentType}\r\n` +
    `Content-Length: ${block.length * times}\r\n\r\n`;
  const reading = new Response(connection.readable).text().catch(() => "");
  const writer = connection.writable.getWriter();
  try {
    await writer.write(new TextEncoder().encode(head));
    for (let i = 0; i < times; i++) await writer.write(block);
  } catch {
    // rejected before everything was sent
  }
  const answer = await reading;
  const end = answer.indexOf("\r\n\r\n");
  return { status: Number(answer.split(" ")[1]), text: answer.slice(end + 4) };
}

/** Repeats a line up to about `bytes` bytes. */
export function lines(line: string, bytes: number): Repeated {
  const perBlock = Math.max(1, Math.floor(262_144 / (line.length + 1)));
  const block = new TextEncoder().encode(`${line}\n`.repeat(perBlock));
  return { block, times: Math.max(1, Math.floor(bytes / block.length)) };
}
