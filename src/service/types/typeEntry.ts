import type { DataType } from "../../schema/catalog.ts";

/** Owner of the built-in types until they are listed for a user. */
const PLATFORM = "00000000-0000-0000-0000-000000000000";

/** What an entry of the catalog says, without the form of its records. */
export interface EntryHead {
  /** Identifier. */
  readonly id: string;
  /** Name for people. */
  readonly name: string;
  /** What it records. */
  readonly description: string;
  /** Categories. */
  readonly categories: readonly DataType["categories"][number][];
  /** Column name in query answers. @default the identifier in small letters */
  readonly column_name?: string;
  /** Who owns it. @default the platform */
  readonly svc_userid?: string;
}

/** An entry of the catalog that can be queried and recorded, without what its records look like. */
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
