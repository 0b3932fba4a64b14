import { Access } from "./access.ts";
import type { Clock } from "./clock.ts";
import { RecordTable } from "./records.ts";
import { SampleTable } from "./samples.ts";
import { Sources } from "./sources.ts";
import { Uploads } from "./uploads.ts";
import { Users } from "./users.ts";

/** How a store is opened. */
export interface OpenStoreOptions {
  /** The database file, made if there is none, readable by its owner alone. @default none: in memory */
  path?: string | undefined;
  /** Tells the present moment. @default the system's clock */
  clock?: Clock | undefined;
}

/** Everything that the embedded service keeps, a noun each. */
export interface Store {
  /** Tells the present moment. */
  readonly clock: Clock;
  /** Who has an account. */
  readonly users: Users;
  /** Where records come from. */
  readonly sources: Sources;
  /** Metric samples as columns. */
  readonly samples: SampleTable;
  /** Records of metrics and events with all that they hold. */
  readonly records: RecordTable;
  /** How records get into the store. */
  readonly uploads: Uploads;
  /** Closes the store when the work under way is done. */
  close(): Promise<void>;
}

/**
 * Opens a store. What a call of `uploads.add` has kept survives the sudden end of the process and,
 * as far as the disk is honest, of the machine.
 *
 * @throws {RangeError} if a newer version has written the file
 */
export function openStore(options: OpenStoreOptions = {}): Store {
  const { path, clock = () => Temporal.Now.instant() } = options;
  if (path !== undefined) makePrivate(path);
  const access = new Access(path);
  return {
    clock,
    users: new Users(access, clock),
    sources: new Sources(access),
    samples: new SampleTable(access),
    records: new RecordTable(access),
    uploads: new Uploads(access, clock),
    close: () => access.close(),
  };
}

/** Makes the file, so that SQLite finds it with the rights that its own files beside it will share. */
function makePrivate(path: string): void {
  try {
    Deno.openSync(path, { write: true, createNew: true, mode: 0o600 }).close();
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  }
}
