/**
 * The kernel "Deno (lifeframe)": `main.ts CONNECTION_FILE`, as Jupyter starts it.
 * @module
 */
import { Bridge } from "./bridge.ts";
import { readConnectionFile } from "./connectionFile.ts";

/** Interval between checks that Jupyter still runs, in milliseconds. */
const PARENT_PERIOD = 500;

const file = Deno.args[0]!;
const id = /kernel-([\w-]+)\.json$/.exec(file)?.[1] ?? ""; // as Jupyter's server names the file
const bridge = new Bridge(await readConnectionFile(file), id);
// An interrupt from a terminal goes to the whole group, so the kernel has already received it.
Deno.addSignalListener("SIGINT", () => {});
if (Deno.build.os !== "windows") Deno.addSignalListener("SIGTERM", () => void bridge.shutdown());
const parent = Deno.ppid;
setInterval(() => Deno.ppid === parent || void bridge.shutdown(), PARENT_PERIOD);
Deno.exit(await bridge.ended);
