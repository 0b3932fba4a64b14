import type { Api } from "../../api/api.ts";
import { isDeepStrictEqual } from "node:util";
import type { JsonSchema, OwnType } from "../../schema/catalog.ts";
import type { Document } from "../../store/documents.ts";
import { EventTypeBody, MetricTypeBody } from "../../schema/catalog.ts";
import { findType, typesOf, unknownType } from "../types/dataTypes.ts";
import type { Call, HandlersOf, Query } from "../http/handler.ts";
import { jsonBody } from "../http/jsonBody.ts";
import { ownerOf } from "./mayRead.ts";
import { editedSchema } from "../types/editedSchema.ts";
import { ownType } from "../types/ownTypes.ts";
import { invalid } from "../http/problem.ts";
import { markShared, sharedTypes, typesSharedBy } from "./sharedTypes.ts";
import { type KnownType, versionsOf } from "../types/knownType.ts";

/** Maximum number of a user's data types. */
const MAX_TYPES = 250;

/** Bodies of each base type; only a Metric has a unit, bounds and labels. */
const BODIES = { Event: EventTypeBody, Metric: MetricTypeBody } as const;

/** Lists data types and their schemas, and stores user-defined types. */
export const catalog: HandlersOf<"catalog"> = {
  list: async (call) => {
    const { args: { data_type, category, include_archived, svc_userid }, userid, context } = call;
    const owner = await ownerOf(call, data_type ?? null, null);
    const entries = owner === userid
      ? (await typesOf(context, userid)).map((type) => type.entry)
      : await typesSharedBy(context, userid, owner);
    if (svc_userid === undefined) entries.push(...await sharedTypes(context, userid));
    return entries.filter((entry) =>
      (include_archived || !entry.deprecated) &&
      (data_type === undefined || entry.id === data_type) &&
      (category === undefined || entry.categories.includes(category))
    );
  },

  get: async (call) => {
    const type = await typeOf(call), { svc_userid: owner = call.userid, api_version } = call.args;
    const entry = owner === call.userid ? type.entry : markShared(type);
    return { ...entry, api_version };
  },

  schema: async (call): Promise<JsonSchema> => {
    const { entry, schema } = await typeOf(call);
    return schema?.() ?? entry.record_spec.schema ?? {};
  },

  types: async ({ userid, context }) =>
    (await typesOf(context, userid)).map(({ entry }) => ({
      name: entry.id,
      description: entry.description,
      category: entry.categories,
      class: entry.class,
    })),

  define: async ({ args, userid, request, context: { store } }) => {
    const { base_type: base } = args;
    const body = await jsonBody(request, BODIES[base]);
    if ((await store.dataTypes.list(userid)).length >= MAX_TYPES) {
      throw invalid(["body"], `You already have ${MAX_TYPES} data types, the maximum`);
    }
    return ownType(await store.dataTypes.add(userid, { ...body, base, deprecated: false })).entry;
  },

  own: async (call) => ownType(await ownDocument(call)).entry,

  archive: async (call) => {
    const { args, userid, context: { store } } = call;
    const { record_spec, ...changes } = await call.body();
    const known = await ownDocument(call);
    const type = ownType(known), old = known.body.record_spec?.schema ?? null;
    const { schema: edited, ...terms } = record_spec ?? {};
    for (const [name, value] of Object.entries(terms)) {
      const kept = type.entry.record_spec[name as keyof typeof type.entry.record_spec];
      if (isDeepStrictEqual(value, kept)) continue;
      throw invalid(["body", "record_spec", name], `The ${name} of a data type cannot change`);
    }
    const schema = edited === undefined ? old : editedSchema(
      { base: known.body.base, own: old, whole: type.schema!() },
      edited,
    );
    const changed = await store.dataTypes.change(userid, args.type_id, ({ body }) => ({
      ...body,
      ...changes as Partial<Pick<OwnType, "deprecated" | "name" | "description">>,
      ...(schema === old ? {} : { record_spec: { ...body.record_spec, schema } }),
    }));
    return ownType(changed!).entry;
  },
};

/** Returns the caller's type of a call. */
async function ownDocument(
  { args, userid, context: { store } }: Query<
    { readonly base_type: string; readonly type_id: string }
  >,
): Promise<Document<OwnType>> {
  const known = await store.dataTypes.find(userid, args.type_id);
  if (known?.body.base === args.base_type) return known;
  throw unknownType(`${args.base_type}/${args.type_id}`);
}

async function typeOf(call: Query<Call<Api["catalog"]["get"]>["args"]>): Promise<KnownType> {
  const { data_type, api_version } = call.args;
  const owner = await ownerOf(call, data_type, null);
  const type = await findType(call.context, owner, data_type);
  if (type === undefined || !versionsOf(type).includes(api_version)) {
    throw unknownType(`${data_type}/${api_version}`);
  }
  return type;
}
