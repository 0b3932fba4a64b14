import type { Columns } from "../../frame/columns/columns.ts";
import type { Row } from "../../frame/polars/rows.ts";
import type { MakerExport } from "./makerExport.ts";

/** Definitions in an export of this package. */
export interface Definitions {
  /** User-defined types, as in the catalog. */
  readonly types: readonly Row[];
  readonly annotations: readonly Row[];
  readonly tags: readonly Row[];
}

/** Records of one data type as the export has them, with their identifiers and all members. */
export interface Original {
  readonly dataType: string;
  /** Name in `report.read`. */
  readonly name: string;
  readonly columns: Columns;
  readonly definitions: Definitions;
}

const ORIGINALS = new WeakMap<MakerExport, Original>();
const PARTS = new WeakMap<MakerExport, readonly MakerExport[]>();

/** Remembers the original records of a part of an export. Returns the part. */
export function setOriginal(part: MakerExport, original: Original | undefined): MakerExport {
  if (original !== undefined) ORIGINALS.set(part, original);
  return part;
}

/** Returns the original records of a part; `undefined` if it comes from another export. */
export function originalOf(part: MakerExport): Original | undefined {
  return ORIGINALS.get(part);
}

/** Remembers the parts of a joined export if one has original records. Returns the export. */
export function setParts(joined: MakerExport, parts: readonly MakerExport[]): MakerExport {
  if (parts.some((part) => ORIGINALS.has(part))) PARTS.set(joined, parts);
  return joined;
}

/** Returns the parts of a joined export that have to be stored one by one. */
export function partsOf<T>(content: T): readonly (T | MakerExport)[] {
  return PARTS.get(content as MakerExport) ?? [content];
}
