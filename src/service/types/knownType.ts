import { API_VERSIONS } from "../../schema/enums.ts";
import type { z } from "zod";
import type { Annotation } from "../../schema/annotations.ts";
import type { DataType, JsonSchema } from "../../schema/catalog.ts";
import type { Metric } from "../../schema/metrics.ts";
import type { PlainRecord } from "./plainRecord.ts";
import type { RecordCheck } from "../../schema/checks/recordCheck.ts";
import type { Properties, RecordBody } from "./recordSchemas.ts";

/** A type of records, with everything needed to accept one. */
export interface KnownType {
  /** Entry in the catalog. */
  readonly entry: DataType;
  /** Schema of its records; null for the tombstone, which stores none. */
  readonly body: z.ZodType<RecordBody> | null;
  /** Entry in the metrics catalog; null if it is not a metric. */
  readonly metric: Metric | null;
  /** Fast reader for records of the usual format. @default the body reads all */
  readonly plain?: PlainRecord;
  /** Additional check of records of a user-defined type. @default none */
  readonly check?: RecordCheck;
  /** Schema of its records, if the catalog's entry lacks it. @default the entry's */
  readonly schema?: () => JsonSchema;
  /** Fields that the user defined. @default none */
  readonly own?: readonly string[];
  /** Source of records without one. @default none */
  readonly source?: string | Properties | undefined;
  /** Tags of records without any. @default none */
  readonly tags?: readonly string[] | undefined;
  /** Default fields of records. @default none */
  readonly defaults?: RecordDefaults;
  /** The annotation that defines the type; it is the source of the records. */
  readonly annotation?: Annotation;
  /** True for a base type whose records all belong to types based on it. */
  readonly isBase?: true;
  /** True if its records store their times in fields of their own. @default false */
  readonly hasOwnTimes?: true;
  /** True if values are yes (1) and no (0). @default false */
  readonly isBoolean?: boolean;
  /** Types of the annotations that records of a base type may name as their source, by id. */
  readonly definitions?: ReadonlyMap<string, KnownType>;
}

/** Default fields of a record. */
export interface RecordDefaults {
  readonly note?: string | null | undefined;
  readonly value?: number | undefined;
}

/**
 * Returns the API versions that serve a type; a built-in metric has two. A tombstone is posted with
 * the version of the type that it deletes from.
 */
export function versionsOf({ entry: { api_version }, body }: KnownType): readonly string[] {
  if (body === null) return API_VERSIONS;
  return api_version === "v0" ? ["v0", "v1"] : [api_version];
}
