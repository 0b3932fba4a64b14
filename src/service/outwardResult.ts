import type { Endpoint } from "../api/endpoint.ts";
import type { TextBody } from "./handler.ts";
import type { Words } from "./words.ts";

/** What a handler gave back, in the words of the deployment: JSON and records; frames have none. */
export function outwardResult(endpoint: Endpoint, result: unknown, words: Words): unknown {
  switch (endpoint.returns.kind) {
    case "json":
      return words.outward.json(result);
    case "records":
    case "lines": {
      const { contentType, pieces } = result as TextBody;
      const rename = contentType.startsWith("text/csv")
        ? headerRenamed
        : endpoint.returns.kind === "lines"
        ? linesRenamed
        : arrayRenamed;
      return { contentType, pieces: rename(pieces, words) } satisfies TextBody;
    }
    default:
      return result;
  }
}

type Pieces = AsyncIterable<string>;

/** Each piece of an array is whole items behind `[` or `,`, or its end. */
async function* arrayRenamed(pieces: Pieces, { outward, mayHold }: Words): Pieces {
  for await (const piece of pieces) {
    if (!mayHold.test(piece)) yield piece;
    else {
      const isAll = isJson(piece);
      const items = isAll ? piece : `[${piece.slice(1)}]`;
      const text = JSON.stringify(outward.json(JSON.parse(items)));
      yield isAll ? text : piece[0] + text.slice(1, -1);
    }
  }
}

/** Each piece of JSON lines is whole lines. */
async function* linesRenamed(pieces: Pieces, { outward, mayHold }: Words): Pieces {
  for await (const piece of pieces) {
    yield piece.split("\n").map((line) =>
      line !== "" && mayHold.test(line) ? JSON.stringify(outward.json(JSON.parse(line))) : line
    ).join("\n");
  }
}

/** The first piece of CSV begins with the names of its columns, which need no quotes. */
async function* headerRenamed(pieces: Pieces, { outward }: Words): Pieces {
  let isFirst = true;
  for await (const piece of pieces) {
    const end = isFirst ? piece.indexOf("\n") : 0;
    const names = piece.slice(0, end).split(",").map(outward.name);
    yield isFirst ? names.join(",") + piece.slice(end) : piece;
    isFirst = false;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
