import type { DataType } from "../../schema/catalog.ts";

/** Owner of the built-in types until they are listed for a user. */
const PLATFORM = "00000000-0000-0000-0000-000000000000";

/** Catalog entry, except for its record schema. */
export interface EntryHead {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly categories: readonly DataType["categories"][number][];
  /** Column name in query answers. @default the identifier in lowercase */
  readonly column_name?: string;
  /** Owner. @default the platform */
  readonly svc_userid?: string;
}

/** Returns an entry that can be queried and recorded, without its record schema. */
export function typeEntry(
  { id, name, description, categories, column_name, svc_userid = PLATFORM }: EntryHead,
): Omit<DataType, "class" | "record_spec"> {
  return {
    id,
    name,
    description,
    api_version: "v1",
    categories: [...categories],
    column_name: column_name ?? id.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_").toLowerCase(),
    deprecated: false,
    icon: null,
    metric_kind: null,
    unit: null,
    queryable: true,
    recordable: true,
    svc_userid,
  };
}
