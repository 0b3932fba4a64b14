import type { JsonSchema } from "../api/catalog.ts";
import { findType, type KnownType, typesOf, unknownType } from "./dataTypes.ts";
import type { Context, HandlersOf } from "./handler.ts";
import { ownerOf } from "./mayRead.ts";

/** Lists data types and their schemas. */
export const catalog: HandlersOf<"catalog"> = {
  list: async (call) => {
    const { data_type, category } = call.args;
    const owner = await ownerOf(call, data_type ?? null, null);
    return (await typesOf(owner))
      .map((type) => type.entry)
      .filter((entry) =>
        (data_type === undefined || entry.id === data_type) &&
        (category === undefined || entry.categories.includes(category))
      );
  },
  get: async (call) => (await typeOf(call)).entry,
  schema: async (call): Promise<JsonSchema> => (await typeOf(call)).entry.record_spec.schema ?? {},
};

async function typeOf(
  call: {
    args: { data_type: string; api_version: string; svc_userid: string | undefined };
    userid: string;
    context: Context;
  },
): Promise<KnownType> {
  const { data_type, api_version } = call.args;
  const owner = await ownerOf(call, data_type, null);
  const type = await findType(owner, data_type);
  if (type?.entry.api_version !== api_version) throw unknownType(`${data_type}/${api_version}`);
  return type;
}
