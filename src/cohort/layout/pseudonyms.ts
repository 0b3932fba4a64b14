import { createHmac } from "node:crypto";
import { type Columns, textColumn } from "../../frame/columns/columns.ts";
import { describeValue } from "../../options/describeValue.ts";
import { PERSON } from "../tableSchema.ts";
import type { Person } from "./bucketOf.ts";
import { MANIFEST, type Manifest } from "./manifest.ts";
import { personsOf } from "./people.ts";

/** Smallest length of a key in characters or bytes; shorter keys can be guessed. */
const SHORTEST = 16;

/** Replaces people's identifiers by keyed hashes. */
export class Pseudonyms {
  readonly #key: string | Uint8Array;
  /** Proves later that a key is the same, without revealing it. */
  readonly check: string;

  private constructor(key: string | Uint8Array) {
    this.#key = key;
    this.check = this.#hash("lifeframe: check of the pseudonyms' key");
  }

  /**
   * Returns the pseudonyms of a cohort; `undefined` if it has people's own identifiers.
   *
   * @throws {TypeError} if the key is missing, not needed, too short, or not the earlier one
   */
  static open(
    action: string,
    key: string | Uint8Array | undefined,
    manifest: Manifest | undefined,
  ): Pseudonyms | undefined {
    const reject = (reason: string): never => {
      throw new TypeError(`Cannot ${action}: ${reason}`);
    };
    if (key === undefined) {
      if (manifest?.pseudonyms === undefined) return undefined;
      return reject(`${MANIFEST} says that people have pseudonyms. Pass pseudonymKey`);
    }
    if (typeof key !== "string" && !(key instanceof Uint8Array)) {
      return reject(`pseudonymKey is ${describeValue(key)}, expected a string or bytes`);
    }
    if (key.length < SHORTEST) {
      return reject(
        `pseudonymKey has ${key.length} characters or bytes, expected at least ${SHORTEST}`,
      );
    }
    if (manifest !== undefined && manifest.pseudonyms === undefined) {
      return reject("the cohort has people's own identifiers. Leave out pseudonymKey");
    }
    const pseudonyms = new Pseudonyms(key);
    if ((manifest?.pseudonyms ?? pseudonyms.check) === pseudonyms.check) return pseudonyms;
    return reject("pseudonymKey is not the key of the earlier rows");
  }

  /** Returns the pseudonym of a person: 128 bits of HMAC-SHA-256, as hexadecimal digits. */
  of(person: Person | number): string {
    return this.#hash(`person ${person}`);
  }

  /** Replaces the people of a table. */
  replace(columns: Columns, action: string, table: string): Columns {
    const persons = personsOf(columns[PERSON], action, table);
    return { ...columns, [PERSON]: textColumn(persons.map((person) => this.of(person))) };
  }

  #hash(text: string): string {
    return createHmac("sha256", this.#key).update(text).digest("hex").slice(0, 32);
  }
}
