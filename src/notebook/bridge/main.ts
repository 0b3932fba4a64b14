/**
 * The kernel "Deno (lifeframe)": `main.ts CONNECTION_FILE`, as Jupyter starts it.
 * @module
 */
import { Bridge } from "./bridge.ts";
import { readConnectionFile } from "./connectionFile.ts";

/** How often this process looks whether Jupyter still runs, in milliseconds. */
const PARENT_PERIOD = 500;

const file = Deno.args[0]!;
const id = /kernel-([\w-]+)\.json$/.exec(file)?.[1] ?? ""; // as Jupyter's server names the file
const bridge = new Bridge(await readConnectionFile(file), id);
// A stop from a terminal goes to the whole group, so the kernel has it already.
Deno.addSignalListener("SIGINT", () => {});
if (Deno.build.os !== "windows") Deno.addSignalListener("SIGTERM", () => void bridge.shutdown());
const parent = Deno.ppid;
setInterval(() => Deno.ppid === parent || void bridge.shutdown(), PARENT_PERIOD);
Deno.exit(await bridge.ended);
