import { Displayable } from "../../display/displayable.ts";
import { escapeHtml } from "../../display/escapeHtml.ts";
import type { PageLabels } from "../page/pageLabels.ts";
import { scaleOf } from "../../plot/marks/dumbbell.ts";
import { changeMark, usualBar } from "./changeMarks.ts";
import {
  bandText,
  type Change,
  changeText,
  type Dates,
  intervalText,
  largestFirst,
  usualText,
  vendorText,
} from "./changes.ts";

/** Content of the first page of a report. */
export interface FrontPageContent {
  /** Measures, the largest change first. */
  readonly changes: readonly Change[];
  /** Period to compare with. */
  readonly before: Dates | undefined;
  /** Name of the period to compare with, such as `the 30 days before`. */
  readonly against: string;
  /** Formats of values. */
  readonly labels: PageLabels;
}

/** A notebook right-aligns and centres text, and strips style sheets. */
const CELL = "text-align:left;vertical-align:top";

/** Measures of the tiles; of several in a group the first with data has the tile. */
const TILES = [["Asleep"], ["To bed"], ["Resting heart rate", "Heart rate (mean of a day)"], [
  "Steps",
]];

/** Page for a doctor: four tiles, and a table of changes sorted by their size. */
export class FrontPage extends Displayable {
  /** Creates the page from its content. */
  constructor(readonly content: FrontPageContent) {
    super();
  }

  /** The finding of the page in a sentence. */
  get finding(): string {
    return findingOf(this.content);
  }

  /** Returns the page as HTML. */
  override html(): string {
    const { changes, before } = this.content;
    if (changes.length === 0) return "";
    const heads = before === undefined
      ? ["Measure", "Now"]
      : ["Measure", "Before ○ to now ●", "Change", "Now", "Before"];
    return [
      `<div class="front"><div class="tiles" style="display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:16px">${
        this.#tiles().join("\n")
      }</div>`,
      `<div style="overflow-x:auto"><table class="measures"><thead><tr>`,
      ...heads.map((name) => `<th scope="col" style="${CELL}">${name}</th>`),
      `</tr></thead><tbody>`,
      ...this.#rows(),
      "</tbody></table></div>",
      before === undefined ? "" : `<p class="note">${escapeHtml(NOTE)}</p>`,
      "</div>",
    ].join("\n");
  }

  #tiles(): string[] {
    const { changes, labels } = this.content;
    const found = TILES.flatMap((group) =>
      changes.filter(({ label }) => group.includes(label))
        .toSorted((a, b) => group.indexOf(a.label) - group.indexOf(b.label)).slice(0, 1)
    );
    return found.map((change) => {
      const { label, now, before, judgement } = change;
      const said = changeText(change),
        usual = before === undefined ? "" : bandText(change, before, labels);
      const isClear = judgement !== undefined && judgement.direction !== 0;
      return [
        `<div class="tile"><div class="label">${escapeHtml(label)}</div>`,
        `<div class="big" style="font-size:2rem;white-space:nowrap">${
          numberHtml(change.text(now.mean, labels))
        }</div>`,
        `<div${isClear ? ' class="clear"' : ""}>${escapeHtml(said)}</div>`,
        usualBar(change, usual),
        usual === "" ? "" : `<div class="usual">usually ${escapeHtml(usual)}</div>`,
        "</div>",
      ].join("\n");
    });
  }

  #rows(): string[] {
    const { changes, labels, before: earlier } = this.content;
    const scale = scaleOf(changes.map(({ size }) => size));
    const cell = (name: string, html: string): string =>
      `<td data-label="${escapeHtml(name)}" style="${CELL}">${html}</td>`;
    const usual = (of: Change["before"], change: Change): string => {
      if (of === undefined) return "–";
      const vendor = vendorText(of);
      return `<span class="value">${escapeHtml(change.text(of.mean, labels))} ` +
        `<small style="white-space:nowrap">n ${of.count}</small></span>${
          vendor === "" ? "" : `<br>\n<small>${escapeHtml(vendor)}</small>`
        }`;
    };
    return changes.map((change) => {
      const { label, now, before, judgement } = change, interval = intervalText(change);
      const isClear = judgement !== undefined && judgement.direction !== 0;
      const said = `${isClear ? '<b class="mark">' : ""}${escapeHtml(changeText(change) || "–")}${
        isClear ? "</b>" : ""
      }${interval === "" ? "" : `<br>\n<small class="band">${escapeHtml(interval)}</small>`}`;
      return [
        `<tr class="${isClear ? "beyond" : "within"}"><th scope="row" style="${CELL}">${
          escapeHtml(label)
        }</th>`,
        ...earlier === undefined ? [cell("Now", usual(now, change))] : [
          `<td class="course" style="${CELL}">${changeMark(change, scale)}</td>`,
          cell("Change", said),
          cell("Now", usual(now, change)),
          cell("Before", usual(before, change)),
        ],
        "</tr>",
      ].join("\n");
    });
  }

  /** Returns the page as text: a line per measure, the largest change first. */
  override toString(): string {
    const { changes, labels } = this.content;
    return changes.map((change) => {
      const interval = intervalText(change);
      const was = change.before === undefined
        ? ""
        : `; before ${usualText(change, change.before, labels)}: ${changeText(change)}${
          interval === "" ? "" : ` (${interval})`
        }`;
      return `${change.label}: ${usualText(change, change.now, labels)}${was}`;
    }).join("\n");
  }
}

