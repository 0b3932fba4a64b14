import { isZone } from "../../time/zone.ts";
import { checkColumnCount } from "../columns/checkColumnCount.ts";
import { ARROW_TYPES, type Layout } from "./arrowTypes.ts";
import type { FlatTable } from "./flatTable.ts";
import { LIMITS } from "../../options/limits.ts";

/** Column of an Arrow schema, or a nested column. */
export interface ArrowField {
  readonly name: string;
  /** Type name for error messages. */
  readonly type: string;
  /**
   * Layout of the values in buffers; for a dictionary column, the layout of the dictionary's
   * values.
   */
  readonly layout: Layout;
  readonly children: readonly ArrowField[];
  /** Id of the column's dictionary, and the number of bits of each index into it. */
  readonly dictionary: { readonly id: bigint; readonly bits: number } | undefined;
  /** Time zone of a timestamp column, if it has one. */
  readonly zone: string | undefined;
}

/** Byte of the schema to replace so that Polars can read the column. */
export interface Patch {
  /** Offset from the start of all bytes. */
  readonly at: number;
  /** New value. */
  readonly byte: number;
}

/** Contents of a schema. */
export interface ArrowSchema {
  readonly fields: readonly ArrowField[];
  /**
   * Replacements for what Polars rejects in readable columns: unknown zones and extension types.
   */
  readonly patches: readonly Patch[];
  /** Metadata entry of {@linkcode RANGE_KEY}, if the schema has a short one. */
  readonly range: string | undefined;
}

/** Metadata key of the range that a frame was requested for. */
export const RANGE_KEY = "lifeframe.range";
/** Maximum number of bytes of its value. */
const RANGE_BYTES = 500;

/** Indexes of the fields in the tables of Schema.fbs. */
const SCHEMA = { endianness: 0, fields: 1, metadata: 2 } as const;
const FIELD = { name: 0, typeKind: 2, type: 3, dictionary: 4, children: 5, metadata: 6 } as const;
const TIMESTAMP = { zone: 1 } as const, KEY_VALUE = { key: 0, value: 1 } as const;
const DICTIONARY = { id: 0, indexType: 1 } as const;

/** Maximum depth of nesting. Polars uses recursion, and a stack overflow ends the process. */
const DEEPEST = 64;
/** Minimum number of bytes of a field: its table, its type's table, and the offsets of both. */
const FIELD_BYTES = 16;
/** Number of bytes of a metadata entry without its texts: its offset, its table and two lengths. */
const ENTRY_BYTES = 16;
/** Maximum number of bytes of names and metadata in the smallest schema. */
const LEAST_TEXT = 1 << 16;

/** Shared by all columns without nested ones. */
const NO_FIELDS: readonly ArrowField[] = [];

/** Metadata key of an extension type. Polars rejects columns that have it. */
const EXTENSION = "ARROW:extension:name";

/**
 * Reads the columns of a schema.
 *
 * @param start Offset of the FlatBuffer from the start of all bytes.
 * @throws {Error} if it is nested too deeply, has more columns than its bytes can hold, has a
 * column twice, or has a type that cannot be read
 */
