import { API_VERSIONS } from "../../schema/enums.ts";
import type { z } from "zod";
import type { Annotation } from "../../schema/annotations.ts";
import type { DataType, JsonSchema } from "../../schema/catalog.ts";
import type { Metric } from "../../schema/metrics.ts";
import type { PlainRecord } from "./plainRecord.ts";
import type { RecordCheck } from "../../schema/checks/recordCheck.ts";
import type { Properties, RecordBody } from "./recordSchemas.ts";

/** A type of records, with what it takes to accept one. */
export interface KnownType {
  /** Its entry in the catalog. */
  readonly entry: DataType;
  /** The body of its records; null of the tombstone, which keeps none. */
  readonly body: z.ZodType<RecordBody> | null;
  /** Its entry in the metrics catalog, if it is a metric. */
  readonly metric: Metric | null;
  /** Reads its records of the usual form faster than the body does. @default the body reads all */
  readonly plain?: PlainRecord;
  /** What else is checked of a record, of a type of a user's own. @default nothing */
  readonly check?: RecordCheck;
  /** The schema of its records, where the catalog's entry does not say it. @default the entry's */
  readonly schema?: () => JsonSchema;
  /** The fields of its records that are the user's own. @default none */
  readonly own?: readonly string[];
  /** The source of records that name none. @default none */
  readonly source?: string | Properties | undefined;
  /** The tags of records that name none. @default none */
  readonly tags?: readonly string[] | undefined;
  /** What records hold that do not say it themselves. @default nothing */
  readonly defaults?: RecordDefaults;
  /** Of an annotation's own type, the annotation: it is the source of the records. */
  readonly annotation?: Annotation;
  /** Whether it is a base type whose records are all those of the types that are defined on it. */
  readonly isBase?: true;
  /** Whether its records say when they are in fields of their own. @default false */
  readonly hasOwnTimes?: true;
  /** Whether values are yes (1) and no (0). @default false */
  readonly isBoolean?: boolean;
  /** The types of annotations that records of a base type may name as their source, by annotation. */
  readonly definitions?: ReadonlyMap<string, KnownType>;
}

/** What a record holds that does not say it itself. */
export interface RecordDefaults {
  /** Its note. */
  readonly note?: string | null | undefined;
  /** Its value. */
  readonly value?: number | undefined;
}

/**
 * Returns the versions of the interface by which a type is read: a built-in metric has two. A tombstone is
 * posted with the version of the type that it deletes from.
 */
export function versionsOf({ entry: { api_version }, body }: KnownType): readonly string[] {
  if (body === null) return API_VERSIONS;
  return api_version === "v0" ? ["v0", "v1"] : [api_version];
}
