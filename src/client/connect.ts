import { followZones } from "./followZones.ts";
import { inCell } from "../options/callSignal.ts";
import { guided, noMethod } from "../options/guided.ts";
import { loadLate } from "../options/loadLate.ts";
import { displayMembers } from "../display/displayMembers.ts";
import { ingest } from "../api/ingest.ts";
import { abortable } from "./http/abortable.ts";
import { readRowsMember } from "./readRows.ts";
import { readSettings } from "./readSettings.ts";
import type { ApiMethods, Client } from "./client.ts";
import type { SendBatch } from "./ingestRecords.ts";
import { isUuid } from "./request/isUuid.ts";
import { splitLongCalls } from "./longCalls.ts";
import { makeCall } from "./makeCall.ts";
import { buildMethods, warnDeprecated } from "./buildMethods.ts";
import { describeType } from "./describeType.ts";
import { groupPeople } from "./groupPeople.ts";
import { fallBack } from "./fallBack.ts";
import { shareInFlight } from "./http/shareInFlight.ts";
import { ownRanges } from "./ownRanges.ts";
import { rememberRange } from "./rememberRange.ts";
import { tokenClaim } from "./auth/tokenClaim.ts";
import { typeLookups } from "./typeLookups.ts";
import type { ConnectOptions } from "./connectOptions.ts";
import { api } from "../api/api.ts";

interface ClientDescription {
  readonly baseUrl: string;
  /** The user, if known. */
  readonly userid: string | undefined;
  /** Methods by noun. */
  readonly nouns: { readonly [N in keyof typeof api]: object };
}

/**
 * Creates a client of a service. It has a method for each operation, by noun, such as
 * `client.api.metrics.samples({ metric, start_time, end_time })`. Nothing is sent before the first
 * call.
 *
 * Methods reject with:
 *
 * - an {@linkcode ApiError}, or the subclass for the failure,
 * - `TypeError` or `RangeError` for arguments that are rejected before anything is sent,
 * - the signal's reason if a call is stopped.
 *
 * No message, member or display of the client shows the token.
 *
 * @example Call a service in the same process
 * ```ts
 * import { connect } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const client = connect({
 *   baseUrl: "http://localhost",
 *   token: "a-token",
 *   fetch: () => Response.json([{ name: "HeartRate", value_column: "heart_rate" }]),
 * });
 * const [metric] = await client.api.metrics.catalog();
 * assertEquals(metric?.value_column, "heart_rate");
 * ```
 * @throws {TypeError} if address, token, user or another option is missing or malformed
 * @throws {RangeError} if the zone does not exist, two names would collide, or the token would be
 * sent unencrypted
 */
export function connect(options: ConnectOptions): Client {
  const settings = readSettings(options);
  let known = settings.userid;
  const askUser = shareInFlight(async () => (await nouns.user.info()).userid);
  const userid = async (): Promise<string> => {
    if (known !== undefined) return known;
    const claimed = tokenClaim(await settings.token(), settings.userClaim);
    known = isUuid(claimed) ? claimed : await askUser();
    return known;
  };
  const lookUp = typeLookups(() => nouns);
  const call = makeCall(settings, {
    userid: (signal) => abortable(userid(), signal),
    valueColumns: (metrics, signal) => abortable(lookUp.valueColumns(metrics), signal),
    ownColumns: (dataType, signal) => abortable(lookUp.ownColumns(dataType), signal),
  });
  const nouns = buildMethods(
    warnDeprecated(
      rememberRange(followZones(splitLongCalls(fallBack(call), settings), settings), settings),
      settings.warn,
    ),
  );
  const ownId = (signal: AbortSignal | undefined): Promise<string> => abortable(userid(), signal);
  const sendBatch: SendBatch = (args, callOptions) =>
    call(ingest.record, args, callOptions) as ReturnType<SendBatch>;
  const { baseUrl, now, onProgress, tz, units } = settings;
  const show = (): string => describeClient({ baseUrl, userid: known, nouns: client.api });
  const client: Client = {
    baseUrl,
    tz,
    units,
    now,
    range: ownRanges({ tz, now }),
    userid,
    api: guideNouns({
      ...nouns,
      ingest: {
        ...nouns.ingest,
        records: (dataType, records, ingestOptions = {}) =>
          inCell(async () => {
            const { ingestRecords } = await loadLate<typeof import("./ingestRecords.ts")>(
              "./ingestRecords.ts",
              import.meta,
            );
            const context = { sendBatch, onProgress, userid: ownId, tz };
            return await ingestRecords(dataType, records, ingestOptions, context);
          }),
      },
      files: {
        ...nouns.files,
        upload: (fullName, content, uploadOptions = {}) =>
          inCell(async () => {
            const { uploadFile } = await loadLate<typeof import("./uploadFile.ts")>(
              "./uploadFile.ts",
              import.meta,
            );
            return await uploadFile(fullName, content, uploadOptions, { call, settings });
          }),
      },
      catalog: {
        ...nouns.catalog,
        describe: (dataType, describeOptions = {}) =>
          inCell(() => describeType(client, dataType, describeOptions)),
      },
      groups: {
        ...nouns.groups,
        people: (group_id, peopleOptions = {}) =>
          groupPeople(() => client, group_id, peopleOptions),
      },
    }),
    ...readRowsMember(call),
    ...displayMembers(show),
  };
  return Object.freeze(client);
}

/** Makes unknown nouns and operations report which ones exist. */
function guideNouns(nouns: ApiMethods): ApiMethods {
  const guide = <T extends object>(path: string, members: T): T => {
    const names = () => nounLine(path, Object.keys(members)).trimStart();
    const calls = Object.entries(members).slice(0, 3).map(([name, member]) =>
      `${path}.${name}${typeof member === "function" && path !== "me.api" ? "(...)" : ""}`
    );
    const refuse = (): never => {
      throw new TypeError(
        `Cannot call ${path}: it has methods. Use ${calls.join(", ")} or another.`,
      );
    };
    return guided({ ...members, ...displayMembers(names) }, noMethod(path), refuse);
  };
  const all = Object.entries(nouns).map(([noun, operations]) => [
    noun,
    guide(`me.api.${noun}`, operations as object),
  ]);
  return guide("me.api", Object.fromEntries(all) as ApiMethods);
}

/** Describes a client in a few lines: its service, its user and its operations. */
function describeClient({ baseUrl, userid, nouns }: ClientDescription): string {
  const names = Object.keys(api) as (keyof typeof api)[];
  return [
    `Client of ${baseUrl}${userid === undefined ? "" : `, user ${userid}`}`,
    ...names.map((noun) => nounLine(noun, Object.keys(nouns[noun]))),
  ].join("\n");
}

/** Columns of a narrow terminal. */
const COLUMNS = 80;

/** Formats `  noun: one, two` and breaks it into lines of at most 80 columns. */
export function nounLine(noun: string, methods: readonly string[]): string {
  const lines = [`  ${noun}:`];
  methods.forEach((method, i) => {
    const text = i + 1 < methods.length ? `${method},` : method;
    const longer = `${lines.at(-1)} ${text}`;
    if (longer.length <= COLUMNS) lines[lines.length - 1] = longer;
    else lines.push(`    ${text}`);
  });
  return lines.join("\n");
}
