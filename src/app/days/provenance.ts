import { inOrder } from "../../plot/picture/labels.ts";
import type { Zones } from "../../time/zone.ts";
import { runtimeName } from "../../options/runtime.ts";
import { VERSION } from "../../options/version.ts";
import type { Client } from "../../client/client.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import { Displayable } from "../../display/displayable.ts";
import { factsHtml } from "../../display/facts.ts";
import { type Range, toInterval } from "../../time/interval.ts";
import { isoMicros } from "../../time/iso.ts";
import { zoneOf } from "../ask/zoneOf.ts";
import { say, term } from "../../words/language.ts";

/** Options of {@linkcode Questions.provenance}. */
export interface ProvenanceOptions {
  /** IANA zone of days and labels. @default the client's */
  tz?: Zones | undefined;
  /** Sources of sleep, highest priority first, if they were ranked. @default none */
  sourcePriority?: readonly string[] | undefined;
  /**
   * Description of the data, such as the file that it was read from. @default the client's
   * description
   */
  data?: string | undefined;
}

const OPTIONS = optionNames<ProvenanceOptions>()("tz sourcePriority data");

/** Origin of a result: data, range, zone and version, so that it can be reproduced. */
export class Provenance extends Displayable {
  /** Creates a list of facts, by name and in order. */
  constructor(readonly facts: Readonly<Record<string, string>>) {
    super();
  }

  /** Returns the facts as a list. */
  override html(): string {
    return `<div class="lifeframe-provenance">${factsHtml(Object.entries(this.facts))}</div>`;
  }

  /** Returns the facts as text, one per line. */
  override toString(): string {
    const width = Math.max(...Object.keys(this.facts).map((name) => name.length));
    return Object.entries(this.facts)
      .map(([name, value]) => `${name.padEnd(width)}  ${value}`).join("\n");
  }
}

/**
 * Describes the origin of a result, for the last cell of a notebook and the end of a report: data,
 * range, zone and version.
 *
 * @param data Description of the data if the options have none.
 * @throws {TypeError} if an option does not exist, or `sourcePriority` is not a list of names
 * @throws {RangeError} if the zone is missing, or the range ends before it starts
 */
export function readProvenance(
  me: Pick<Client, "tz">,
  data: string,
  range: Range | undefined,
  options: ProvenanceOptions = {},
): Provenance {
  const action = "describe the provenance";
  checkOptions(action, options, OPTIONS);
  const tz = zoneOf(me, options.tz, action);
  const { sourcePriority = [] } = options;
  const facts: Record<string, string> = { [say("Data")]: options.data ?? term(data) };
  if (range !== undefined) {
    const { start, end } = toInterval(range, { tz });
    facts[say("Range")] = say("{from} to {to} (exclusive)", {
      from: isoMicros(start, tz),
      to: isoMicros(end, tz),
    });
  }
  facts[say("Zone")] = tz;
  if (sourcePriority.length > 0) facts[say("Sources of sleep")] = inOrder(sourcePriority);
  facts[say("Made with")] = `lifeframe ${VERSION}, ${runtimeName()}`;
  return new Provenance(facts);
}
