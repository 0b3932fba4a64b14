import { inCell } from "../options/callSignal.ts";
import type { Client } from "../client/client.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { loadLate } from "../options/loadLate.ts";
import type { Progress } from "../progress/progress.ts";
import { progressBar } from "../progress/progressBar.ts";
import type { Local, LocalOptions } from "./local.ts";
import { guideMe } from "./guide/guideMe.ts";
import { openLocal } from "./local.ts";
import type { MirroredType } from "./mirror/syncMirror.ts";

/** Where the copy is kept, and who is told how far it is. */
export interface MirrorOptions extends Omit<LocalOptions, "sourcePriority"> {
  /** Ends it: what was copied stays, and the next time goes on from there. */
  signal?: AbortSignal | undefined;
  /** Called with how far it is. @default `show.progressBar()` */
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** A client of a copy, which can be closed. */
export type Mirror = Local & {
  /** What was copied this time, a row for each data type in which something was new. */
  readonly mirrored: readonly MirroredType[];
};

const OPTIONS = optionNames<MirrorOptions>()("data tz units now signal onProgress");
const ACTION = "mirror";

/**
 * Keeps a copy of what a service holds of you in a folder of your own, and gives a client of it: every
 * method and question answers as the service would have, without it. The first time reads everything,
 * the newest first; each further time asks the service once what it has processed since (`/updates`),
 * and reads that. What is interrupted goes on where it stopped.
 *
 * The copy is read-only: what is written to it is rejected, with the address of the service. When the
 * service is not there, `local({ data })` opens the copy as it is. The folder holds no token.
 *
 * @param me A client of the service: what `connect` gave.
 * @throws {TypeError} if an option does not exist, or the first argument is no client
 * @throws {RangeError} if the folder holds data of its own, or a mirror of another service
 * @throws {ApiError} if the service fails; what was copied by then stays
 *
 * @example A copy that answers without the service
 * ```ts
 * import { demo, mirror } from "@lifeframe/lifeframe";
 * import { assert, assertEquals } from "@std/assert";
 *
 * const service = await demo({ days: 2 });
 * await using copy = await mirror(service, { now: () => service.now() });
 * const day = copy.range.lastDays(1);
 * const there = await service.api.metrics.samples({ metric: "HeartRate", ...day });
 * const here = await copy.api.metrics.samples({ metric: "HeartRate", ...day });
 * assert(there.frameEqual(here));
 * assertEquals(copy.mirrored.find(({ data_type }) => data_type === "HeartRate")?.deleted, 0);
 * ```
 */
export function mirror(me: Client, options: MirrorOptions = {}): Promise<Mirror> {
  return inCell(() => makeMirror(me, options));
}

async function makeMirror(me: Client, options: MirrorOptions): Promise<Mirror> {
  checkOptions(ACTION, options, OPTIONS);
  const { signal, onProgress = progressBar(), ...local } = options;
  const { syncMirror } = await loadLate<typeof import("./mirror/syncMirror.ts")>(
    "./mirror/syncMirror.ts",
    import.meta,
  );
  let mirrored: readonly MirroredType[] = [];
  const copy = await openLocal(ACTION, { ...local, tz: local.tz ?? me?.tz }, async (store) => {
    mirrored = await syncMirror(me, { store, onProgress, signal });
  });
  return guideMe({ ...copy, mirrored });
}
