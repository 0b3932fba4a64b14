import { toMicros } from "../time/instant.ts";
import { zonedTime, zoneLabel } from "../time/zones.ts";
import type { Client } from "../client/client.ts";
import { type DisplayBundle, JUPYTER_DISPLAY } from "../display/displayable.ts";
import { type DisplayMembers, displayMembers } from "../display/displayMembers.ts";
import { factsHtml, factsText } from "../display/facts.ts";

/** What a client's data is, in words. */
export interface DataWords {
  /** What it is, such as `own store in ~/health`. */
  readonly name: string;
  /** The user, where that is known beforehand. */
  readonly user?: string | undefined;
  /** What it holds, for provenance. @default its name */
  readonly content?: () => Promise<string>;
}

/** A line of the description: what it is about, and what is said. */
type Fact = readonly [about: string, text: string];

/** The longest that a cell waits for the service, in milliseconds. */
const PATIENCE = 5000;
/** The most nouns that are named. */
const NAMED = 3;

/**
 * The members by which a client of questions shows itself: in a terminal what it knows by itself, in a
 * notebook's cell also which sources and days there are, which it asks the service for.
 */
export function aboutMembers(
  client: Client,
  data: DataWords,
  questions: readonly string[],
): DisplayMembers {
  const facts = (user: string | undefined, found: readonly Fact[]): Fact[] => [
    ["client", data.name],
    ...user === undefined ? [] : [["user", user] as const],
    [
      "zone",
      `${client.tz === undefined ? "none: give tz" : zoneLabel(client.tz)}, ${client.units} units`,
    ],
    ...found,
    ["questions", questions.join(", ")],
    ["interface", nounsText(client)],
  ];
  const bundle = async (): Promise<DisplayBundle> => {
    const all = facts(data.user ?? await orNone(client.userid()), await askFacts(client));
    return {
      "text/plain": factsText(all),
      "text/html": `<div class="lifeframe-client">${factsHtml(all)}</div>`,
    };
  };
  return {
    ...displayMembers(() => factsText(facts(data.user, []))),
    [JUPYTER_DISPLAY]: bundle,
  };
}

/** Which sources and days there are; nothing of what the service does not say in time. */
async function askFacts(client: Client): Promise<Fact[]> {
  const signal = AbortSignal.timeout(PATIENCE);
  const [sources, available] = await Promise.all([
    orNone(client.api.sources.list({}, { signal })),
    orNone(
      client.api.changes.available({ start_time: "1970-01-02T00:00Z", end_time: client.now() }, {
        signal,
      }),
    ),
  ]);
  const names = sources?.flatMap(({ name }) => name ?? []) ?? [];
  const tz = client.tz ?? "UTC";
  const dates = (available ?? []).flatMap(({ start_time, end_time }) => [start_time, end_time])
    .map((time) => zonedTime(toMicros(String(time)), tz).toPlainDate())
    .sort(Temporal.PlainDate.compare);
  const days = dates.length === 0
    ? "no data yet"
    : `${dates[0]} to ${dates.at(-1)} (${
      (dates[0]!.until(dates.at(-1)!).days + 1).toLocaleString("en-US")
    }), ` +
      `${available!.length} ${available!.length === 1 ? "kind" : "kinds"} of data`;
  return [
    ...names.length === 0 ? [] : [["sources", names.join(", ")] as const],
    ...available === undefined ? [] : [["days", days] as const],
  ];
}

/** What a call gives; undefined where it fails: a description does without. */
async function orNone<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch {
    return undefined;
  }
}

/** The nouns of the interface: `me.api.metrics, me.api.sleep, ... and 17 more nouns`. */
function nounsText(client: Client): string {
  const nouns = Object.keys(client.api).map((noun) => `me.api.${noun}`);
  const rest = nouns.length - NAMED;
  return `${nouns.slice(0, NAMED).join(", ")}${rest > 0 ? ` and ${rest} more nouns` : ""}`;
}
