import { closeSync, openSync } from "node:fs";
import { hasCode } from "../options/runtime.ts";
import type { ReadAnnotation } from "../schema/annotations.ts";
import type { OwnType } from "../schema/catalog.ts";
import type { StoredCustomInput } from "../schema/customInputs.ts";
import type { StoredReflection } from "../schema/reflections.ts";
import { Access } from "./sqlite/access.ts";
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

/** How a store is opened. */
export interface OpenStoreOptions {
  /** The database file, made if there is none, readable by its owner alone. @default none: in memory */
  path?: string | undefined;
  /**
   * Whether the file is this store's alone and may be lost with the process: nothing is synced, and it
   * may be removed from its folder while the store is open, where the system allows that. @default false
   */
  scratch?: boolean | undefined;
  /** Called with how many rows each query gave: what work reads can be counted. @default nothing */
  onRead?: ((rows: number) => void) | undefined;
  /** Tells the present moment. @default the system's clock */
  clock?: Clock | undefined;
  /** Rows that are read before other work may run; a test reads them one by one. @default as the reader's are cheap */
  pageSize?: number | undefined;
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
  readonly records: Pick<RecordTable, "pages">;
  /** Single records, found by when they start. */
  readonly recordEdges: Pick<RecordEdges, "earliest" | "latest" | "extent">;
  /** What there is and what changed. */
  readonly changes: Changes;
  /** How records get into the store. */
  readonly uploads: Uploads;
  /** Imports of files. */
  readonly imports: Imports;
  /** What users mark things with. */
  readonly tags: Tags;
  /** What users note down, by kind. */
  readonly annotations: Documents<ReadAnnotation>;
  /** Data types of users' own; the body says which base type. */
  readonly dataTypes: Documents<OwnType>;
  /** Questions asked at regular times. */
  readonly reflections: Documents<StoredReflection>;
  /** Addresses that take records. */
  readonly customInputs: Documents<StoredCustomInput>;
  /** Named tokens for scripts. */
  readonly sessions: Sessions;
  /** Counts a user's data. */
  totals(userid: string): Promise<StoredTotals>;
  /** Versions of files. */
  readonly files: Files;
  /** Contents of files. */
  readonly contents: Contents;
  /** Who may read what. */
  readonly shares: Shares;
  /** Who has read what through a share. */
  readonly shareReads: ShareReads;
  /** Groups of users. */
  readonly groups: Groups;
  /** Which users are copies of what services hold. */
  readonly mirrors: Mirrors;
  /** Devices that ask to act for a user. */
  readonly deviceCodes: DeviceCodes;
  /** How devices stay signed in. */
  readonly refreshTokens: RefreshTokens;
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

/** Makes the file, so that SQLite finds it with the rights that its own files beside it will share. */
function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if (hasCode(error, "EEXIST")) return;
    if ((error as Error).name === "NotCapable") throw error;
    throw new Error(`Cannot open the store ${path}: ${(error as Error).message}`, { cause: error });
  }
}
