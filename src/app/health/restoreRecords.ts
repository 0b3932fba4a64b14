import type { RecordColumns } from "../../api/fields/endpoint.ts";
import type { Client } from "../../client/client.ts";
import type { Columns } from "../../frame/columns/columns.ts";
import { type Row, toRows } from "../../frame/polars/rows.ts";
import { parseJson } from "../../options/parseJson.ts";
import type { Definitions, Original } from "../../read/export/joinExports.ts";
import type { AnnotationBody } from "../../schema/annotations.ts";
import type { DataTypeBody } from "../../schema/catalog.ts";
import { isoMicros } from "../../time/iso.ts";
import { NOTED } from "../export/exportRecords.ts";
import { isAnnotation, recordOfRow } from "../mirror/copiedRecord.ts";
import { frameColumns, isEntry, isMetric } from "../mirror/readTypeRows.ts";

/**
 * Restores records of an earlier export. Definitions are found by identifier or name, or created.
 */
export class Restorer {
  readonly #client: Client;
  readonly #types = new Map<string, string | undefined>();
  #tags: Map<string, string> | undefined;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Returns the data type to store records in; `undefined` if the export does not define it. */
  async typeOf({ dataType, definitions }: Original): Promise<string | undefined> {
    if (!dataType.includes("/")) return dataType;
    if (!this.#types.has(dataType)) {
      this.#types.set(dataType, await this.#findOrDefine(dataType, definitions));
    }
    return this.#types.get(dataType);
  }

  /** Returns records of an export as `ingest` accepts them. */
  async records({ dataType, definitions }: Original, columns: Columns): Promise<Row[]> {
    const read = rowReader({ ...frameColumns(dataType), ...isMetric(dataType) ? NOTED : {} });
    const inUtc = Object.entries(columns).map(([name, column]) => [
      name,
      column.type === "time" ? { ...column, zone: "UTC" } : column,
    ]);
    const rows = toRows(Object.fromEntries(inUtc)).map(read);
    if (isEntry(dataType)) return rows;
    const tags = rows.some(({ tags }) => Array.isArray(tags) && tags.length > 0)
      ? await this.#tagIds(definitions)
      : new Map<string, string>();
    return rows.map((row) => recordBody(row, dataType, tags));
  }

  async #findOrDefine(dataType: string, definitions: Definitions): Promise<string | undefined> {
    const [base, id] = dataType.split("/", 2) as [string, string];
    const type = definitions.types.find((type) => type["id"] === dataType);
    const annotation = definitions.annotations.find((one) => one["id"] === id);
    const { name } = type ?? annotation ?? {};
    const userid = await this.#client.userid();
    const known = (await this.#client.api.catalog.list({ category: "user_configured" }))
      .filter((type) => type.svc_userid === userid);
    const same = known.find((type) => type.id === dataType) ??
      known.find((other) =>
        other.name === name && other.id.startsWith(`${base}/`) && !other.deprecated &&
        (type === undefined || (other.unit ?? null) === (type["unit"] ?? null))
      );
    if (same !== undefined) return same.id;
    if (annotation !== undefined) {
      const { annotation_type, description, measurement_spec, spec } = annotation;
      const ids = await this.#tagIds(definitions);
      const tags = (annotation["tags"] as string[]).flatMap((tag) => ids.get(tag) ?? []);
      const body = { annotation_type, name, description, tags, measurement_spec, spec };
      const made = await this.#client.api.annotations.create({ body: body as AnnotationBody });
      return `${base}/${made.id}`;
    }
    if (type === undefined) return undefined;
    const { description, record_spec } = type;
    const body = { name, description, record_spec } as DataTypeBody;
    return (await this.#client.api.catalog.define({
      base_type: base as "Metric" | "Event",
      body,
    })).id;
  }

  /** Returns the identifiers of the user's tags by those in the export. */
  async #tagIds({ tags }: Definitions): Promise<ReadonlyMap<string, string>> {
    if (this.#tags !== undefined) return this.#tags;
    const known = new Map((await this.#client.api.tags.list()).map(({ id, name }) => [name, id]));
    this.#tags = new Map();
    for (const { id, name } of tags as unknown as readonly { id: string; name: string }[]) {
      const own = known.get(name) ?? (await this.#client.api.tags.create({ body: { name } })).id;
      this.#tags.set(id, own);
    }
    return this.#tags;
  }
}

/** Returns a function that restores the wire's row from a row of a table; nulls are left out. */
function rowReader(columns: RecordColumns): (row: Row) => Row {
  const entries = Object.entries(columns);
  return ({ other, ...cells }) => {
    const row: Record<string, unknown> = {};
    for (const [name, column] of entries) {
      const cell = cells[name] ?? null;
      if (cell === null) continue;
      if (typeof column === "object" && "json" in column) {
        row[column.json] = parseJson(cell as string);
      } else if (typeof column === "object" && "path" in column) {
        const [member, inner] = column.path.split(".", 2) as [string, string?];
        if (inner === undefined) row[member] = cell;
        else row[member] = { ...Object(row[member]), [inner]: cell };
      } else row[name] = cell;
    }
    const rest = other === null || other === undefined ? {} : parseJson(other as string) as object;
    for (const [name, value] of Object.entries(rest)) {
      const isPart = typeof row[name] === "object" && !Array.isArray(value);
      row[name] = isPart ? { ...Object(row[name]), ...value } : value;
    }
    return row;
  };
}

/** Converts a row of the wire to a record that `ingest` accepts. */
function recordBody(given: Row, dataType: string, tagIds: ReadonlyMap<string, string>): Row {
  const { uuid, start_date, end_date, source_properties, metadata, name, ...members } = given;
  const { count: _, has_undetermined_duration: __, extras: ___, ...others } = members;
  const { name: from = null, sourceBundleIdentifier = from } = Object(source_properties);
  const isSample = uuid !== undefined;
  const row = {
    ...others,
    id: uuid ?? others["id"],
    source_properties,
    metadata,
    ...name !== undefined && name !== Object(metadata)["name"] && { name },
    ...isSample && { recorded_at: start_date, end_time: end_date },
    ...others["source_id"] === undefined && { source_id: sourceBundleIdentifier },
  };
  const record = recordOfRow(row, isSample ? given : undefined, dataType);
  const { fields, tags = isAnnotation(dataType) ? [] : undefined, ...extra } = record.extra === null
    ? {}
    : JSON.parse(record.extra); // without tags, a definition's own apply
  const source = parseOrNull(record.origin?.sourceProperties);
  const device = parseOrNull(record.origin?.deviceProperties);
  return {
    ...fields,
    ...extra,
    ...tags !== undefined && { tags: tags.map((tag: string) => tagIds.get(tag) ?? tag) },
    id: record.id,
    start_time: isoMicros(record.start),
    ...record.end > record.start && { end_time: isoMicros(record.end) },
    ...record.value !== null && { value: record.value },
    ...source !== null && { source },
    ...device !== null && { device },
  };
}

function parseOrNull(json: string | undefined): unknown {
  return json === undefined ? null : JSON.parse(json);
}
