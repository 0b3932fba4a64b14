import { assertEquals } from "@std/assert";

/** Phrases by which the messages of libraries and of the runtime are known. */
const PHRASES: Readonly<Record<string, RegExp>> = {
  saxes:
    /disallowed character|close tag|closing tag|unclosed tag|unquoted|must match|unexpected end|malformed|duplicate attribute|whitespace required|expected one of (?:version|encoding)/,
  sqlite: /disk image|no such (?:table|column)|SQLite says|incomplete input|unrecognized token/,
  fit: /CRC|Invalid FIT|exceeds input|File to small|'\.FIT'|local definition/,
  polars: /assertion failed|ComputeError|OutOfSpec|ARROW:schema|InvalidByte|parquet:|dtype/i,
  zip: /central directory|End of (?:C|c)entral|format_error|Z_DATA|corrupt deflate|invalid stored/,
  calendar: /invalid ical|Unknown recurrence|BY\w+ rule part|invalid (?:line|value) \(/i,
  json: /in JSON|valid JSON|end of JSON|Unterminated string/,
  text: /The encoded data|was not valid for encoding/,
  ajv: /\bmust (?:be|NOT|have|match)\b|can't resolve|strict mode|unknown keyword|data\//,
  re2: /missing (?:closing|argument)|invalid or unsupported Perl|invalid (?:nested|escape|named)/,
  runtime:
    /undefined \(reading|is not (?:a function|iterable|a constructor)|call stack|array length/,
};

/** Checks that a message has no words of a library, which mean nothing to a user. */
export function assertOwnWords(message: string): void {
  const found = Object.entries(PHRASES).filter(([, words]) => words.test(message));
  assertEquals(found.map(([library]) => library), [], message);
}
