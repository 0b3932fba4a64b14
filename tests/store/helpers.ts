import { openStore, type Store } from "../../src/store/openStore.ts";
import type { NewRecord } from "../../src/store/uploads.ts";

export const USER = "00000000-0000-4000-8000-000000000001";
export const EVER = { start: -62_135_596_800_000_000n, end: 253_402_300_800_000_000n };

/** Creates a record from `start` to `end` in microseconds, with overridden fields. */
export function record(start: bigint, end = start, more: Partial<NewRecord> = {}): NewRecord {
  return { id: undefined, start, end, value: 1, origin: null, extra: null, ...more };
}

/** Runs a test on a store in memory and on a store in a file. */
export function onBothStores(
  name: string,
  test: (store: Store, path: string | undefined) => Promise<void>,
): void {
  for (const kind of ["memory", "a file"]) {
    Deno.test(`${name} (in ${kind})`, async () => {
      const folder = kind === "memory" ? undefined : await Deno.makeTempDir();
      const path = folder && `${folder}/store.sqlite`;
      const store = openStore({ path });
      try {
        await store.users.ensure(USER);
        await test(store, path);
      } finally {
        await store.close();
        if (folder !== undefined) await Deno.remove(folder, { recursive: true });
      }
    });
  }
}
