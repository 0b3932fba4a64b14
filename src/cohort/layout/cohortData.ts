import type { FrameLike } from "../../frame/open.ts";

/** Data of many people at once. */
export interface CohortData {
  /**
   * One row per person: `person` (integer or string), `zone` (IANA), and further columns. People
   * who are in the cohort may be left out. @default no new people
   */
  people?: FrameLike;
  /** Rows of each table, with a column `person`; times are instants. */
  tables: { readonly [table: string]: FrameLike };
}

/** Data of one person. */
export interface PersonData {
  /** Identifier. */
  person: string | number | bigint;
  /** IANA zone where the person lives. */
  zone: string;
  /** Further columns of `people`. @default none */
  about?: { readonly [name: string]: string | number | boolean | null };
  /** Rows of each table, without `person`. */
  tables: { readonly [table: string]: FrameLike };
}

/** Options for writing a cohort. */
export interface WriteCohortOptions {
  /** Number of buckets; an existing cohort keeps its own. @default 16 */
  buckets?: number;
  /**
   * Replaces the rows that the given people have in the given tables, instead of adding rows. Other
   * people and tables stay unchanged. Without `people`, the people who have rows count as given.
   * @default false
   */
  replace?: boolean;
  /**
   * Secret key: each `person` is replaced with a keyed hash (HMAC-SHA-256, 32 hexadecimal digits).
   * Only a check of the key is stored, never the key; keep it to add rows, or to withdraw somebody.
   * Other columns may still identify people. @default none: people keep their identifiers
   */
  pseudonymKey?: string | Uint8Array;
}
