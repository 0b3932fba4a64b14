import fc from "fast-check";
import type { Document, Operation, Schema } from "../helpers/documentCheck.ts";
import { near, type Sources } from "./fuzzValues.ts";

/** Operation with its path and method. */
export interface Placed extends Operation {
  readonly method: string;
  readonly path: string;
}

/** Request that nearly matches an operation. */
export interface FuzzRequest {
  readonly operation: Placed;
  /** Path with its parameters, and the query. */
  readonly target: string;
  readonly type: string;
  readonly body: string | undefined;
  /** Caller: the user with the data, another user, or nobody. */
  readonly who: "owner" | "other" | "nobody";
}

/** Existing data. */
export interface Known extends Omit<Sources, "isBroken"> {
  readonly root: Document & Schema;
  /**
   * Ids of the most recently created objects, by the first word of the operation that created them.
   */
  readonly made: ReadonlyMap<string, readonly string[]>;
  /** Types with the schemas of their records. Each schema is a separate document. */
  readonly types: ReadonlyMap<string, Schema>;
}

/** Returns all operations of a document. */
export function operationsOf(document: Document): Placed[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
    }))
  );
}

const text = (value: unknown): string =>
  (typeof value === "string" ? value : JSON.stringify(value) ?? "").toWellFormed();

/**
 * Creates requests of an operation. Half of them are valid; the others have an invalid parameter,
 * body or type.
 */
export function requestsOf(operation: Placed, known: Known): fc.Arbitrary<FuzzRequest> {
  return fc.boolean().chain((isBroken) => requestFor(operation, { ...known, isBroken }));
}

function requestFor(operation: Placed, known: Known & Sources): fc.Arbitrary<FuzzRequest> {
  const { isBroken } = known;
  const { operationId, parameters = [], requestBody } = operation;
  const own = known.made.get(operationId.split(".")[0]!) ?? [];
  const here = { ...known, ids: own.length > 0 ? [...known.ids.slice(0, 2), ...own] : known.ids };
  const inPath = parameters.filter((one) => one.in === "path");
  const inQuery = parameters.filter((one) => one.in === "query");
  const types = Object.keys(requestBody?.content ?? {});
  return fc.record({
    path: fc.tuple(...inPath.map(({ name, schema }) => near(schema, here, name).map(text))),
    isPlain: fc.boolean(),
    query: fc.tuple(...inQuery.map(({ name, schema, required }) => {
      const all = schema["type"] === "array"
        ? fc.array(near(schema["items"] as Schema, known, name), { maxLength: 3 })
        : fc.array(near(schema, known, name), { minLength: required ? 1 : 0, maxLength: 1 });
      return (isBroken ? fc.oneof({ weight: 20, arbitrary: all }, fc.constant([])) : all)
        .map((values) => values.map((value) => [name, text(value)]));
    })),
    type: fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom(...types, ...(types.length > 0 ? [] : [""])) },
      fc.constantFrom("application/json", isBroken ? "text/x" : "application/json"),
    ),
    who: isBroken
      ? fc.constantFrom("nobody", "other", "other", ...Array(17).fill("owner"))
      : fc.constant("owner"),
    // Records of an existing type, with that type in the path, if the document does not restrict
    // them.
    record: fc.constantFrom(...known.types).chain(([dataType, root]) =>
      fc.oneof(near(root, { ...known, root }), near({ type: "object" }, known)).map((record) => ({
        dataType,
        record,
      }))
    ),
    json: types.length === 0
      ? fc.constant(undefined)
      : near(requestBody!.content[types[0]!]!.schema, known),
    more: fc.integer({ min: 0, max: 4 }),
    cut: isBroken
      ? fc.oneof({ weight: 20, arbitrary: fc.constant(Infinity) }, fc.nat(200))
      : fc.constant(Infinity),
  }).map(({ path, isPlain, query, type, who, record, json, more, cut }): FuzzRequest => {
    const isRecord = types.includes("application/x-jsonl") && more > 0;
    let i = 0;
    const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => {
      const value = path[i++]!;
      const chosen = isRecord && name === "data_type" ? record.dataType : value;
      // A segment of one or two dots would be resolved as a relative path.
      const encoded = encodeURIComponent(/^\.{1,2}$/.test(chosen) ? "x" : chosen);
      return isPlain && name === "data_type" ? encoded.replaceAll("%2F", "/") : encoded;
    });
    const search = new URLSearchParams(query.flat() as string[][]);
    const value = isRecord ? record.record : json;
    const body = types.length === 0 ? undefined : written(value, type, isRecord ? more : 1);
    return {
      operation,
      target: search.size === 0 ? filled : `${filled}?${search}`,
      type,
      who: who as FuzzRequest["who"],
      body: body?.slice(0, cut),
    };
  });
}

/** Serializes a value as a body of a media type. */
function written(value: unknown, type: string, times: number): string {
  if (type.endsWith("urlencoded")) {
    const fields = Object.entries(Object(value)).map(([name, one]) => [name, text(one)]);
    return String(new URLSearchParams(fields));
  }
  const json = JSON.stringify(value) ?? "";
  return type.endsWith("jsonl") ? Array(times).fill(json).join("\n") : json;
}
