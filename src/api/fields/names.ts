/**
 * Words that a deployment uses in place of the interface's neutral ones. With `{ svc: "acme" }`,
 * `svc_userid` is `acme_userid` on the wire. Other words stay neutral.
 */
export interface Names {
  /** The operator. @default "svc" */
  readonly svc?: string | undefined;
  /** The mobile-device platform. @default "mobile" */
  readonly mobile?: string | undefined;
  /** The map provider. @default "map" */
  readonly map?: string | undefined;
  /** The device health framework. @default "health_sdk" */
  readonly health_sdk?: string | undefined;
}

/** Renames in one direction. Free values, such as names that users choose, stay unchanged. */
export interface Renaming {
  /** True if it changes no name. */
  readonly same: boolean;
  /** Renames a path or its template, such as `/data/v0/{svc_userid}/mobile_workouts`. Braces stay. */
  path(template: string): string;
  /** Renames a query parameter, a JSON field or a column. */
  name(name: string): string;
  /** Renames a value of a query parameter, which is given by its neutral name. */
  queryValue(parameter: string, value: string): string;
  /** Renames fields at any depth and enumeration values in JSON. */
  json(value: unknown): unknown;
}

/**
 * Every name of the interface that contains such a word: segments, parameters and fields. Only these
 * are renamed: in `value_map` the word means something else.
 */
const CARRIERS: Readonly<Record<keyof Names, readonly string[]>> = {
  svc: [
    "svc_userid",
    "sharer_svc_userid",
    "allowed_svc_userid",
    "member_svc_userid",
    "svc_source",
    "svc_source_id",
    "svc_data_type",
    "svc_data_types",
    "svc_user_name",
    "svc_user_picture",
    "sharing_svc_userid",
    "sharing_svc_user_name",
    "sharing_svc_user_picture",
  ],
  mobile: ["mobile_location_updates", "mobile_location_visits", "mobile_workouts"],
  map: ["map_location_updates"],
  health_sdk: [],
};

/** Enumeration values that contain such a word. */
const VALUES: Readonly<Record<keyof Names, readonly string[]>> = {
  svc: [],
  mobile: ["mobile"],
  map: ["map_service"],
  health_sdk: ["health_sdk"],
};

/** Fields and parameters that hold one enumeration value or a list. */
const ENUMERATED: ReadonlySet<string> = new Set([
  "category",
  "categories",
  "location_source",
  "location_sources",
  "enum", // of a JSON Schema
]);

/** Fields and parameters that hold names of fields, such as the location of an error. */
const NAMING: ReadonlySet<string> = new Set(["group", "loc", "required"]);

/** Fields and parameters that hold source identifiers. An annotation's identifier contains the operator. */
const SOURCES: ReadonlySet<string> = new Set(["source_id", "sources", "svc_source_id"]);

/** Fields that list data types. One type is named after an operation: `mobile_workouts`. */
const TYPES: ReadonlySet<string> = new Set(["svc_data_types"]);

/** Fields with free contents, defined by a user, a vendor or a device. */
const FREE: ReadonlySet<string> = new Set([
  "all_statistics",
  "calendar_events_data_track_filter_map",
  "data",
  "data_types",
  "device",
  "device_properties",
  "extras",
  "location_resolution",
  "mapping",
  "metadata",
  "pinned_metrics_count_map",
  "schema",
  "selected_metrics_map",
  "source_properties",
  "source_revision",
  "value",
  "value_map",
  "workout_activities",
  "workout_events",
]);

/** Other names and values of the interface, which a new name could equal. */
const TAKEN: readonly string[] = [
  "calendar_source_id",
  "location_source",
  "source_data_type",
  "source_data_types",
  "annotations",
  "base_type",
  "focus",
  "health",
  "location",
  "mindfulness",
  "platform",
  "shared_type",
  "sleep",
  "user_configured",
];

const WORD = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;
const WORDS = ["svc", "mobile", "map", "health_sdk"] as const satisfies readonly (keyof Names)[];

/**
 * Returns the renaming from neutral words to a deployment's words.
 *
 * @throws {TypeError} if a word is unknown, or its replacement is not made of lowercase letters, digits
 * and single underscores
 * @throws {RangeError} if two names would become one
 */
export function toWire(names: Names): Renaming {
  return makeRenaming(tablesOf(names));
}

/**
 * Returns the inverse of {@linkcode toWire}: from a deployment's words to neutral ones.
 *
 * @throws {TypeError | RangeError} as `toWire` does
 */
export function fromWire(names: Names): Renaming {
  const { names: there, values, operator: [from, to] } = tablesOf(names);
  return makeRenaming({ names: invert(there), values: invert(values), operator: [to, from] });
}

/**
 * Returns whether a whole body is free: a record of a user-defined type, or the schema of such
 * records.
 *
 * @param path Path of the operation's route.
 * @param dataType The path's data type.
 */
export function isFreeBody(path: string, dataType: string | undefined): boolean {
  return dataType?.includes("/") === true &&
    (path.startsWith("/ingest/v1/record/") || path.endsWith("/schema"));
}

