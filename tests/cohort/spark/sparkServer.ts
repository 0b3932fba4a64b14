import { assert } from "@std/assert";

/** Path of the pyspark for the tests, set by the task `test:spark`. */
const HOME = Deno.env.get("LIFEFRAME_SPARK_HOME");

/** A running Spark Connect server. */
export interface SparkServer extends AsyncDisposable {
  /** `sc://127.0.0.1:PORT`. */
  readonly address: string;
  /** The server's process. */
  readonly pid: number;
  /** Processes of its executors, if they are separate. */
  executors(): number[];
  /** Processes of the workers that currently run. */
  workers(): number[];
}

/** Options of the server. */
export interface SparkServerOptions {
  /** Spark master. @default "local[2]" */
  master?: string;
  /** Required token. @default none */
  token?: string;
}

/**
 * Starts Spark on this machine with a limited heap, on a free port of the loopback, and waits until
 * it answers.
 */
export async function sparkServer(
  { master = "local[2]", token }: SparkServerOptions = {},
): Promise<SparkServer> {
  assert(HOME !== undefined, "LIFEFRAME_SPARK_HOME is not set: run deno task dev test:spark");
  const port = freePort(), folder = await Deno.makeTempDir({ prefix: "spark-" });
  const settings = {
    "spark.connect.grpc.binding.address": "127.0.0.1",
    "spark.connect.grpc.binding.port": String(port),
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.ui.enabled": "false",
    "spark.sql.shuffle.partitions": "4",
    "spark.sql.warehouse.dir": `${folder}/warehouse`,
    "spark.local.dir": `${folder}/spill`,
    "spark.executor.memory": "900m",
    "spark.python.daemon.killWorkerOnFlushFailure": "false",
  };
  const process = new Deno.Command(`${HOME}/bin/spark-submit`, {
    args: [
      "--class",
      "org.apache.spark.sql.connect.service.SparkConnectServer",
      "--master",
      master,
      "--driver-memory",
      master.startsWith("local[") ? "1500m" : "1200m",
      ...Object.entries(settings).flatMap(([name, value]) => ["--conf", `${name}=${value}`]),
      "spark-internal",
    ],
    env: {
      SPARK_HOME: HOME,
      SPARK_LOCAL_IP: "127.0.0.1",
      SPARK_LOG_DIR: folder,
      ...(token === undefined ? {} : { SPARK_CONNECT_AUTHENTICATE_TOKEN: token }),
    },
    cwd: folder,
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const log: string[] = [];
  const logged = (async () => {
    for await (const text of process.stderr.pipeThrough(new TextDecoderStream())) {
      log.push(text);
      if (log.length > 200) log.shift();
    }
  })();
  const stop = async (): Promise<void> => {
    try {
      process.kill("SIGTERM");
    } catch {
      // already exited
    }
    const late = setTimeout(() => process.kill("SIGKILL"), 20_000);
    await process.status;
    clearTimeout(late);
    await logged;
    await Deno.remove(folder, { recursive: true }).catch(() => {});
  };
  let ended = false;
  process.status.then(() => ended = true);
  for (let tries = 0; !(await listens(port)); tries++) {
    if (ended || tries > 600) {
      await stop();
      throw new Error(`Cannot start Spark: it does not listen:\n${log.join("").slice(-3000)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return {
    address: `sc://127.0.0.1:${port}`,
    pid: process.pid,
    executors: () => pidsOf(process.pid, "CoarseGrainedExecutorBackend"),
    workers: () => pidsOf(process.pid, "/worker.ts").filter(isDeno),
    [Symbol.asyncDispose]: stop,
  };
}

/** Kills a process; returns whether it existed. */
export function killProcess(pid: number): boolean {
  try {
    Deno.kill(pid, "SIGKILL");
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

async function listens(port: number): Promise<boolean> {
  try {
    (await Deno.connect({ hostname: "127.0.0.1", port })).close();
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the processes below one whose command line contains a text. Each is asked for its parent:
 * the list of children that Linux keeps skips some while another one ends.
 */
function pidsOf(root: number, text: string): number[] {
  const parents = new Map<number, number>();
  for (const { name } of Deno.readDirSync("/proc")) {
    if (/^\d+$/.test(name)) parents.set(Number(name), parentOf(Number(name)));
  }
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === root || isBelow(parents.get(pid)));
  return [...parents.keys()].filter((pid) =>
    isBelow(parents.get(pid)) && commandOf(pid).includes(text)
  );
}

/** Returns the parent of a process; 0 if it has already exited. */
function parentOf(pid: number): number {
  try { // the name of the program, in parentheses, may contain spaces
    return Number(Deno.readTextFileSync(`/proc/${pid}/stat`).split(") ").at(-1)!.split(" ")[1]);
  } catch {
    return 0;
  }
}

function commandOf(pid: number): string {
  try {
    return Deno.readTextFileSync(`/proc/${pid}/cmdline`);
  } catch {
    return "";
  }
}

/** Returns whether a process is Deno, and not the shell that started it. */
function isDeno(pid: number): boolean {
  return commandOf(pid).split("\0")[0] === Deno.execPath();
}
