import type { Client } from "../../client/client.ts";
import { ANNOTATION_BASES } from "../../schema/enums.ts";
import type { Annotation, AnnotationBody } from "../../schema/annotations.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import { describeValue } from "../../options/describeValue.ts";
import { showsText } from "../../display/displayMembers.ts";
import { isoMicros } from "../../time/iso.ts";
import { type TimeLike, toMicros } from "../../time/instant.ts";
import type { Zones } from "../../time/zone.ts";
import { zonedTime } from "../../time/zones.ts";
import { checkClient } from "../ask/checkInput.ts";
import { zoneOf } from "../ask/zoneOf.ts";

/** Options of {@linkcode Questions.note}. */
export interface NoteOptions {
  /**
   * Time: a time of day such as `14:30` (today), a date with a time, or an instant. @default now
   */
  at?: TimeLike | undefined;
  /** Value: a count, an amount or a step of a scale. @default 1, unless the name has a scale */
  value?: number | undefined;
  /** First and last step of the scale, for the first note with this name. @default none */
  scale?: readonly [least: number, greatest: number] | undefined;
  /** Unit of the value, for the first note with this name. @default none: a count */
  unit?: string | undefined;
  /** Text of the note. @default none */
  text?: string | undefined;
  /** Names of tags, which are created if they are new. @default none */
  tags?: readonly string[] | undefined;
  /** IANA zone of a local time. @default the client's */
  tz?: Zones | undefined;
}

const OPTIONS = optionNames<NoteOptions>()("at value scale unit text tags tz");

const ACTION = "write a note";

/** Seconds that the clock of a writer may be ahead. */
const AHEAD = 300;

/** An entry in the diary. */
export interface Note {
  /** Name of the entry, as it was first written. */
  readonly name: string;
  /** Data type of the record. */
  readonly data_type: string;
  /** Time of the entry. */
  readonly at: Temporal.ZonedDateTime;
  /** Value; null for a moment without one. */
  readonly value: number | null;
  /** Unit of the value; null for a count or a scale. */
  readonly unit: string | null;
  /** Text of the entry; null without one. */
  readonly text: string | null;
  /** Names of its tags. */
  readonly tags: readonly string[];
}

/** Writes an entry into the diary: see {@linkcode Questions.note}. */
export async function note(me: Client, name: string, options: NoteOptions = {}): Promise<Note> {
  checkClient(ACTION, me);
  checkOptions(ACTION, options, OPTIONS);
  checkName(name);
  const { scale, unit, text, tags = [] } = options;
  checkValues(options);
  const tz = zoneOf(me, options.tz, ACTION), at = timeOf(me, options.at, tz);
  const known = await findDefinition(me, name);
  if (known !== undefined) checkSame(known, options);
  const kept = known ?? await me.api.annotations.create({
    body: definitionOf(name.trim(), { scale, unit }),
  });
  const value = valueOf(kept, options.value);
  const data_type = `${ANNOTATION_BASES[kept.annotation_type].id}/${kept.id}`;
  const ids = await tagIds(me, tags);
  await me.api.ingest.records(data_type, [{
    start_time: isoMicros(at),
    ...value === null ? {} : { value },
    ...text === undefined ? {} : { note: text },
    ...ids.length === 0 ? {} : { tags: ids },
  }]);
  return shown({
    name: kept.name,
    data_type,
    at: zonedTime(at, tz),
    value,
    unit: kept.measurement_spec?.unit ?? null,
    text: text ?? null,
    tags: [...tags],
  });
}

function shown(found: Note): Note {
  return showsText(found, () => {
    const { name, at, value, unit, text, tags } = found;
    const parts = [
      `${name}${value === null ? "" : ` ${value}`}${unit === null ? "" : ` ${unit}`}`,
      `${at.toPlainDate()} ${at.toPlainTime().toString({ smallestUnit: "minute" })}`,
      ...text === null ? [] : [text],
      ...tags.length === 0 ? [] : [tags.map((tag) => `#${tag}`).join(" ")],
    ];
    return parts.join(", ");
  });
}

function checkName(name: unknown): void {
  if (typeof name === "string" && name.trim() !== "" && name.length <= 60) return;
  throw new TypeError(
    `Cannot ${ACTION}: the name is ${
      describeValue(name)
    }, expected a text of 1 to 60 characters such as "coffee"`,
  );
}

/** @throws {TypeError} if an option has another type */
function checkValues({ value, scale, unit, text, tags }: NoteOptions): void {
  const fail = (name: string, given: unknown, expected: string): never => {
    throw new TypeError(
      `Cannot ${ACTION}: ${name} is ${describeValue(given)}, expected ${expected}`,
    );
  };
  if (value !== undefined && !Number.isFinite(value)) fail("value", value, "a number");
  if (unit !== undefined && (typeof unit !== "string" || unit === "")) {
    fail("unit", unit, 'a text such as "ml"');
  }
  if (text !== undefined && typeof text !== "string") fail("text", text, "a text");
  const areTags = tags === undefined ||
    (Array.isArray(tags) && tags.every((tag) => typeof tag === "string" && tag !== ""));
  if (!areTags) fail("tags", tags, 'a list of names such as ["work"]');
  if (scale === undefined) return;
  const [least = NaN, greatest = NaN] = Array.isArray(scale) ? scale : [];
  const isScale = Number.isInteger(least) && Number.isInteger(greatest) && least < greatest;
  if (!isScale) fail("scale", scale, "two whole numbers in order, such as [1, 10]");
  if (unit !== undefined) fail("unit", unit, "none, because a scale has no unit");
}

