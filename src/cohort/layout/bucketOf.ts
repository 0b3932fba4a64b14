import { mix32 } from "../../series/numerics/random.ts";
import { hashText } from "../hash32.ts";

/** Person of a row: an integer or a string, such as a UUID. */
export type Person = bigint | string;

/**
 * Returns the bucket of a person: a hash of the identifier's text. It is part of the layout and
 * must never change, because appended rows must go to the bucket of the person's earlier rows.
 */
export function bucketOf(person: Person, buckets: number): number {
  return mix32(hashText(String(person))) % buckets;
}

/** Returns the name of a bucket's folder: `bucket=07`. */
export function bucketFolder(bucket: number): string {
  return `bucket=${String(bucket).padStart(2, "0")}`;
}
