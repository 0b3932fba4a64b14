import { zoneLabel } from "../../time/zones.ts";
import { inLanguage, say } from "../../words/language.ts";
import type { UnitSystem } from "../../client/connectOptions.ts";
import { Displayable } from "../../display/displayable.ts";
import { escapeHtml } from "../../display/escapeHtml.ts";
import { table } from "../../frame/polars/table.ts";
import type { Picture } from "../../plot/picture/picture.ts";
import type { LastNight } from "../nights/lastNight.ts";
import type { PageLabels } from "../page/pageLabels.ts";
import { liveOnce } from "../../display/liveTag.ts";
import {
  calendarRows,
  dayLabels,
  type DayRow,
  dropEmptyColumns,
  eventRows,
  metricRows,
  placeRows,
  workoutRows,
} from "./dayRows.ts";
import { type PageSection, sectionHtml } from "../page/page.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** Data of a day. */
export interface DayFacts {
  /** Local date, such as `2024-03-10`. */
  readonly date: string;
  /** IANA zone of the day. */
  readonly tz: string;
  /** System of units of the amounts. */
  readonly units: UnitSystem;
  /** The sleep before you woke on this day; null without data. */
  readonly sleep: LastNight | null;
  /**
   * Each metric with data: `metric` `str`, `value` `f64` (the day's total, or the mean of a
   * discrete metric), `unit` `str` (in the system of units), `low`, `high` `f64` (of a discrete
   * metric), `samples` `i64`.
   */
  readonly metrics: Frame;
  /** `start_date`, `end_date` `datetime[us, tz]`, `title`, `location` `str`. */
  readonly calendar: Frame;
  /** `name` `str`, `recorded_at`, `start_time`, `end_time` `datetime[us, tz]`, `value` `f64`, `unit`, `note` `str`. */
  readonly events: Frame;
  /**
   * `start_date`, `end_date` `datetime[us, tz]`, `activity` `str`, `duration` (min), `distance` (km
   * or mi) and `energy` (kcal) `f64`, null if the workout lacks them.
   */
  readonly workouts: Frame;
  /** Stays and the moves between them, as `places.visits` returns them. */
  readonly visits: Frame;
  /** Types with records of the day that no part shows, such as `SleepStage`. */
  readonly others: readonly string[];
  /** Parts that the service does not have or does not share, one sentence each. */
  readonly absent: readonly string[];
}

/** A recalled day: all its data as frames, displayed as one page. */
export class DayRecall extends Displayable {
  readonly #pictures: readonly PageSection[];
  readonly #labels: PageLabels;

  /**
   * Creates a recalled day.
   *
   * @param pictures Charts of the day, shown before the tables.
   * @param labels Formats of dates and times.
   */
  constructor(
    readonly facts: DayFacts,
    pictures: readonly { heading: string; show: Picture }[],
    labels: PageLabels,
  ) {
    super();
    this.#labels = labels;
    this.#pictures = pictures.map(({ heading, show }) => ({ heading, show: [show] }));
  }

  /** Parts of the day with data, in order. */
  get sections(): readonly PageSection[] {
    return inLanguage(this.#labels.options, () => this.#sections());
  }

  #sections(): readonly PageSection[] {
    const { sleep, metrics, calendar, events, workouts, visits } = this.facts;
    const labels = dayLabels(this.facts, this.#labels);
    const tables: readonly (readonly [string, readonly DayRow[]])[] = [
      [say("Metrics"), metricRows(metrics)],
      [say("Workouts"), workoutRows(workouts, labels)],
      [say("Calendar"), calendarRows(calendar, labels)],
      [say("Events"), eventRows(events, labels)],
      [say("Places"), placeRows(visits, labels)],
    ];
    return [
      ...(sleep === null ? [] : [{ heading: say("Sleep until this day's waking"), show: [sleep] }]),
      ...this.#pictures,
      ...tables
        .filter(([, rows]) => rows.length > 0)
        .map(([heading, rows]) => ({
          heading,
          show: [table(dropEmptyColumns(rows), { head: 30, tail: 0, types: false })],
        })),
    ];
  }

  /** Returns all parts as HTML. */
  override html(): Promise<string> {
    return this.#fragment(false);
  }

  /** Returns the fragment with the charts' drawings for a phone. */
  protected override notebookHtml(): Promise<string> {
    return this.#fragment(true);
  }

  async #fragment(isNotebook: boolean): Promise<string> {
    const { date, tz } = this.facts;
    const parts = await Promise.all(
      this.sections.map((section) => sectionHtml(section, isNotebook)),
    );
    const body = [
      ...parts,
      ...this.notes.map((text) => `<p>${escapeHtml(text)}</p>`),
    ].join("\n");
    return liveOnce(
      `<div class="lifeframe-day"><p><strong>${escapeHtml(this.#labels.date(date))}</strong>, ${
        zoneLabel(tz)
      }</p>\n${body}</div>`,
    );
  }

  /** Returns the tables as text, and descriptions of the charts. */
  override toString(): string {
    const { date, tz } = this.facts;
    const parts = this.sections.map(({ heading, show }) => `${heading}\n${show.join("\n")}`);
    return [
      `${this.#labels.date(date)}, ${zoneLabel(tz)}`,
      ...parts,
      ...this.notes,
    ].join("\n\n");
  }

  /** Sentences about records that no part shows, and about absent parts. */
  private get notes(): string[] {
    const { absent, others } = this.facts;
    return inLanguage(this.#labels.options, () => [
      ...this.sections.length + others.length === 0 ? [say("Nothing is known of this day.")] : [],
      ...others.length === 0 ? [] : [
        say("Recorded, but not shown here: {list}.", { list: others.join(", ") }),
      ],
      ...absent.length === 0 ? [] : [say("Absent: {list}.", { list: absent.join("; ") })],
    ]);
  }
}
