import type { Zones } from "../../time/zone.ts";
import { runtimeName } from "../../options/runtime.ts";
import { VERSION } from "../../options/version.ts";
import type { Client } from "../../client/client.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import { Displayable } from "../../display/displayable.ts";
import { factsHtml } from "../../display/facts.ts";
import { type Range, toInterval } from "../../time/interval.ts";
import { isoMicros } from "../../time/iso.ts";
import { checkSources } from "../ask/checkInput.ts";
import { zoneOf } from "../ask/zoneOf.ts";

/** What a result rests on. */
export interface ProvenanceOptions {
  /** IANA zone of days and labels. @default the client's */
  tz?: Zones | undefined;
  /** Sources of sleep from the highest to the lowest, where they were ranked. @default none */
  sourcePriority?: readonly string[] | undefined;
  /** What the data is, in words, such as the file that it was read from. @default what the client knows of it */
  data?: string | undefined;
}

const OPTIONS = optionNames<ProvenanceOptions>()("tz sourcePriority data");

/** Which data, range, zone and version a result came from, so that it can be made again. */
export class Provenance extends Displayable {
  /** Of what is known, by name, in order. */
  constructor(readonly facts: Readonly<Record<string, string>>) {
    super();
  }

  /** The facts as a list. */
  override html(): string {
    return `<div class="lifeframe-provenance">${factsHtml(Object.entries(this.facts))}</div>`;
  }

  /** The facts, a line each. */
  override toString(): string {
    const width = Math.max(...Object.keys(this.facts).map((name) => name.length));
    return Object.entries(this.facts)
      .map(([name, value]) => `${name.padEnd(width)}  ${value}`).join("\n");
  }
}

/**
 * Which data, range, zone and version a result came from: for the last cell of a notebook and the end
 * of a report.
 *
 * @param data The data in words, where the options do not say it.
 * @throws {TypeError} if an option does not exist, or `sourcePriority` is no list of names
 * @throws {RangeError} if there is no zone, or the range ends before it starts
 */
export function readProvenance(
  me: Pick<Client, "tz">,
  data: string,
  range: Range | undefined,
  options: ProvenanceOptions = {},
): Provenance {
  const action = "tell the provenance";
  checkOptions(action, options, OPTIONS);
  checkSources(action, options.sourcePriority);
  const tz = zoneOf(me, options.tz, action);
  const { sourcePriority = [] } = options;
  const facts: Record<string, string> = { Data: options.data ?? data };
  if (range !== undefined) {
    const { start, end } = toInterval(range, { tz });
    facts["Range"] = `${isoMicros(start, tz)} to ${isoMicros(end, tz)} (exclusive)`;
  }
  facts["Zone"] = tz;
  if (sourcePriority.length > 0) facts["Sources of sleep"] = sourcePriority.join(", then ");
  facts["Made with"] = `lifeframe ${VERSION}, ${runtimeName()}`;
  return new Provenance(facts);
}
