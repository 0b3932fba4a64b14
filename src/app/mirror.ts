import { inCell } from "../options/callSignal.ts";
import type { Client } from "../client/client.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { loadLate } from "../options/loadLate.ts";
import type { Progress } from "../progress/progress.ts";
import { progressBar } from "../progress/progressBar.ts";
import type { Local, LocalLimits, LocalOptions } from "./local.ts";
import { guideMe } from "./guide/guideMe.ts";
import { openLocal } from "./local.ts";
import type { Store } from "../store/openStore.ts";
import type { WatchOptions } from "./records/watch.ts";
import type { MirroredType } from "./mirror/syncMirror.ts";

/** Options of {@linkcode mirror}. */
export interface MirrorOptions extends Omit<LocalOptions, "sourcePriority"> {
  /** Stops copying; what was copied stays, and the next call resumes there. */
  signal?: AbortSignal | undefined;
  /** Called with the progress. @default `show.progressBar()` */
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** A client of a copy, which can be closed. */
export type Mirror = Local & {
  /** Result of this call, a row per data type with changes. */
  readonly mirrored: readonly MirroredType[];
  /**
   * Keeps the copy up to date: watches the service as `me.watch` does, and copies what is new.
   *
   * @returns an async iterator with a row per data type with changes, once for each update
   */
  follow(options?: WatchOptions): AsyncGenerator<readonly MirroredType[], never, void>;
};

const OPTIONS = optionNames<MirrorOptions>()("data tz units now signal onProgress");
const ACTION = "mirror";

/**
 * Copies your data from a service into a folder of your own and returns a client of the copy. Every
 * method and question answers like the service, without using it. The first call reads everything,
 * newest first. Each later call asks the service what it has processed since then (`/updates`), and
 * reads only that. An interrupted copy resumes where it stopped.
 *
 * The copy is read-only: writing to it is rejected with the address of the service. If the service
 * is not available, `local({ data })` opens the copy as is. The folder contains no token.
 *
 * @param me A client of the service: the result of `connect`.
 * @throws {TypeError} if an option does not exist, or the first argument is not a client
 * @throws {RangeError} if the folder contains other data, or a mirror of another service
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

/**
 * Copies data and returns the client of the copy.
 *
 * @param limits Makes a client that may do less than the owner. @default the owner's client
 */
export async function makeMirror(
  me: Client,
  options: MirrorOptions,
  limits?: LocalLimits,
): Promise<Mirror> {
  checkOptions(ACTION, options, OPTIONS);
  const { signal, onProgress = progressBar(), ...local } = options;
  const { syncMirror } = await loadLate<typeof import("./mirror/syncMirror.ts")>(
    "./mirror/syncMirror.ts",
    import.meta,
  );
  let mirrored: readonly MirroredType[] = [];
  let opened: Store | undefined;
  const copy = await openLocal(ACTION, { ...local, tz: local.tz ?? me?.tz }, async (store) => {
    opened = store;
    mirrored = await syncMirror(me, { store, onProgress, signal });
  }, limits);
  async function* follow(
    options?: WatchOptions,
  ): AsyncGenerator<readonly MirroredType[], never, void> {
    const { watch } = await loadLate<typeof import("./records/watch.ts")>(
      "./records/watch.ts",
      import.meta,
    );
    for await (const _ of watch(me, options)) {
      const { signal } = options ?? {};
      yield await syncMirror(me, { store: opened!, onProgress, signal });
    }
    throw new Error("Cannot follow the service: watching never ends by itself");
  }
  return guideMe({ ...copy, mirrored, follow });
}
