import { isZone } from "./isZone.ts";
import { checkColumnCount } from "../columns/checkColumnCount.ts";
import { ARROW_TYPES, type Layout } from "./arrowTypes.ts";
import type { FlatTable } from "./flatTable.ts";
import { LIMITS } from "../../options/limits.ts";

/** A column of an Arrow schema, or a part of one. */
export interface ArrowField {
  /** Its name. */
  readonly name: string;
  /** The name of its type in messages. */
  readonly type: string;
  /** How its values lie in buffers; of a dictionary, how those of the dictionary do. */
  readonly layout: Layout;
  /** What it is made of. */
  readonly children: readonly ArrowField[];
  /** Which dictionary has its values, and the bits of the numbers that stand for them. */
  readonly dictionary: { readonly id: bigint; readonly bits: number } | undefined;
  /** The zone of a timestamp that has one. */
  readonly zone: string | undefined;
}

/** A byte of the schema that has to be another one before Polars can read the column. */
export interface Patch {
  /** Where it is, in the whole bytes. */
  readonly at: number;
  /** What it has to be. */
  readonly byte: number;
}

/** What a schema says. */
export interface ArrowSchema {
  /** The columns. */
  readonly fields: readonly ArrowField[];
  /** What Polars fails at though the column can be read: zones that it does not know, extension types. */
  readonly patches: readonly Patch[];
}

/** The fields of the tables of Schema.fbs. */
const SCHEMA = { endianness: 0, fields: 1, metadata: 2 } as const;
const FIELD = { name: 0, typeKind: 2, type: 3, dictionary: 4, children: 5, metadata: 6 } as const;
const TIMESTAMP = { zone: 1 } as const, KEY_VALUE = { key: 0, value: 1 } as const;
const DICTIONARY = { id: 0, indexType: 1 } as const;

/** The deepest nesting: Polars descends by recursion, and a stack that is full ends the process. */
const DEEPEST = 64;
/** The fewest bytes that a field takes: its table, its type's, and the places of both. */
const FIELD_BYTES = 16;
/** Bytes that an entry of metadata takes besides its texts: its place, its table and their lengths. */
const ENTRY_BYTES = 16;
/** Bytes of names and metadata that even the smallest schema may have. */
const LEAST_TEXT = 1 << 16;

/** The key of metadata by which a column says that it is more than its type; Polars then rejects it. */
const EXTENSION = "ARROW:extension:name";

/**
 * The columns that a schema names.
 *
 * @param start Where the FlatBuffer begins in the whole bytes.
 * @throws {Error} if it is nested too deep, names more than its bytes can hold, names one twice, or
 * has a type that cannot be read
 */
export function readSchema(flat: FlatTable, schema: number, start: number): ArrowSchema {
  if (flat.short(schema, SCHEMA.endianness, 0) !== 0) {
    throw new Error("it is written in big-endian order, which is not supported");
  }
  // One table may stand for several fields: without a limit, a few bytes name billions.
  const patches: Patch[] = [];
  let left = Math.floor(flat.view.byteLength / FIELD_BYTES);
  // One text may stand for the names of many, too.
  const most = Math.max(LEAST_TEXT, LIMITS.arrowSchemaText.most * flat.view.byteLength);
  let texts = 0, fieldCount = 0;
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
  const fieldsOf = (table: number, index: number, depth: number): ArrowField[] => {
    const { at, count } = flat.vector(table, index, 4);
    if (depth > DEEPEST) throw new Error(`its schema is nested more than ${DEEPEST} deep`);
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
      // The times are instants in UTC whatever the zone; without one, Polars takes them as they are.
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
  const fields = fieldsOf(schema, SCHEMA.fields, 0);
  if (new Set(fields.map(({ name }) => name)).size < fields.length) {
    const seen = new Set<string>();
    const { name } = fields.find(({ name }) => seen.size === seen.add(name).size)!;
    throw new Error(`column ${JSON.stringify(name)} is there twice`);
  }
  return { fields, patches };
}

/** Gives the key of a column's extension type another first letter, which leaves its plain type. */
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
  return { id: flat.wide(table, DICTIONARY.id), bits };
}

/** The fields that have dictionaries, by the dictionaries' numbers, also those inside of others. */
export function dictionariesOf(fields: readonly ArrowField[]): Map<bigint, ArrowField> {
  const found = new Map<bigint, ArrowField>();
  const look = (field: ArrowField): void => {
    if (field.dictionary !== undefined) found.set(field.dictionary.id, field);
    field.children.forEach(look);
  };
  fields.forEach(look);
  return found;
}
