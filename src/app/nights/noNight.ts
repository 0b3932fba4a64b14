import { zoneLabel } from "../../time/zones.ts";
import { Displayable } from "../../display/displayable.ts";
import { escapeHtml } from "../../display/escapeHtml.ts";
import { addNightFields, type NightFields } from "./nightFields.ts";
import { noFigures } from "./nightFigures.ts";
import { inLanguage, say } from "../../words/language.ts";
import type { PageLabels } from "../page/pageLabels.ts";

/** Options of {@linkcode NoNight}. */
export interface NoNightOptions {
  /** Wake-up date. */
  readonly night: string;
  readonly tz: string;
  /** Reason why sleep cannot be read, if the service does not have or share it. */
  readonly absent: string | null;
  /** Sleeps of the night that are too short for a main sleep. */
  readonly naps: readonly {
    readonly start: Temporal.ZonedDateTime;
    readonly end: Temporal.ZonedDateTime;
  }[];
  /** Last night before it with sleep, among those that were read. */
  readonly nearest: string | null;
}

/** A night without a main sleep; its measures are null. */
export interface NoNight extends NightFields {}

/** A night without a main sleep. It says so, since null would leave a notebook cell empty. */
export class NoNight extends Displayable {
  /** Always null; a {@linkcode LastNight} has its facts here. */
  readonly facts: null = null;
  /** Reason why sleep cannot be read, if the service does not have or share it; otherwise null. */
  readonly absent: string | null;
  /** One sentence: the night, and the nearest one with sleep. */
  readonly summary: string;

  /** Creates a night without a main sleep. */
  constructor({ night, tz, absent, naps, nearest }: NoNightOptions, labels: PageLabels) {
    super();
    this.absent = absent;
    const date = labels.date(night), zone = zoneLabel(tz);
    const found = naps.length === 0 ? "no sleep is recorded" : "no main sleep is recorded";
    this.summary = inLanguage(labels.options, () => {
      const short = naps.map(({ start, end }) =>
        say("{from} to {to}", { from: labels.clock(start), to: labels.clock(end) })
      );
      const what = naps.length === 0
        ? say("no sleep is recorded")
        : say("only {n} {n|nap is|naps are} recorded: {list}", {
          n: naps.length,
          list: short.join(", "),
        });
      return nearest === null ? say("Night to {date}: {what}, {zone}", { date, what, zone }) : say(
        "Night to {date}: {what}; the last one before it that has sleep is the night to {before}, {zone}",
        { date, what, before: labels.date(nearest), zone },
      );
    }) + (absent === null ? "" : ` (${absent})`);
    addNightFields(this, noFigures(absent ?? found));
  }

  /** Returns the sentence. */
  override html(): string {
    return `<div class="lifeframe-night"><p>${escapeHtml(this.summary)}</p></div>`;
  }

  /** Returns the sentence. */
  override toString(): string {
    return this.summary;
  }
}
