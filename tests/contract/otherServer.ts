import pl from "nodejs-polars";
import { FORMATS } from "../../src/frame/formats/formats.ts";
import { fromArrow } from "../../src/frame/polars/fromArrow.ts";
import { columnNames, frameHeight, seriesOf } from "../../src/frame/polars/seriesOf.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";

/** Answers requests. */
type Serve = (request: Request) => Response | Promise<Response>;

/** Additional members of an object. */
const MORE = { more: { kept_by: "another service", since: 2019 } };
const DOCUMENT = /\/user\/v1alpha1\/(?:preferences|profile)|\/schema$/;
const ARROW_MARKS = [[0x41, 0x52, 0x52, 0x4f, 0x57, 0x31], [0xff, 0xff, 0xff, 0xff]];

/**
 * A second service with the same data but other permitted formats: lists inside `data`, more
 * members in objects and columns in frames, Arrow of another writer, the file format instead of the
 * stream and vice versa, times last and in milliseconds, a 303 for answers to POST and PUT, no
 * length, digest or useful media type, and no record schemas of built-in types.
 */
export function otherServer(serve: Serve): Serve {
  const waiting = new Map<string, Response>();
  return async (request) => {
    const url = new URL(request.url);
    const kept = waiting.get(url.pathname);
    if (kept !== undefined) {
      waiting.delete(url.pathname);
      return kept;
    }
    const { method } = request, { status, headers, body } = await serve(request);
    const bytes = new Uint8Array(await new Response(body).arrayBuffer());
    const type = headers.get("content-type") ?? "";
    if (status < 200 || status > 299) {
      return new Response(status === 303 ? null : bytes, { status, headers: plain(headers) });
    }
    const answer = new Response(status === 204 ? null : otherwise(bytes, type, url), {
      status: method === "GET" || status === 204 ? status : 200,
      headers: { "content-type": /json|csv/.test(type) ? `${type}; x=y` : "binary/octet-stream" },
    });
    if ((method !== "POST" && method !== "PUT") || status === 204) return answer;
    const place = `/answers/${crypto.randomUUID()}`;
    waiting.set(place, answer);
    return new Response(null, { status: 303, headers: { location: place } });
  };
}

/** Removes the headers that verify a body. */
function plain(headers: Headers): Headers {
  const own = new Headers(headers);
  for (const name of ["content-length", "content-digest"]) own.delete(name);
  return own;
}

/** Returns an equivalent body in chunks, so that its length is unknown. */
function otherwise(bytes: Uint8Array<ArrayBuffer>, type: string, url: URL): BodyInit {
  const other = ARROW_MARKS.some((mark) => mark.every((byte, i) => bytes[i] === byte))
    ? otherArrow(bytes)
    : type.includes("parquet")
    ? changed(FORMATS.parquet.decode(bytes, {})).writeParquet({ compression: "snappy" })
    : type.includes("csv")
    ? otherCsv(bytes)
    : /ndjson|jsonl/.test(type)
    ? otherLines(bytes)
    : type.includes("json") && !DOCUMENT.test(url.pathname)
    ? otherJson(bytes, url)
    : bytes;
  return new Blob([other as BlobPart]).stream();
}

function otherArrow(bytes: Uint8Array): Uint8Array {
  const frame = changed(fromArrow(bytes));
  return bytes[0] === 0x41
    ? frame.writeIPCStream({ compression: "lz4" })
    : frame.writeIPC({ compression: "zstd" });
}

/**
 * Adds a column to a frame, and moves its times to the end, in milliseconds if that is lossless.
 */
function changed(frame: Frame): Frame {
  const all = columnNames(frame).map((name) => seriesOf(frame, name));
  const isTime = (series: pl.Series): boolean =>
    (series.dtype as unknown as { variant: string }).variant === "Datetime";
  const source = Array.from({ length: frameHeight(frame) }, () => "another source");
  return pl.DataFrame([
    ...all.filter((series) => !isTime(series)),
    pl.Series("value_src", source, pl.Utf8),
    ...all.filter(isTime).map((series) => series.cast(pl.Datetime("ms"))),
  ]);
}

function otherCsv(bytes: Uint8Array): Uint8Array {
  const lines = read(bytes).split("\n");
  return text(
    lines.map((line, i) => line === "" ? "" : `${line},${i === 0 ? "more" : ""}`).join("\n"),
  );
}

function otherLines(bytes: Uint8Array): Uint8Array {
  return text(
    read(bytes).split("\n").map((line) =>
      line === "" ? "" : JSON.stringify({ ...JSON.parse(line), more: "x" })
    ).join("\n"),
  );
}

function otherJson(bytes: Uint8Array, url: URL): Uint8Array {
  if (bytes.length === 0) return bytes;
  const value: unknown = JSON.parse(read(bytes));
  if (url.searchParams.get("output") === "jscolumns") {
    const columns = value as Record<string, unknown[]>, [first = []] = Object.values(columns);
    return text(JSON.stringify({ more: first.map(() => "x"), ...columns }));
  }
  const more = (item: unknown): unknown =>
    typeof item === "object" && item !== null && !Array.isArray(item) ? { ...item, ...MORE } : item;
  if (!Array.isArray(value)) return text(JSON.stringify(more(value)));
  if (url.searchParams.has("output")) return text(JSON.stringify(value.map(more)));
  const bare = url.pathname.endsWith("/catalog") ? value.map(withoutSpec) : value;
  return text(JSON.stringify({ data: bare.map(more), next: null, count: value.length }));
}

function read(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function text(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}

/** Removes the record schema from a catalog entry, unless a user defined it. */
function withoutSpec(entry: Record<string, unknown>): Record<string, unknown> {
  if (String(entry["id"]).includes("/")) return entry;
  const { record_spec: _, ...rest } = entry;
  return rest;
}