/** Returns the time of a note in microseconds UTC. */
function timeOf(me: Client, at: TimeLike | undefined, tz: string): bigint {
  const now = me.now().epochNanoseconds / 1000n;
  if (at === undefined) return now;
  const ofDay = typeof at === "string" && /^(\d{1,2}):(\d{2})$/.exec(at.trim());
  const given = ofDay
    ? `${zonedTime(now, tz).toPlainDate()}T${ofDay[1]!.padStart(2, "0")}:${ofDay[2]}`
    : at;
  const micros = toMicros(given as TimeLike, { tz, what: "at" });
  if (micros <= now + BigInt(AHEAD) * 1_000_000n) return micros;
  throw new RangeError(
    `Cannot ${ACTION}: at is ${
      isoMicros(micros, tz)
    }, which is in the future. Pass the date too, such as "2025-03-20T14:30".`,
  );
}

/** Returns the annotation with a name, in any case. */
async function findDefinition(me: Client, name: string): Promise<Annotation | undefined> {
  const folded = fold(name);
  const all = await me.api.annotations.list();
  return all.find((one) => one.deleted_at === null && fold(one.name) === folded);
}

function fold(name: string): string {
  return name.trim().normalize("NFC").toLowerCase();
}

function definitionOf(
  name: string,
  { scale, unit }: Pick<NoteOptions, "scale" | "unit">,
): AnnotationBody {
  const head = { name, description: "", tags: [] };
  if (scale !== undefined) {
    const [min_allowed, max_allowed] = scale;
    return {
      ...head,
      annotation_type: "scale",
      measurement_spec: { measurement_type: "scale", scale: { min_allowed, max_allowed } },
      spec: {
        scale: {
          label_mapping: {
            mapping_type: "string",
            string: {
              mapping: Object.fromEntries(scale.map((step) => [String(step), String(step)])),
            },
          },
        },
      },
    };
  }
  return {
    ...head,
    annotation_type: "numeric",
    measurement_spec: unit === undefined
      ? { measurement_type: "count", metric_kind: "cumulative", count: { value: 1 } }
      : { measurement_type: "custom", metric_kind: "cumulative", unit, custom: {} },
  };
}

/** @throws {TypeError} if an option contradicts the first note with this name */
function checkSame(known: Annotation, { scale, unit }: NoteOptions): void {
  const spec = known.measurement_spec;
  const own = spec !== null && "scale" in spec ? spec.scale : undefined;
  const [least, greatest] = scale ?? [own?.min_allowed, own?.max_allowed];
  if (least !== own?.min_allowed || greatest !== own?.max_allowed) {
    throw new TypeError(
      `Cannot ${ACTION}: scale is ${least} to ${greatest}, but ${known.name} ${
        own === undefined ? "has no scale" : `has ${own.min_allowed} to ${own.max_allowed}`
      }. Omit scale, or use another name.`,
    );
  }
  if (unit === undefined || unit === spec?.unit) return;
  throw new TypeError(
    `Cannot ${ACTION}: unit is ${unit}, but ${known.name} ${
      spec?.unit ? `is in ${spec.unit}` : "has no unit"
    }. Omit unit, or use another name.`,
  );
}

/** Returns the value of a note; null for a kind without values. */
function valueOf(known: Annotation, given: number | undefined): number | null {
  const { name, annotation_type: kind, measurement_spec: spec } = known;
  const fail = (problem: string, advice: string): never => {
    throw new RangeError(`Cannot ${ACTION}: ${problem}. ${advice}`);
  };
  if (kind === "scale" && spec !== null && "scale" in spec) {
    const { min_allowed: least, max_allowed: greatest } = spec.scale;
    const isStep = given !== undefined && Number.isInteger(given) && given >= least &&
      given <= greatest;
    return isStep ? given : fail(
      `value is ${describeValue(given)}`,
      `${name} takes whole numbers from ${least} to ${greatest}.`,
    );
  }
  if (kind === "boolean") {
    return given === undefined || given === 0 || given === 1
      ? given ?? 1
      : fail(`value is ${given}`, `${name} takes 1 for yes and 0 for no.`);
  }
  if (kind === "numeric") {
    return given ?? (spec?.unit ? fail("value is missing", `${name} is in ${spec.unit}.`) : 1);
  }
  if (given === undefined || given === 1) return null;
  return fail(`value is ${given}, but ${name} has no value`, "Omit value, or use another name.");
}

/** Returns the ids of tags. Creates the ones that do not exist. */
async function tagIds(me: Client, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const ids = new Map((await me.api.tags.list()).map(({ name, id }) => [name, id]));
  const missing = [...new Set(names)].filter((name) => !ids.has(name));
  const created = await Promise.all(missing.map((name) => me.api.tags.create({ body: { name } })));
  for (const { name, id } of created) ids.set(name, id);
  return names.map((name) => ids.get(name)!);
}
