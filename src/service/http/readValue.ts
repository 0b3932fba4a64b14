import type { Kind } from "../../api/fields/endpoint.ts";
import { durationMicros } from "../../time/length.ts";
import { zone } from "../../time/zone.ts";
import { readTime } from "../../schema/checks/timeForm.ts";
import { UUID } from "../../schema/checks/uuid.ts";

const BOOLEANS: Readonly<Record<string, boolean>> = {
  true: true,
  "1": true,
  false: false,
  "0": false,
};
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

type Reading = string | number | boolean | bigint;

/** Parser of each kind of parameter; it throws the reason if the text is invalid. */
const READERS: Readonly<Record<Kind, (text: string) => Reading>> = {
  text: (text) => text,
  metric: (text) => text,
  time: readTime,
  uuid: (text) => {
    if (!UUID.test(text)) throw new RangeError(`${shown(text)} is not a UUID`);
    return text.toLowerCase();
  },
  zone,
  duration: (text) => {
    durationMicros(text);
    return text;
  },
  number: (text) => {
    const value = DECIMAL.test(text) ? Number(text) : NaN;
    if (!Number.isFinite(value)) throw new RangeError(`${shown(text)} is not a number`);
    return value;
  },
  integer: (text) => {
    if (!/^[+-]?\d+$/.test(text)) throw new RangeError(`${shown(text)} is not an integer`);
    const value = Number(text);
    if (Number.isSafeInteger(value)) return value;
    throw new RangeError(`${shown(text)} is not within 2^53 of 0`);
  },
  boolean: (text) => {
    const value = BOOLEANS[text.toLowerCase()];
    if (value === undefined) {
      throw new RangeError(`${shown(text)} is not one of true, false, 1 and 0`);
    }
    return value;
  },
};

/**
 * Parses the text of a parameter by its kind: instants to microseconds UTC, UUIDs to lowercase.
 *
 * @throws {RangeError} with the reason, if the text is invalid
 */
export function readValue(kind: Kind, text: string): Reading {
  return READERS[kind](text);
}

function shown(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}...` : text);
}
