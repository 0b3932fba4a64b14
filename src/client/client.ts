import type { UnitSystem } from "./connectOptions.ts";
import type { FrameLike } from "../frame/open.ts";
import type { FileVersion } from "../schema/files.ts";
import type { Ingested, IngestOptions } from "./ingestRecords.ts";
import type { DescribeTypeOptions, TypeDescription } from "./describeType.ts";
import type { GroupPeopleOptions, GroupPerson } from "./groupPeople.ts";
import type { Nouns } from "./nouns.ts";
import type { OwnRanges } from "./ownRanges.ts";
import type { Content, UploadOptions } from "./uploadFile.ts";

/** Methods for records, in addition to the operations of the interface. */
export interface IngestMethods {
  /**
   * Stores records of a type: an array of objects, a frame or an Arrow table. They are sent in
   * order, in batches of JSON lines, one request per batch. A batch is stored completely or not at
   * all.
   *
   * A record without an `id` gets one derived from its time, user, type and content. Records that
   * are sent again are therefore stored once, and a batch with a lost response is retried. A record
   * without a time counts as now, so it is new in each call.
   *
   * @example Store two records
   * ```ts
   * import { connect } from "@lifeframe/lifeframe";
   * import { assertEquals } from "@std/assert";
   *
   * const sent: string[] = [];
   * const client = connect({
   *   baseUrl: "http://localhost",
   *   token: "a-token",
   *   userid: "1b1d64b0-9c43-4f0c-a7a3-2f2d2c4f5a10",
   *   fetch: async (request) => {
   *     sent.push(...(await request.text()).trim().split("\n"));
   *     return Response.json({ upload_id: "2f4ca7a0-77b6-4d0b-9d2f-4f3f5b1f2a10" }, { status: 201 });
   *   },
   * });
   * await client.api.ingest.records("HeartRate", [
   *   { start_time: "2024-01-01T12:00:00Z", value: 60 },
   *   { start_time: "2024-01-01T12:01:00Z", value: 62 },
   * ]);
   * assertEquals(sent.length, 2);
   * ```
   */
  records(dataType: string, records: FrameLike, options?: IngestOptions): Promise<Ingested>;
}

/** Methods for files, in addition to the operations of the interface. */
export interface FileMethods {
  /**
   * Uploads a file under a full name such as `/notes/today.md`. It announces the file, sends the
   * content to the returned address, and returns what the service then knows about the file.
   *
   * @example Upload a note
   * ```ts
   * import { connect } from "@lifeframe/lifeframe";
   * import { assertEquals } from "@std/assert";
   *
   * const file = { id: "1", name: "today.md", path: "/notes", size: 5, state: "created" };
   * let content = "";
   * const client = connect({
   *   baseUrl: "http://localhost",
   *   token: "a-token",
   *   fetch: async (request) => {
   *     const { pathname } = new URL(request.url);
   *     if (pathname === "/upload/secret") {
   *       content = await request.text();
   *       return new Response();
   *     }
   *     return request.method === "POST"
   *       ? Response.json({ file, url: "http://localhost/upload/secret" })
   *       : Response.json({ ...file, state: "uploaded" });
   *   },
   * });
   * const { state } = await client.api.files.upload("/notes/today.md", "hello");
   * assertEquals([state, content], ["uploaded", "hello"]);
   * ```
   */
  upload(fullName: string, content: Content, options?: UploadOptions): Promise<FileVersion>;
}

/** Methods for data types, in addition to the operations of the interface. */
export interface CatalogMethods {
  /**
   * Describes one of your data types for people: meaning, unit, column and aggregation, first and
   * last record, sources of the last week, and the call that reads it. It displays itself as a few
   * lines of text.
   *
   * @param dataType Id of the type, such as `HeartRate`.
   * @throws {RangeError} if the type does not exist
   *
   * @example Describe heart rate
   * ```ts
   * import { demo } from "@lifeframe/lifeframe";
   * import { assertEquals, assertStringIncludes } from "@std/assert";
   *
   * const me = await demo();
   * const heartRate = await me.catalog.describe("HeartRate");
   * assertEquals([heartRate.unit, heartRate.column], ["bpm", "heart_rate"]);
   * assertStringIncludes(String(heartRate), 'me.samples("HeartRate"');
   * ```
   */
  describe(dataType: string, options?: DescribeTypeOptions): Promise<TypeDescription>;
}