export function readSchema(flat: FlatTable, schema: number, start: number): ArrowSchema {
  if (flat.short(schema, SCHEMA.endianness, 0) !== 0) {
    throw new Error("it is written in big-endian order, which is not supported");
  }
  // Several fields can share one table. Without a limit, a few bytes could describe billions.
  const patches: Patch[] = [];
  let left = Math.floor(flat.view.byteLength / FIELD_BYTES);
  // Many names can also share one text.
  const most = Math.max(LEAST_TEXT, LIMITS.arrowSchemaText.most * flat.view.byteLength);
  let texts = 0, fieldCount = 0, range: string | undefined;
  const countText = (bytes: number): void => {
    texts += bytes;
    if (texts > most) {
      throw new Error(
        `its schema has more than ${most} bytes of ${LIMITS.arrowSchemaText.error}`,
      );
    }
  };
  const countMetadata = (table: number, index: number): void => {
    const { at, count } = flat.vector(table, index, 4);
    for (let i = 0; i < count; i++) {
      const entry = flat.target(at + 4 * i);
      const { key, value } = KEY_VALUE;
      countText(ENTRY_BYTES + flat.textLength(entry, key) + flat.textLength(entry, value));
    }
  };
  const fieldsOf = (table: number, index: number, depth: number): readonly ArrowField[] => {
    const { at, count } = flat.vector(table, index, 4);
    if (depth > DEEPEST) throw new Error(`its schema is nested more than ${DEEPEST} deep`);
    if (count === 0) return NO_FIELDS;
    fieldCount += count;
    checkColumnCount(fieldCount);
    left -= count;
    if (left < 0) throw new Error("its schema names more columns than its bytes can hold");
    const fields: ArrowField[] = [];
    for (let i = 0; i < count; i++) fields.push(fieldOf(flat.target(at + 4 * i), depth));
    return fields;
  };
  const fieldOf = (table: number, depth: number): ArrowField => {
    countText(flat.textLength(table, FIELD.name));
    countMetadata(table, FIELD.metadata);
    const name = flat.text(table, FIELD.name) ?? "";
    const kind = flat.byte(table, FIELD.typeKind, 0);
    const known = ARROW_TYPES[kind], type = flat.table(table, FIELD.type);
    if (known === undefined || type === undefined) {
      throw new Error(`column ${JSON.stringify(name)} has no known type (${kind})`);
    }
    const layout = known.layout(flat, type);
    if (layout.kind === "unsupported") {
      throw new Error(
        `column ${JSON.stringify(name)} is of type ${known.name}, which is not supported`,
      );
    }
    if (
      (layout.kind === "fixed" && layout.bits < 1) ||
      (layout.kind === "fixedList" && layout.size < 0)
    ) {
      throw new Error(`column ${JSON.stringify(name)} is of type ${known.name} without a width`);
    }
    const isTime = known.name === "timestamp";
    if (isTime) countText(flat.textLength(type, TIMESTAMP.zone));
    const zone = isTime ? flat.text(type, TIMESTAMP.zone) : undefined;
    if (zone !== undefined && !isZone(zone)) {
      // Times are instants in UTC in any zone. Without a zone, Polars reads them unchanged.
      const slot = start + flat.slot(type, TIMESTAMP.zone);
      patches.push({ at: slot, byte: 0 }, { at: slot + 1, byte: 0 });
    }
    addExtensions(flat, table, start, patches);
    return {
      name,
      type: known.name,
      zone,
      layout,
      children: fieldsOf(table, FIELD.children, depth + 1),
      dictionary: dictionaryOf(flat, flat.table(table, FIELD.dictionary)),
    };
  };
  countMetadata(schema, SCHEMA.metadata);
  const { at, count } = flat.vector(schema, SCHEMA.metadata, 4);
  for (let i = 0; i < count; i++) {
    const entry = flat.target(at + 4 * i), { key, value } = KEY_VALUE;
    if (flat.textLength(entry, key) !== RANGE_KEY.length) continue;
    if (flat.text(entry, key) !== RANGE_KEY || flat.textLength(entry, value) > RANGE_BYTES) {
      continue;
    }
    range = flat.text(entry, value);
  }
  const fields = fieldsOf(schema, SCHEMA.fields, 0);
  const seen = new Set<string>();
  for (const { name } of fields) {
    if (seen.size === seen.add(name).size) {
      throw new Error(`column ${JSON.stringify(name)} occurs twice`);
    }
  }
  return { fields, patches, range };
}

/**
 * Changes the first letter of the key of a column's extension type, which leaves its plain type.
 */
function addExtensions(flat: FlatTable, field: number, start: number, patches: Patch[]): void {
  const { at, count } = flat.vector(field, FIELD.metadata, 4);
  for (let i = 0; i < count; i++) {
    const entry = flat.target(at + 4 * i);
    if (flat.text(entry, KEY_VALUE.key) !== EXTENSION) continue;
    patches.push({ at: start + flat.table(entry, KEY_VALUE.key)! + 4, byte: 0x5f });
  }
}

function dictionaryOf(flat: FlatTable, table: number | undefined): ArrowField["dictionary"] {
  if (table === undefined) return undefined;
  const index = flat.table(table, DICTIONARY.indexType);
  const bits = index === undefined ? 32 : flat.int(index, 0, 0);
  return { id: flat.id(table, DICTIONARY.id), bits };
}

/** Returns the fields that have dictionaries, including nested ones, by dictionary id. */
export function dictionariesOf(fields: readonly ArrowField[]): Map<bigint, ArrowField> {
  const found = new Map<bigint, ArrowField>();
  const look = (field: ArrowField): void => {
    if (field.dictionary !== undefined) found.set(field.dictionary.id, field);
    field.children.forEach(look);
  };
  fields.forEach(look);
  return found;
}
