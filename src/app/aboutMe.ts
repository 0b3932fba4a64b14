import { toMicros } from "../time/instant.ts";
import { zonedTime, zoneLabel } from "../time/zones.ts";
import type { Client } from "../client/client.ts";
import { type DisplayBundle, JUPYTER_DISPLAY } from "../display/displayable.ts";
import { type DisplayMembers, displayMembers } from "../display/displayMembers.ts";
import { factsHtml, factsText } from "../display/facts.ts";
import { countText } from "../options/countText.ts";

/** Description of a client's data. */
export interface DataWords {
  /** Name of the data, such as `own store in ~/health`. */
  readonly name: string;
  /** User, if known without a request. */
  readonly user?: string | undefined;
  /** Returns the content of the data, for provenance. @default the name */
  readonly content?: () => Promise<string>;
}

/** A line of the description: its topic and its text. */
type Fact = readonly [about: string, text: string];

/** Maximum wait of a cell for the service, in milliseconds. */
const PATIENCE = 5000;
/** Maximum number of nouns that are listed. */
const NAMED = 3;
/** Maximum number of questions that are listed; completion shows the others. */
const ASKED = 26;

/**
 * Returns the members that display a client of questions. In a terminal, it shows what the client
 * already knows. In a notebook, it also asks the service for its sources and days.
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
      `${client.tz === undefined ? "none: pass tz" : zoneLabel(client.tz)}, ${client.units} units`,
    ],
    ...found,
    ["questions", `${questions.slice(0, ASKED).join(", ")} and ${questions.length - ASKED} more`],
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

/** Reads sources and days, without anything that the service does not return in time. */
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
  const times = (available ?? []).flatMap(({ start_time, end_time }) => [start_time, end_time])
    .map((time) => toMicros(String(time))).sort((a, b) => a < b ? -1 : 1);
  const count = available?.length ?? 0;
  const days = times.length === 0
    ? "no data yet"
    : `${spanText(times[0]!, times.at(-1)!, client.tz)}, ${countText(count, "kind")} of data`;
  return [
    ...names.length === 0 ? [] : [["sources", names.join(", ")] as const],
    ...available === undefined ? [] : [["days", days] as const],
  ];
}

/**
 * Formats the local dates of two times and the number of days from one to the other; without a
 * zone, the instants.
 */
function spanText(first: bigint, last: bigint, tz: string | undefined): string {
  if (tz === undefined) {
    const at = (micros: bigint): string =>
      zonedTime(micros, "UTC").toInstant().toString({ smallestUnit: "minute" });
    return `${at(first)} to ${at(last)}`;
  }
  const [from, to] = [first, last].map((micros) => zonedTime(micros, tz).toPlainDate());
  return `${from} to ${to} (${(from!.until(to!).days + 1).toLocaleString("en-US")})`;
}

/** Returns the result of a call; `undefined` if it fails, since a description can do without. */
async function orNone<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch {
    return undefined;
  }
}

/** Lists nouns of the interface: `me.api.metrics, me.api.sleep, ... and 17 more nouns`. */
function nounsText(client: Client): string {
  const nouns = Object.keys(client.api).map((noun) => `me.api.${noun}`);
  const rest = nouns.length - NAMED;
  return `${nouns.slice(0, NAMED).join(", ")}${rest > 0 ? ` and ${rest} more nouns` : ""}`;
}