const NOTE =
  "Means of n days or nights; usually is the middle half of the period before. The band around ○ is the " +
  "usual variation from day to day: a standard deviation. A row in full ink has changed: the " +
  "interval of the difference of the means excludes 0. Weekdays, and a trend that goes through both " +
  "periods, are not part of the difference if the days can tell them apart. If nothing changed, at " +
  "most one page in twenty has such a row.";

/** Makes the units of a value smaller than its digits. */
function numberHtml(text: string): string {
  return escapeHtml(text).replaceAll(/\s*[a-z°%][^\d]*/gi, "<small>$&</small>");
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function findingOf({ changes, before, against }: FrontPageContent): string {
  if (changes.length === 0) return "Nothing was measured in this period";
  if (before === undefined) return "In short";
  const judged = changes.filter(({ judgement }) => judgement !== undefined);
  if (judged.length === 0) return "Too few days to tell any change";
  const changed = judged.filter(({ judgement }) => judgement!.direction !== 0);
  if (changed.length === 0) {
    return judged.length === 1
      ? `No clear change in ${inSentence(judged[0]!.label)}`
      : `No clear change in any of ${judged.length} measures`;
  }
  const [first, ...rest] = changed.slice(0, 2).map((change) =>
    `${inSentence(change.label)} ${changeText(change)}`
  );
  const more = changed.length - 2;
  return `${capital([first, ...rest].join(more > 0 ? ", " : " and "))}${
    more > 0 ? ` and ${more} more change${more === 1 ? "" : "s"}` : ""
  } than in ${against}`;
}

/** Returns a label for the middle of a sentence: `resting heart rate`, but `REM sleep`. */
export function inSentence(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

/** Describes the changes of some measures: `resting heart rate higher, no clear change in 2 others`. */
export function sectionFinding(topic: string, changes: readonly Change[]): string {
  const judged = changes.filter(({ judgement }) => judgement !== undefined);
  const changed = largestFirst(judged.filter(({ judgement }) => judgement!.direction !== 0));
  const others = judged.length - changed.length;
  const named = changed.map(({ label, words, judgement }) =>
    `${inSentence(label)} ${words[judgement!.direction > 0 ? 0 : 1]}`
  );
  const unchanged = others === 0
    ? []
    : changed.length > 0
    ? [`no clear change in ${others} other${others === 1 ? "" : "s"}`]
    : others === 1
    ? [`no clear change in ${inSentence(judged[0]!.label)}`]
    : [`no clear change in ${others} measures`];
  const said = [...named, ...unchanged].join(", ");
  return said === "" ? topic : `${topic}: ${said}`;
}