/** Methods for groups, in addition to the operations of the interface. */
export interface GroupMethods {
  /**
   * Reads the people of a group that you created, one after the other: for each person, the data
   * that the group collects, within its times. Pass the result to `writeCohort`. Participants who
   * leave in the meantime are left out. Participants see in `shares.reads` that you have read their
   * data.
   *
   * A person's zone is the `zone` of the participant's metadata, which you set, else `tz`, else the
   * client's. The other members of the metadata become columns of the cohort's people.
   *
   * @param group_id Id of the group.
   * @throws {RangeError} if a zone or the start of the data is unknown, or a type cannot be read
   * @throws {ApiError} if the group belongs to another user, or the range is outside the group's
   * times
   *
   * @example A study with one participant
   * ```ts
   * import { cohort, demoPeople, writeCohort } from "@lifeframe/lifeframe";
   * import { assertEquals, assertRejects } from "@std/assert";
   *
   * const { me: participant, friend: maker } = await demoPeople();
   * const { group } = await maker.api.groups.create({
   *   body: {
   *     title: "Early birds",
   *     svc_data_types: ["HeartRate", "SleepStage"],
   *     time_start: "2025-03-01T00:00:00Z",
   *     time_end: "2025-03-08T00:00:00Z",
   *   },
   * });
   * const group_id = group.id;
   * const { participant_id } = await participant.api.groups.join({ group_id });
   * const body = { zone: "Europe/Berlin", age: 36 };
   * await maker.api.participants.setMetadata({ group_id, participant_id, body });
   *
   * const folder = await Deno.makeTempDir();
   * await writeCohort(folder, maker.api.groups.people(group_id));
   * await using people = await cohort(folder);
   * const sums = await people.table("HeartRate").sum("value", { by: "person" });
   * assertEquals(sums.getColumn("person").toArray(), [participant_id]);
   *
   * await participant.api.groups.leave({ group_id });
   * assertEquals(await Array.fromAsync(maker.api.groups.people(group_id)), []);
   * const scope = { pool_id: group_id, participant_id };
   * const range = { start_time: "2025-03-01T00:00:00Z", end_time: "2025-03-02T00:00:00Z" };
   * await assertRejects(() =>
   *   maker.api.participants.samples({ metric: "HeartRate", ...scope, ...range })
   * );
   * ```
   */
  people(group_id: string, options?: GroupPeopleOptions): AsyncIterable<GroupPerson>;
}

/** Properties of a client. */
export interface ClientFacts {
  /** Address of the service. */
  readonly baseUrl: string;
  /** IANA zone of calls without one, if `connect` was given one. */
  readonly tz: string | undefined;
  /** System of units in which questions show amounts. */
  readonly units: UnitSystem;
  /** Returns the time of the client's clock. */
  now(): Temporal.Instant;
  /** Ranges of local days and nights, in the client's zone and up to its `now()`. */
  readonly range: OwnRanges;
  /**
   * Returns the user whose data is read: given to `connect`, else from the token, else requested
   * once.
   */
  userid(): Promise<string>;
}

/** Operations of the interface by noun, under the names of the wire. */
export type ApiMethods = Nouns & {
  readonly ingest: IngestMethods;
  readonly files: FileMethods;
  readonly groups: GroupMethods;
  readonly catalog: CatalogMethods;
};

/** A client of a service, created by {@linkcode connect}. */
export interface Client extends ClientFacts {
  /** Operations of the interface, such as `me.api.metrics.samples(args)`. */
  readonly api: ApiMethods;
}
