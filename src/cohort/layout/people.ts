import type { Column, Columns } from "../../frame/columns/columns.ts";
import { openFrame } from "../../frame/open.ts";
import { ParquetRows } from "../../frame/polars/parquetRows.ts";
import { concatColumns } from "../../frame/concatColumns.ts";
import { zone } from "../../time/zone.ts";
import { PERSON } from "../tableSchema.ts";
import type { Person } from "./bucketOf.ts";
import { tableFiles } from "./tableFiles.ts";

/** Column of `people` with each person's time zone. */
export const ZONE = "zone";

/** Folder of the people of a cohort. */
export const PEOPLE = "people";
/** File that this library writes there. */
export const PEOPLE_FILE = `${PEOPLE}/part-0.parquet`;

/** Zone of each person in a cohort. */
export type Zones = ReadonlyMap<Person, string>;

/**
 * Reads the people of a cohort's folder with all columns; returns `undefined` in a new
 * folder.
 *
 * @throws {TypeError} if the file cannot be read
 */
export async function readPeople(folder: string): Promise<Columns | undefined> {
  const files = await peopleFiles(folder);
  if (files.length === 0) return undefined;
  const parts = files.map((name) =>
    openFrame(new ParquetRows([`${folder}/${name}`]).read()).columns()
  );
  return concatColumns(parts);
}

/**
 * Lists the files with people: one from this library, or several from another engine.
 *
 * @returns paths below the cohort's folder
 * @throws {TypeError} if a file is not Parquet, or is in a folder of its own
 */
export async function peopleFiles(folder: string): Promise<string[]> {
  const names = (await tableFiles(folder, PEOPLE)).map(({ name }) => name);
  const deep = names.find((name) => name.split("/").length > 2);
  if (deep === undefined) return names;
  throw new TypeError(
    `Cannot read ${deep}: the files of people cannot be in subfolders. Move it to ${PEOPLE}`,
  );
}

/**
 * Reads the people of a folder to write to.
 *
 * @throws {TypeError} if another engine wrote them: writing a second file would add each person
 * twice
 */
export async function readOwnPeople(folder: string): Promise<Columns | undefined> {
  const foreign = (await peopleFiles(folder)).find((name) => name !== PEOPLE_FILE);
  if (foreign === undefined) return await readPeople(folder);
  throw new TypeError(
    `Cannot write to ${folder}: another engine wrote ${foreign}; pass another folder`,
  );
}

/**
 * Returns the zone of each person.
 *
 * @throws {TypeError} if `person` or `zone` is missing, null or of another type, or a person
 * appears twice
 * @throws {RangeError} if a zone does not exist
 */
export function zonesOf(people: Columns, action: string): Zones {
  const persons = personsOf(people[PERSON], action, PEOPLE), names = people[ZONE];
  if (names?.type !== "text") {
    throw new TypeError(
      `Cannot ${action}: people has ${
        names === undefined
          ? `no column ${ZONE}`
          : isNullOnly(names)
          ? `only nulls in column ${ZONE}`
          : `a column ${ZONE} of ${names.type}`
      }, expected IANA names such as "Europe/Berlin"`,
    );
  }
  const zones = new Map<Person, string>();
  persons.forEach((person, row) => {
    const name = names.values[row] ?? null;
    if (name === null) {
      throw new TypeError(
        `Cannot ${action}: zone is null in row ${row} of people, person ${person}`,
      );
    }
    if (zones.has(person)) {
      throw new TypeError(`Cannot ${action}: person ${person} is in people twice`);
    }
    zones.set(person, zone(name));
  });
  return zones;
}

/** Returns whether a column has rows and all of them are null, so that its type is a guess. */
function isNullOnly(column: Column): boolean {
  return "valid" in column && column.valid !== undefined && column.valid.length > 0 &&
    !column.valid.includes(1);
}

/**
 * Returns the person of each row.
 *
 * @throws {TypeError} if the column is missing, is neither integers nor strings, or contains a null
 */
export function personsOf(
  column: Column | undefined,
  action: string,
  table: string,
): readonly Person[] {
  if (column?.type !== "int64" && column?.type !== "text") {
    if (column !== undefined && isNullOnly(column)) {
      throw new TypeError(`Cannot ${action}: person is null in row 0 of ${table}`);
    }
    throw new TypeError(
      `Cannot ${action}: ${
        column === undefined
          ? `${table} has no column ${PERSON}`
          : `column ${PERSON} of ${table} holds ${column.type}, expected integers or strings`
      }`,
    );
  }
  const absent = column.type === "text"
    ? column.values.indexOf(null)
    : column.valid?.indexOf(0) ?? -1;
  if (absent >= 0) {
    throw new TypeError(`Cannot ${action}: person is null in row ${absent} of ${table}`);
  }
  return column.type === "text" ? column.values as string[] : Array.from(column.values);
}
