import type { FrameLike } from "../../frame/open.ts";

/** The data of many people, all at once. */
export interface CohortData {
  /** A row a person: `person` (an integer or a string), `zone` (IANA), and what else is known. */
  people: FrameLike;
  /** The rows of each table, with a column `person`; times are instants. */
  tables: { readonly [table: string]: FrameLike };
}

/** The data of one person. */
export interface PersonData {
  /** Who. */
  person: string | number | bigint;
  /** Where the person lives, an IANA zone. */
  zone: string;
  /** What else is known, a column of people each. @default nothing */
  about?: { readonly [name: string]: string | number | boolean | null };
  /** The rows of each table, without `person`. */
  tables: { readonly [table: string]: FrameLike };
}

/** How a cohort is written. */
export interface WriteCohortOptions {
  /** Among how many buckets people are spread; a cohort that is there has its own. @default 16 */
  buckets?: number;
}
