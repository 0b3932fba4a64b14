import { zoneLabel } from "../../time/zones.ts";
import { Displayable } from "../../display/displayable.ts";
import { escapeHtml } from "../../display/escapeHtml.ts";
import { addNightFields, type NightFields } from "./nightFields.ts";
import { noFigures } from "./nightFigures.ts";
import type { PageLabels } from "../page/pageLabels.ts";

/** What is known of a night in which no sleep is recorded. */
export interface NoNightOptions {
  /** The local date of waking. */
  readonly night: string;
  /** IANA zone of the night. */
  readonly tz: string;
  /** Why there is nothing to read, where the service does not have or share sleep. */
  readonly absent: string | null;
  /** The last night before it with sleep, of those that were looked at. */
  readonly nearest: string | null;
}

/** A night without sleep; its figures are null. */
export interface NoNight extends NightFields {}

/** A night without sleep: it says so, where null would leave a cell of a notebook empty. */
export class NoNight extends Displayable {
  /** Nothing is known of the night; of a {@linkcode LastNight} its facts stand here. */
  readonly facts: null = null;
  /** Why there is nothing to read, where the service does not have or share sleep; else null. */
  readonly absent: string | null;
  /** In a sentence: which night, and which one has sleep. */
  readonly summary: string;

  /** Of a night without a main sleep. */
  constructor({ night, tz, absent, nearest }: NoNightOptions, labels: PageLabels) {
    super();
    this.absent = absent;
    const before = nearest === null
      ? ""
      : `; the last one before it that has sleep is the night to ${labels.date(nearest)}`;
    this.summary =
      `Night to ${labels.date(night)}: no sleep is recorded${before}, ${zoneLabel(tz)}` +
      (absent === null ? "" : ` (${absent})`);
    addNightFields(this, noFigures(absent ?? "no sleep is recorded"));
  }

  /** The sentence. */
  override html(): string {
    return `<div class="lifeframe-night"><p>${escapeHtml(this.summary)}</p></div>`;
  }

  /** The sentence. */
  override toString(): string {
    return this.summary;
  }
}
