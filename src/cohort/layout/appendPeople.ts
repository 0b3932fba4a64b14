import { type FrameLike, openFrame } from "../../frame/open.ts";
import { type Columns, rowCount } from "../../frame/columns/columns.ts";
import { concatFrames } from "../../frame/polars/rearrange.ts";
import { columnNames } from "../../frame/polars/seriesOf.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { sortRows } from "../../frame/polars/sortRows.ts";
import { PERSON } from "../tableSchema.ts";
import type { Person } from "./bucketOf.ts";
import type { Pseudonyms } from "./pseudonyms.ts";
import { personsOf, ZONE, type Zones, zonesOf } from "./people.ts";
import { hints, inUtc } from "./readData.ts";
import { takeRows } from "../../frame/takeRows.ts";
import { rowsWhere } from "../../frame/rowsWhere.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** People of a cohort, including added ones. */
export interface AppendedPeople {
  /** All people, sorted. */
  readonly frame: Frame;
  /** Zone of each person. */
  readonly zones: Zones;
  /** People of this call; `undefined` if it has only rows. */
  readonly given: ReadonlySet<Person> | undefined;
  /** Number of new people. */
  readonly added: number;
}

const ACTION = "write people";

/**
 * Adds people to a cohort. An existing person may be given again with the same zone; their other
 * columns stay unchanged.
 *
 * @throws {TypeError} if a column is missing or has another type, or a person appears twice, or in
 * another zone than before
 * @throws {RangeError} if a zone does not exist
 */
export function appendPeople(
  before: Columns | undefined,
  input: FrameLike | undefined,
  pseudonyms?: Pseudonyms,
): AppendedPeople {
  if (input === undefined) {
    if (before === undefined) {
      throw new TypeError("Cannot write a cohort: people is missing, and the folder has none yet");
    }
    return { frame: toFrame(before), zones: zonesOf(before, ACTION), given: undefined, added: 0 };
  }
  const own = inUtc(openFrame(input, { action: ACTION }).columns(hints(input, undefined)));
  if (Object.keys(own).length === 0) throw new TypeError(`Cannot ${ACTION}: people is empty`);
  const given = pseudonyms?.replace(own, ACTION, "people") ?? own;
  const zones = new Map<Person, string>(zonesOf(given, ACTION));
  if (before === undefined) {
    const { [PERSON]: person, [ZONE]: zone, ...rest } = given;
    const frame = toFrame({ [PERSON]: person!, [ZONE]: zone!, ...rest });
    return {
      frame: sortRows(frame, [PERSON]),
      zones,
      given: new Set(zones.keys()),
      added: zones.size,
    };
  }
  const known = zonesOf(before, ACTION), people = new Set(zones.keys());
  for (const [person, zone] of zones) {
    const own = known.get(person);
    if (own === undefined || own === zone) continue;
    throw new TypeError(`Cannot ${ACTION}: person ${person} lives in ${own}, not in ${zone}`);
  }
  const persons = personsOf(given[PERSON], ACTION, "people");
  const isNew = rowsWhere(rowCount(given), (row) => !known.has(persons[row]!));
  const old = toFrame(before);
  if (isNew.length === 0) return { frame: old, zones: known, given: people, added: 0 };
  const added = toFrame(takeRows(given, isNew));
  const [names, others] = [columnNames(old), columnNames(added)];
  const odd = names.find((name) => !others.includes(name)) ??
    others.find((name) => !names.includes(name)) ??
    names.find((name) => before[name]!.type !== given[name]!.type);
  if (odd !== undefined) {
    throw new TypeError(
      `Cannot ${ACTION}: column ${odd} differs from the existing people; they have ${
        names.map((name) => `${name} (${before[name]!.type})`).join(", ")
      }`,
    );
  }
  const ordered = toFrame(
    takeRows(Object.fromEntries(names.map((name) => [name, given[name]!])), isNew),
  );
  return {
    frame: sortRows(concatFrames([old, ordered]), [PERSON]),
    zones: new Map([...known, ...zones]),
    given: people,
    added: isNew.length,
  };
}
