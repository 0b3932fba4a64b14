import type { Client } from "../../client/client.ts";
import type { CopiedDocument, CopiedGroup, CopiedLists } from "../../store/copiedLists.ts";
import type { Annotation } from "../../schema/annotations.ts";
import type { DataType } from "../../schema/catalog.ts";
import type { Group } from "../../schema/groups.ts";
import type { Share } from "../../schema/shares.ts";
import { toMicros } from "../../time/instant.ts";
import { ifThere } from "../ask/ifThere.ts";
import { EVER, rangeOf } from "./readTypeRows.ts";

/** Reads everything of a user except records and files. */
export async function readLists(
  client: Client,
  signal: AbortSignal | undefined,
): Promise<CopiedLists> {
  const options = { signal, onProgress: () => {} };
  const userid = await client.userid();
  const [info, sources, tags, annotations, catalog, reflections, inputs] = await Promise.all([
    client.api.user.info({}, options),
    client.api.sources.list({}, options),
    client.api.tags.list({}, options),
    client.api.annotations.list({}, options),
    client.api.catalog.list({ include_archived: true }, options),
    client.api.reflections.list({}, options),
    client.api.customInputs.list({}, options),
  ]);
  const { value: imports } = await ifThere("imports", client.api.imports.list({}, options));
  const joined = await client.api.groups.list({ subscribed_only: true }, options);
  const [sessions, groups, shares, reads] = await Promise.all([
    client.api.sessions.list({}, options),
    client.api.groups.list({}, options),
    client.api.shares.list({}, options),
    client.api.shares.reads(rangeOf(EVER), options),
  ]);
  const documents: CopiedDocument[] = [
    ...annotations.map(annotationDocument),
    ...ownTypes(catalog, userid),
    ...reflections.map(({ id, created_at, updated_at, deleted_at, ...rest }) => {
      const { svc_userid: _, next_at: __, ...body } = rest;
      return documentOf("reflection", { id, created_at, updated_at, deleted_at }, body);
    }),
    ...inputs.map(({ id, created_at, deleted, svc_userid: _, url: __, ...body }) =>
      documentOf("custom_input", { id, created_at, deleted_at: deleted ? created_at : null }, body)
    ),
  ];
  return {
    created: micros(info.created),
    activeUntil: micros(info.service_status.active_until),
    preferences: info.preferences,
    sources: sources.map((source) => ({ ...source, metadata: source.metadata ?? {} })),
    tags,
    documents,
    sessions: sessions.map(({ id, name, policy_id = null, created_at, deleted_at }) => ({
      id,
      name,
      policy: policy_id,
      created: micros(created_at),
      deleted: microsOrNull(deleted_at),
    })),
    groups: await Promise.all(
      groups.map((group) => readGroup(client, group, { userid, joined }, signal)),
    ),
    shares: shares.map(shareOf),
    shareReads: reads.map((read) => ({
      reader: read.svc_userid,
      operation: read.operation,
      dataType: read.data_type ?? "",
      count: read.count,
      first: micros(read.first_at),
      last: micros(read.last_at),
    })),
    imports: imports.map(({ started_at, finished_at, already_there, report, ...rest }) => ({
      ...rest,
      started: micros(started_at),
      finished: microsOrNull(finished_at),
      known: already_there,
      report: report === null ? null : JSON.stringify(report),
    })),
  };
}

/** Returns the data types that a user has defined, without annotations. */
export function ownTypes(catalog: readonly DataType[], userid: string): CopiedDocument[] {
  return catalog.filter(({ svc_userid, id }) =>
    svc_userid === userid && /^(?:Event|Metric)\//.test(id)
  ).map(typeDocument);
}

/** Converts an annotation to a stored document. */
export function annotationDocument(row: Annotation): CopiedDocument {
  const { id, created_at, updated_at, deleted_at, svc_userid: _, svc_source_id: __, ...body } = row;
  return documentOf("annotation", { id, created_at, updated_at, deleted_at }, body);
}

/**
 * Converts a user-defined data type to a stored document: its schema becomes text, and null members
 * are left out.
 */
function typeDocument(
  { id, name, description, deprecated, record_spec: { schema, ...spec } }: DataType,
): CopiedDocument {
  const [base, uuid] = id.split("/", 2);
  const { type: _, ...given } = spec;
  const record_spec = {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)),
    ...schema === null ? {} : { schema: JSON.stringify(schema) },
  };
  const epoch = "1970-01-01T00:00:00Z"; // the catalog does not report the time
  return documentOf("data_type", { id: uuid!, created_at: epoch }, {
    name,
    description,
    base,
    deprecated,
    record_spec,
  });
}

interface DocumentTimes {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at?: string;
  readonly deleted_at?: string | null | undefined;
}

function documentOf(
  kind: string,
  { id, created_at, updated_at = created_at, deleted_at = null }: DocumentTimes,
  body: unknown,
): CopiedDocument {
  return {
    kind,
    id,
    created: micros(created_at),
    updated: micros(updated_at),
    deleted: microsOrNull(deleted_at),
    body,
  };
}

async function readGroup(
  client: Client,
  group: Group,
  { userid, joined }: { readonly userid: string; readonly joined: readonly Group[] },
  signal: AbortSignal | undefined,
): Promise<CopiedGroup> {
  const { id, svc_userid: maker, created_at, updated_at, is_public, ...body } = group;
  const own = joined.find((one) => one.id === id);
  const others = maker === userid
    ? await client.api.groups.participants({ group_id: id }, { signal })
    : [];
  return {
    id,
    userid: maker,
    body: JSON.stringify(body),
    is_public: BigInt(is_public),
    created: micros(created_at),
    updated: micros(updated_at),
    participants: [...new Set([...others, ...own === undefined ? [] : [own.participant_id!]])]
      .map((participant) => ({
        id: participant,
        // The user behind another participant is not revealed: the participant's id represents it.
        userid: participant === own?.participant_id ? userid : participant,
        joined: micros(participant === own?.participant_id ? own.joined_at! : created_at),
      })),
  };
}

function shareOf(row: Share): CopiedLists["shares"][number] {
  const { datashare_name, svc_user_name, svc_data_types } = row;
  return {
    id: row.id,
    body: JSON.stringify({ datashare_name, svc_user_name, svc_data_types }),
    allData: row.share_all_data,
    start: microsOrNull(row.time_start),
    end: microsOrNull(row.time_end),
    created: micros(row.created_at),
    updated: micros(row.updated_at),
    audience: [
      ...row.permissions.map((one) => ({ userid: one.allowed_svc_userid })),
      ...row.group_permissions.map((one) => ({ group: one.allowed_group_id })),
    ],
  };
}

function micros(text: string): bigint {
  return toMicros(text, { tz: "UTC" });
}

function microsOrNull(text: string | null | undefined): bigint | null {
  return text === null || text === undefined ? null : micros(text);
}
