import { Displayable } from "../../display/displayable.ts";
import { escapeHtml } from "../../display/escapeHtml.ts";
import { keepUnits } from "../../plot/picture/header.ts";
import type { PageLabels } from "../page/pageLabels.ts";
import { scaleOf } from "../../plot/marks/dumbbell.ts";
import { changeMark, usualBar } from "./changeMarks.ts";
import { labelText } from "./measures.ts";
import {
  bandText,
  type Change,
  changeCell,
  changeText,
  type Dates,
  intervalText,
  largestFirst,
  usualText,
  vendorText,
} from "./changes.ts";
import { hasCapitalNouns, keepLanguage, listed, say, term } from "../../words/language.ts";

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
  readonly #speak = keepLanguage();

  /** Creates the page from its content. */
  constructor(readonly content: FrontPageContent) {
    super();
  }

  /** The finding of the page in a sentence. */
  get finding(): string {
    return this.#speak(() => findingOf(this.content));
  }

  /** Returns the page as HTML. */
  override html(): string {
    return this.#speak(() => this.#write());
  }

  #write(): string {
    const { changes, before } = this.content;
    if (changes.length === 0) return "";
    const heads = before === undefined
      ? [say("Measure"), say("Now")]
      : [say("Measure"), say("Before ○ to now ●"), say("Change"), say("Now"), say("Before")];
    return [
      `<div class="front"><div class="tiles" style="display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:16px">${
        this.#tiles().join("\n")
      }</div>`,
      `<div style="overflow-x:auto"><table class="measures"><thead><tr>`,
      ...heads.map((name) => `<th scope="col" style="${CELL}">${name}</th>`),
      `</tr></thead><tbody>`,
      ...this.#rows(),
      "</tbody></table></div>",
      before === undefined ? "" : `<p class="note">${escapeHtml(say(NOTE))}</p>`,
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
        `<div class="tile"><div class="label">${escapeHtml(labelText(label))}</div>`,
        `<div class="big" style="font-size:2rem;white-space:nowrap">${
          numberHtml(change.text(now.mean, labels))
        }</div>`,
        `<div${isClear ? ' class="clear"' : ""}>${escapeHtml(said)}</div>`,
        usualBar(change, usual),
        usual === ""
          ? ""
          : `<div class="usual">${
            escapeHtml(keepUnits(say("usually {range}", { range: usual })))
          }</div>`,
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
      const said = `${isClear ? '<b class="mark">' : ""}${escapeHtml(changeCell(change))}${
        isClear ? "</b>" : ""
      }${interval === "" ? "" : `<br>\n<small class="band">${escapeHtml(interval)}</small>`}`;
      return [
        `<tr class="${isClear ? "beyond" : "within"}"><th scope="row" style="${CELL}">${
          escapeHtml(labelText(label))
        }</th>`,
        ...earlier === undefined ? [cell(say("Now"), usual(now, change))] : [
          `<td class="course" style="${CELL}">${changeMark(change, scale)}</td>`,
          cell(say("Change"), said),
          cell(say("Now"), usual(now, change)),
          cell(say("Before"), usual(before, change)),
        ],
        "</tr>",
      ].join("\n");
    });
  }

  /** Returns the page as text: a line per measure, the largest change first. */
  override toString(): string {
    return this.#speak(() => this.#text());
  }

  #text(): string {
    const { changes, labels } = this.content;
    return changes.map((change) => {
      const interval = intervalText(change);
      const was = change.before === undefined
        ? ""
        : `; ${say("before {value}", { value: usualText(change, change.before, labels) })}: ${
          changeText(change)
        }${interval === "" ? "" : ` (${interval})`}`;
      return `${labelText(change.label)}: ${usualText(change, change.now, labels)}${was}`;
    }).join("\n");
  }
}

const NOTE =
  "Means of n days or nights; usually is the middle half of the period before. The band around ○ is the usual variation from day to day: a standard deviation. A row in full ink has changed: the interval of the difference of the means excludes 0. Weekdays, and a trend that goes through both periods, are not part of the difference if the days can tell them apart. If nothing changed, at most one page in twenty has such a row.";

/** Makes the units of a value smaller than its digits. */
function numberHtml(text: string): string {
  return text.split(/(\s*[a-z°%]\D*)/i)
    .map((part, i) => i % 2 === 0 ? escapeHtml(part) : `<small>${escapeHtml(part)}</small>`)
    .join("");
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function findingOf({ changes, before, against }: FrontPageContent): string {
  if (changes.length === 0) return say("This period has no values");
  if (before === undefined) return say("In short");
  const judged = changes.filter(({ judgement }) => judgement !== undefined);
  if (judged.length === 0) return say("Too few days to tell any change");
  const changed = judged.filter(({ judgement }) => judgement?.direction !== 0);
  if (changed.length === 0) {
    return judged.length === 1
      ? say("No clear change in {name}", { name: inSentence(judged[0]!.label) })
      : say("No clear change in any of {n} measures", { n: judged.length });
  }
  const values = { changes: largestChanges(changed), period: against };
  return capital(
    changed.length > 2
      ? say("{changes} than in {period}|more", values)
      : say("{changes} than in {period}", values),
  );
}

/** Names the two largest changes: `asleep 22 min more, steps 900 less and 2 more changes`. */
export function largestChanges(changed: readonly Change[]): string {
  const named = changed.slice(0, 2)
    .map((change) => `${inSentence(change.label)} ${changeText(change)}`);
  const more = changed.length - named.length;
  return more === 0
    ? listed(named)
    : say("{changes} and {n} more {n|change|changes}", { changes: named.join(", "), n: more });
}

/** Returns a label for the middle of a sentence: `resting heart rate`, but `REM sleep`. */
export function inSentence(label: string): string {
  const text = labelText(label);
  return hasCapitalNouns() || !/^[A-Z][a-z]/.test(text)
    ? text
    : text.charAt(0).toLowerCase() + text.slice(1);
}

/** Describes the changes of some measures: `resting heart rate higher, no clear change in 2 others`. */
export function sectionFinding(topic: string, changes: readonly Change[]): string {
  const judged = changes.filter(({ judgement }) => judgement !== undefined);
  const changed = largestFirst(judged.filter(({ judgement }) => judgement?.direction !== 0));
  const others = judged.length - changed.length;
  const named = changed.map(({ label, words, judgement }) =>
    `${inSentence(label)} ${term(words[judgement!.direction > 0 ? 0 : 1])}`
  );
  const unchanged = others === 0
    ? []
    : changed.length > 0
    ? [say("no clear change in {n} {n|other|others}", { n: others })]
    : others === 1
    ? [say("no clear change in {name}", { name: inSentence(judged[0]!.label) })]
    : [say("no clear change in {n} measures", { n: others })];
  const said = [...named, ...unchanged].join(", ");
  return said === "" ? topic : `${topic}: ${said}`;
}
