import { type CsvField, formatCsv, parseCsv } from "../../frame/formats/csv.ts";
import type { Endpoint } from "../../api/fields/endpoint.ts";
import type { Renaming } from "../../api/fields/names.ts";
import type { TextBody } from "../http/handler.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Renames a handler's result: JSON and records; frames contain no names. */
export function resultToWire(endpoint: Endpoint, result: unknown, vocabulary: Vocabulary): unknown {
  switch (endpoint.returns.kind) {
    case "json":
      return vocabulary.toWire.json(result);
    case "records":
    case "lines": {
      const { contentType, pieces } = result as TextBody;
      const rename = contentType.startsWith("text/csv")
        ? csvRenamed
        : endpoint.returns.kind === "lines"
        ? linesRenamed
        : arrayRenamed;
      return { contentType, pieces: rename(pieces, vocabulary) } satisfies TextBody;
    }
    default:
      return result;
  }
}

type Pieces = AsyncIterable<string>;

/** Each chunk of an array is whole items after `[` or `,`, or its end. */
async function* arrayRenamed(pieces: Pieces, { toWire, mayHold }: Vocabulary): Pieces {
  for await (const piece of pieces) {
    if (!mayHold.test(piece)) yield piece;
    else {
      const isAll = isJson(piece);
      const items = isAll ? piece : `[${piece.slice(1)}]`;
      const text = JSON.stringify(toWire.json(JSON.parse(items)));
      yield isAll ? text : piece[0] + text.slice(1, -1);
    }
  }
}

/** Each chunk of JSON lines is whole lines. */
async function* linesRenamed(pieces: Pieces, { toWire, mayHold }: Vocabulary): Pieces {
  for await (const piece of pieces) {
    yield piece.split("\n").map((line) =>
      line !== "" && mayHold.test(line) ? JSON.stringify(toWire.json(JSON.parse(line))) : line
    ).join("\n");
  }
}

/** Each chunk of CSV is whole rows; the first starts with the header. */
async function* csvRenamed(pieces: Pieces, { toWire, mayHold }: Vocabulary): Pieces {
  let columns: readonly string[] | undefined;
  for await (const piece of pieces) {
    if (columns !== undefined && !mayHold.test(piece)) yield piece;
    else {
      const rows = parseCsv(piece), names = columns ?? rows.shift()!.map((name) => name ?? "");
      const header = columns === undefined ? [names.map(toWire.name)] : [];
      columns = names;
      const renamed = rows.map((row) => row.map((cell, i) => renamedCell(names[i]!, cell, toWire)));
      yield formatCsv([...header, ...renamed]);
    }
  }
}

/** Renames a cell of CSV: source ids contain the operator, and lists of sources are JSON. */
function renamedCell(column: string, cell: CsvField, toWire: Renaming): CsvField {
  if (cell === null) return null;
  if (column === "source_id") return toWire.queryValue(column, cell);
  if (column !== "sources") return cell;
  return JSON.stringify(
    (JSON.parse(cell) as string[]).map((one) => toWire.queryValue(column, one)),
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
