import type { SaxesParser } from "saxes";
import type { ExportCollector } from "./exportCollector.ts";
import { LIMITS } from "../../options/limits.ts";
import { ODD_CHARACTER } from "./exportFile.ts";

/**
 * Returns a parser that passes the reason of each error to a callback. The library's own errors
 * each take a stack trace, and a hostile file has an error in every character. Exceeding a limit is
 * an error, too. The events `opentagstart` and `attribute` are already in use.
 */
export async function xmlParser(onError: (reason: string) => void): Promise<SaxesParser> {
  const { SaxesParser } = await import("saxes"); // few scripts read XML
  const { xmlAttributes, xmlElementBytes } = LIMITS;
  let attributes = 0, length = 0; // since the start of the last element
  class Parser extends SaxesParser {
    override write(chunk: string | object | null): this {
      length += typeof chunk === "string" ? chunk.length : 0;
      if (length > xmlElementBytes.most) {
        onError(`it has more than ${xmlElementBytes.most} ${xmlElementBytes.error}`);
      }
      return super.write(chunk);
    }

    override fail(message: string): this {
      const [, reason = "it is not XML"] = REASONS.find(([words]) => words.test(message)) ?? [];
      onError(reason);
      return this;
    }
  }
  const parser = new Parser();
  parser.on("opentagstart", () => attributes = length = 0);
  parser.on("attribute", () => {
    if (++attributes !== xmlAttributes.most + 1) return;
    onError(`it has more than ${xmlAttributes.most} ${xmlAttributes.error}`);
  });
  return parser;
}

/** Reason for a character that XML does not allow; readers skip it. */
export const FORBIDDEN = "XML does not allow the character";

/** Reasons by the library's message. The first pattern that matches counts. */
const REASONS: readonly (readonly [words: RegExp, reason: string])[] = [
  [/^disallowed character\.?$/, FORBIDDEN],
  [/unexpected end|unclosed tag/, "an element does not end"],
  [/clos(?:e|ing) tag/, "an end tag is invalid, or does not match its start tag"],
  [/undefined entity/, "an entity is not one of XML's own, such as &amp;"],
  [/entity/, "an entity is invalid (in text, & is written &amp;)"],
  [/doctype/, "its DOCTYPE is in the wrong place"],
  [/attribute/, "an attribute is invalid, or given twice"],
  [/comment|"--"/, "a comment is invalid"],
  [/processing instruction/, "a processing instruction (<?...?>) is invalid"],
  [/root|]]>/, "text or elements are outside of the root element"],
  [/declaration|expect|whitespace|must match|^value /, "its first line (<?xml ...?>) is invalid"],
  [/tag|name|prefix|namespace/, "a tag is invalid"],
];

/** The encoding in the XML declaration at the start of a file. */
const ENCODING = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/;

/**
 * Returns a function that decodes the chunks of a file and writes them to a parser; call it without
 * a chunk at the end. Line breaks before the XML declaration are skipped, and characters that cannot
 * be decoded are reported.
 *
 * @throws {TypeError} if the declared encoding is unknown
 */
export function xmlWriter(
  parser: SaxesParser,
  collector: Pick<ExportCollector, "skip">,
): (piece?: Uint8Array) => void {
  let decoder: TextDecoder | undefined;
  let isBefore = true; // before the first tag, where XML allows no space in front of its declaration
  return (piece) => {
    if (piece !== undefined) decoder ??= decoderOf(piece);
    const all = decoder?.decode(piece, { stream: piece !== undefined }) ?? "";
    const text = isBefore ? all.trimStart() : all, at = text.indexOf("\uFFFD");
    parser.line += all.slice(0, all.length - text.length).split("\n").length - 1;
    isBefore &&= text === "";
    if (at < 0) return void parser.write(text);
    parser.write(text.slice(0, at));
    collector.skip(ODD_CHARACTER, `line ${parser.line}`);
    parser.write(text.slice(at));
  };
}

/** Returns a decoder for the encoding that a file declares, by default UTF-8. */
function decoderOf(head: Uint8Array): TextDecoder {
  const [, given = "utf-8"] = ENCODING.exec(new TextDecoder("latin1").decode(head)) ?? [];
  // UTF-16 is converted already, but its declaration remains.
  const encoding = /^utf-?16|^ucs-?2/i.test(given) ? "utf-8" : given;
  try {
    return new TextDecoder(encoding);
  } catch (cause) {
    throw new TypeError(`its encoding ${encoding} is unknown`, { cause });
  }
}
