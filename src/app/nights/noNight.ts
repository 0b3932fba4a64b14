import { zoneLabel } from "../../time/zones.ts";
import { Displayable } from "../../display/displayable.ts";
import { escapeHtml } from "../../display/escapeHtml.ts";
import { addNightFields, type NightFields } from "./nightFields.ts";
import { noFigures } from "./nightFigures.ts";
import type { PageLabels } from "../page/pageLabels.ts";

/** Options of {@linkcode NoNight}. */
export interface NoNightOptions {
  /** Wake-up date. */
  readonly night: string;
  readonly tz: string;
  /** Reason why sleep cannot be read, if the service does not have or share it. */
  readonly absent: string | null;
  /** Last night before it with sleep, among those that were read. */
  readonly nearest: string | null;
}

/** A night without sleep; its measures are null. */
export interface NoNight extends NightFields {}

/** A night without sleep. It says so, since null would leave a notebook cell empty. */
export class NoNight extends Displayable {
  /** Always null; a {@linkcode LastNight} has its facts here. */
  readonly facts: null = null;
  /** Reason why sleep cannot be read, if the service does not have or share it; otherwise null. */
  readonly absent: string | null;
  /** One sentence: the night, and the nearest one with sleep. */
  readonly summary: string;

  /** Creates a night without a main sleep. */
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

  /** Returns the sentence. */
  override html(): string {
    return `<div class="lifeframe-night"><p>${escapeHtml(this.summary)}</p></div>`;
  }

  /** Returns the sentence. */
  override toString(): string {
    return this.summary;
  }
}