interface Tables {
  /** Segments, parameters and fields. */
  readonly names: ReadonlyMap<string, string>;
  /** Values of enumerations. */
  readonly values: ReadonlyMap<string, string>;
  /** The neutral word for the operator, and its replacement. */
  readonly operator: readonly [from: string, to: string];
}

function tablesOf(names: Names): Tables {
  for (const [word, other] of Object.entries(names)) {
    if (!WORDS.includes(word as keyof Names)) {
      throw new TypeError(
        `Cannot use names: unknown word ${JSON.stringify(word)}. Use ${WORDS.join(", ")}`,
      );
    }
    if (other !== undefined && (typeof other !== "string" || !WORD.test(other))) {
      throw new TypeError(
        `Cannot use names: ${word} is ${
          JSON.stringify(other)
        }, expected lowercase letters and digits, separated by underscores`,
      );
    }
  }
  const tables = {
    names: table(names, CARRIERS),
    values: table(names, VALUES),
    operator: ["svc", names.svc ?? "svc"] as const,
  };
  rejectDuplicates(tables.names);
  rejectDuplicates(tables.values);
  return tables;
}

function table(names: Names, words: Readonly<Record<keyof Names, readonly string[]>>): Map<
  string,
  string
> {
  return new Map(
    WORDS.flatMap((word) =>
      words[word].map((name): [string, string] => [
        name,
        name.replace(new RegExp(`(?<=^|_)${word}(?=_|$)`), names[word] ?? word),
      ])
    ),
  );
}

function rejectDuplicates(table: ReadonlyMap<string, string>): void {
  const known = new Map(TAKEN.map((name) => [name, name]));
  for (const [name, other] of table) {
    const earlier = known.get(other);
    if (earlier !== undefined) {
      throw new RangeError(
        `Cannot use names: ${name} and ${earlier} would both be ${JSON.stringify(other)}`,
      );
    }
    known.set(other, name);
  }
}

function invert(table: ReadonlyMap<string, string>): Map<string, string> {
  return new Map(Array.from(table, ([name, other]) => [other, name]));
}

function makeRenaming({ names, values, operator }: Tables): Renaming {
  const same = [...names, ...values].every(([name, other]) => name === other);
  const name = (given: string): string => names.get(given) ?? given;
  const value = (given: unknown): unknown =>
    Array.isArray(given)
      ? given.map(value)
      : typeof given === "string"
      ? values.get(given) ?? given
      : given;
  const source = (given: unknown): unknown =>
    Array.isArray(given)
      ? given.map(source)
      : typeof given === "string"
      ? renameSource(given, operator)
      : given;
  const naming = (given: unknown): unknown =>
    Array.isArray(given)
      ? given.map(naming)
      : typeof given === "string"
      ? name(given)
      : json(given); // an object, such as the `group` of an answer
  const json = (given: unknown): unknown => {
    if (typeof given !== "object" || given === null || isInstance(given)) return given;
    if (Array.isArray(given)) return given.map(json);
    return Object.fromEntries(
      Object.entries(given).map(([key, member]) => {
        if (FREE.has(key)) return [key, member];
        if (ENUMERATED.has(key)) return [name(key), value(member)];
        if (TYPES.has(key) || TYPES.has(name(key))) return [name(key), naming(member)];
        if (NAMING.has(key)) return [name(key), naming(member)];
        if (SOURCES.has(key) || SOURCES.has(name(key))) return [name(key), source(member)];
        return [name(key), key === "errors" ? renamePlaces(json(member), name) : json(member)];
      }),
    );
  };
  return {
    same,
    path: (template) => template.split("/").map(name).join("/"),
    name,
    queryValue: (parameter, given) => {
      if (ENUMERATED.has(parameter)) return values.get(given) ?? given;
      if (NAMING.has(parameter)) return name(given);
      if (SOURCES.has(parameter)) return renameSource(given, operator);
      if (parameter !== "filter") return given;
      const [field = "", ...rest] = given.split(":"), value = rest.join(":");
      if (rest.length === 0) return given;
      return `${name(field)}:${SOURCES.has(field) ? renameSource(value, operator) : value}`;
    },
    json: same ? (given) => given : json,
  };
}

/** Renames the operator in an annotation's source identifier, `com.<operator>.annotation.<uuid>`. */
function renameSource(given: string, [from, to]: Tables["operator"]): string {
  const start = `com.${from}.annotation.`;
  return given.startsWith(start) ? `com.${to}.annotation.${given.slice(start.length)}` : given;
}

/** Returns whether a value is an instance of a class, such as a date, which serializes itself. */
function isInstance(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return !Array.isArray(value) && prototype !== Object.prototype && prototype !== null;
}

/** Renames the location of an error in a problem document, such as `query.svc_userid`. */
function renamePlaces(faults: unknown, name: (given: string) => string): unknown {
  if (!Array.isArray(faults)) return faults;
  return faults.map((fault) =>
    typeof fault?.location === "string"
      ? { ...fault, location: fault.location.split(".").map(name).join(".") }
      : fault
  );
}
