import { closeSync, openSync } from "node:fs";
import { hasCode } from "../options/runtime.ts";
import type { ReadAnnotation } from "../schema/annotations.ts";
import type { OwnType } from "../schema/catalog.ts";
import type { StoredCustomInput } from "../schema/customInputs.ts";
import type { StoredReflection } from "../schema/reflections.ts";
import { Access } from "./sqlite/access.ts";
import { storeError } from "./sqlite/storeError.ts";
import { Changes } from "./changes.ts";
import type { Clock } from "./sqlite/clock.ts";
import { Contents } from "./contents.ts";
import { Files } from "./files.ts";
import { Groups } from "./groups.ts";
import { Imports } from "./imports.ts";
import { DeviceCodes } from "./deviceCodes.ts";
import { Documents } from "./documents.ts";
import { Mirrors } from "./mirrors.ts";
import { RecordEdges } from "./recordEdges.ts";
import { RecordTable } from "./records.ts";
import { RefreshTokens } from "./refreshTokens.ts";
import { SampleTable } from "./samples.ts";
import { Sessions } from "./sessions.ts";
import { ShareReads } from "./shareReads.ts";
import { Shares } from "./shares.ts";
import { Sources } from "./sources.ts";
import { Tags } from "./tags.ts";
import { type StoredTotals, totalsOf } from "./totals.ts";
import { Uploads } from "./uploads.ts";
import { Users } from "./users.ts";

/** Options for opening a store. */
export interface OpenStoreOptions {
  /** Database file, created if missing, readable only by its owner. @default in memory */
  path?: string | undefined;
  /**
   * Discards the file with the process; no other process may use it. Nothing is synced, and the
   * file may be removed while the store is open, if the system allows it. @default false
   */
  scratch?: boolean | undefined;
  /** Called with the number of rows of each query, to count reads. @default nothing */
  onRead?: ((rows: number) => void) | undefined;
  /** Returns the current time. @default the system's clock */
  clock?: Clock | undefined;
  /** Rows read before other work may run; tests set 1. @default what suits each reader */
  pageSize?: number | undefined;
}

/** All data that the embedded service stores, one member per noun. */
export interface Store {
  /** Returns the current time. */
  readonly clock: Clock;
  readonly users: Users;
  /** Sources of records. */
  readonly sources: Sources;
  /** Metric samples as columns. */
  readonly samples: SampleTable;
  /** Complete records of metrics and events. */
  readonly records: Pick<RecordTable, "pages">;
  /** First and last records by their start. */
  readonly recordEdges: Pick<RecordEdges, "earliest" | "latest" | "extent">;
  /** Counts of records, and changes. */
  readonly changes: Changes;
  /** Writes and deletes records. */
  readonly uploads: Uploads;
  /** Imports of files. */
  readonly imports: Imports;
  readonly tags: Tags;
  /** Annotations by kind. */
  readonly annotations: Documents<ReadAnnotation>;
  /** Data types that users defined; the body names the base type. */
  readonly dataTypes: Documents<OwnType>;
  /** Questions that the user answers at regular times. */
  readonly reflections: Documents<StoredReflection>;
  /** Addresses that accept records. */
  readonly customInputs: Documents<StoredCustomInput>;
  /** Named tokens for scripts. */
  readonly sessions: Sessions;
  /** Counts a user's data. */
  totals(userid: string): Promise<StoredTotals>;
  /** Versions of files. */
  readonly files: Files;
  /** Contents of files. */
  readonly contents: Contents;
  /** Shares and their permissions. */
  readonly shares: Shares;
  /** Log of reads through shares. */
  readonly shareReads: ShareReads;
  readonly groups: Groups;
  /** Users whose data is a copy of a service's. */
  readonly mirrors: Mirrors;
  /** Requests of devices to act for a user. */
  readonly deviceCodes: DeviceCodes;
  /** Tokens that keep devices signed in. */
  readonly refreshTokens: RefreshTokens;
  /** Closes the store after pending work. */
  close(): Promise<void>;
}

/**
 * Opens a store. What `uploads.add` has stored survives a crash of the process and, if the disk
 * honours syncs, of the machine.
 *
 * @throws {RangeError} if a newer version wrote the file
 */
export function openStore(options: OpenStoreOptions = {}): Store {
  const { path, clock = () => Temporal.Now.instant() } = options;
  const pageSize = options.pageSize === undefined ? undefined : BigInt(options.pageSize);
  if (path !== undefined) makePrivate(path);
  const access = new Access(path, { scratch: options.scratch ?? false, onRead: options.onRead });
  const uploads = new Uploads(access, clock);
  return {
    clock,
    users: new Users(access, clock),
    sources: new Sources(access),
    samples: new SampleTable(access, pageSize),
    records: new RecordTable(access, pageSize),
    recordEdges: new RecordEdges(access),
    changes: new Changes(access, pageSize),
    uploads,
    imports: new Imports(access, clock, uploads),
    mirrors: new Mirrors(access, uploads),
    tags: new Tags(access),
    annotations: new Documents(access, clock, "annotation"),
    dataTypes: new Documents(access, clock, "data_type"),
    reflections: new Documents(access, clock, "reflection"),
    customInputs: new Documents(access, clock, "custom_input"),
    sessions: new Sessions(access, clock),
    totals: (userid) => totalsOf(access, userid),
    files: new Files(access, clock),
    contents: new Contents(access, clock),
    shares: new Shares(access, clock),
    shareReads: new ShareReads(access),
    groups: new Groups(access, clock),
    deviceCodes: new DeviceCodes(access, clock),
    refreshTokens: new RefreshTokens(access, clock),
    close: () => access.close(),
  };
}

/** Creates the file with the permissions that SQLite copies to its log files. */
function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if (hasCode(error, "EEXIST")) return;
    throw storeError(`open the store ${path}`, path, error);
  }
}
