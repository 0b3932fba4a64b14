import type { Ajv } from "ajv";
import { spend } from "./checkBudget.ts";

/** Keyword that counts the steps of a check; users' schemas cannot contain it. */
const METER = "$meter";

type Json = { [name: string]: unknown };

/** Keywords that contain schemas (JSON Schema 2020-12 and draft 7). */
const ONE = [
  ..."additionalItems,additionalProperties,contains,else,if,items,not".split(","),
  ..."propertyNames,then,unevaluatedItems,unevaluatedProperties".split(","),
];
const LISTS = ["allOf", "anyOf", "items", "oneOf", "prefixItems"];
const MAPS = [
  ..."$defs,definitions,dependencies,dependentSchemas".split(","),
  ..."patternProperties,properties".split(","),
];

/** Maximum number of schemas within a schema; more take long to compile. */
const MAX_SCHEMAS = 200;

/**
 * Copies a schema so that every schema in it counts the steps of its check. They grow with the size
 * of the schema and of the checked value.
 *
 * @throws {RangeError} if it refers to a schema outside, or contains too many
 */
export function meteredSchema(schema: Json): Json {
  const places = new Set<string>(), anchors = new Set<string>(), refs = new Set<string>();
  const meter = (given: unknown, place: readonly string[]): unknown => {
    if (!isObject(given)) return given;
    places.add(JSON.stringify(place));
    if (places.size > MAX_SCHEMAS) {
      throw new RangeError(`the schema has more than ${MAX_SCHEMAS} schemas`);
    }
    if (place.length > 0 && "$id" in given) throw new RangeError("$id is only allowed at the top");
    for (const name of ["$ref", "$dynamicRef", "$recursiveRef"]) {
      if (typeof given[name] === "string") refs.add(given[name]);
    }
    for (const name of ["$anchor", "$dynamicAnchor"]) anchors.add(`#${given[name]}`);
    const copy: Json = { ...given };
    for (const name of ONE) {
      if (isObject(given[name])) copy[name] = meter(given[name], [...place, name]);
    }
    for (const name of LISTS) {
      const list = given[name];
      if (Array.isArray(list)) {
        copy[name] = list.map((item, i) => meter(item, [...place, name, String(i)]));
      }
    }
    for (const name of MAPS) {
      const map = given[name];
      if (!isObject(map)) continue;
      copy[name] = Object.fromEntries(
        Object.entries(map).map(([key, value]) => [key, meter(value, [...place, name, key])]),
      );
    }
    copy[METER] = weightOf(given);
    return copy;
  };
  const copy = meter(schema, []) as Json;
  for (const ref of refs) {
    const isPlace = ref === "#" || ref.startsWith("#/");
    const isKnown = isPlace
      ? places.has(JSON.stringify(pointerOf(ref).map(String)))
      : anchors.has(ref);
    if (!isKnown) {
      throw new RangeError(`${JSON.stringify(ref)} refers to a part that the schema does not have`);
    }
  }
  return copy;
}

/** Adds the counter to Ajv, and a search for equal items in linear time. */
export function addMeter(ajv: Ajv): Ajv {
  ajv.removeKeyword("uniqueItems");
  ajv.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    validate: (isUnique: boolean, items: unknown[]) => !isUnique || areUnique(items),
  });
  return ajv.addKeyword({
    keyword: METER,
    schemaType: "number",
    before: "$ref",
    validate: (weight: number, value: unknown) => {
      spend(weight * (1 + sizeOf(value)));
      return true;
    },
  });
}

/** Returns the steps of a schema itself, without the schemas inside it. */
function weightOf(schema: Json): number {
  let weight = 1;
  for (const [name, value] of Object.entries(schema)) {
    weight += Array.isArray(value) ? value.length : 1;
    if (MAPS.includes(name) && isObject(value)) weight += Object.keys(value).length;
    if (name === "enum" || name === "const") weight += JSON.stringify(value).length / 16;
  }
  return weight;
}

function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length / 64;
  if (typeof value !== "object" || value === null) return 0;
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

function areUnique(items: readonly unknown[]): boolean {
  return new Set(items.map((item) => JSON.stringify(sortMembers(item)))).size === items.length;
}

/** Sorts the members of all objects in a value. */
function sortMembers(value: unknown): unknown {
  spend(1);
  if (Array.isArray(value)) return value.map(sortMembers);
  if (!isObject(value)) return value;
  return { members: Object.keys(value).sort().map((name) => [name, sortMembers(value[name])]) };
}

function pointerOf(ref: string): (string | number)[] {
  try {
    return decodePointer(decodeURIComponent(ref.slice(1)));
  } catch {
    throw new RangeError(`${JSON.stringify(ref)} is not a reference`);
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Splits a JSON Pointer (RFC 6901): `/a~1b/0` becomes `["a/b", 0]`. */
export function decodePointer(pointer: string): (string | number)[] {
  return pointer.split("/").slice(1).map((part) =>
    /^\d+$/.test(part) ? Number(part) : part.replaceAll("~1", "/").replaceAll("~0", "~")
  );
}
