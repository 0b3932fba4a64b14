import { Displayable } from "../../display/displayable.ts";
import { escapeHtml } from "../../display/escapeHtml.ts";
import type { PageLabels } from "../page/pageLabels.ts";
import { LEAST_BOTH, LEAST_EACH } from "../../series/statistics/timedDifference.ts";
import {
  bandText,
  type Change,
  changeText,
  type Dates,
  intervalText,
  usualText,
  vendorText,
} from "./changes.ts";
import { sparkline } from "./sparkline.ts";

/** Content of the first page of a report. */
export interface FrontPageContent {
  /** Facts about the report in their order: person, period, date of creation. */
  readonly head: readonly (readonly [name: string, value: string])[];
  /** Measures. */
  readonly changes: readonly Change[];
  readonly period: Dates;
  /** Period to compare with. */
  readonly before: Dates | undefined;
  /** Names of the periods. */
  readonly names: { readonly period: string; readonly before: string };
  /** Measured data, a sentence each. */
  readonly measured: readonly string[];
  /** Labels of missing measures. */
  readonly missing: readonly string[];
  /** Method and limits, in small print. */
  readonly method: readonly string[];
  /** Formats of values. */
  readonly labels: PageLabels;
}

/** A notebook right-aligns and centres text, and strips style sheets. */
const CELL = "text-align:left;vertical-align:top";

/**
 * Page for a doctor: measures compared with the period before, findings, and missing measures.
 */
export class FrontPage extends Displayable {
  /** Creates the page from its content. */
  constructor(readonly content: FrontPageContent) {
    super();
  }

  /** Findings, a sentence each. */
  get findings(): readonly string[] {
    return findingsOf(this.content);
  }

  /** Returns the page as HTML. */
  override html(): string {
    const { head, changes, names, before, measured, missing, method } = this.content;
    const facts = head.map(([name, value]) =>
      `<div><dt style="float:none;width:auto">${escapeHtml(name)}</dt>\n` +
      `<dd style="margin:0;white-space:nowrap">${escapeHtml(value)}</dd></div>`
    );
    return [
      `<div class="front"><dl class="head" style="display:flex;flex-wrap:wrap;gap:.25rem 2rem">${
        facts.join("\n")
      }</dl>`,
      `<h3>What stands out</h3>`,
      list(this.findings),
      changes.length === 0 ? "" : [
        `<h3>Measures</h3><div style="overflow-x:auto"><table class="measures"><thead><tr>`,
        ...[
          "Measure",
          "Trend",
          names.period,
          ...before === undefined ? [] : [names.before, "Change"],
        ].map((name) => `<th scope="col" style="${CELL}">${escapeHtml(name)}</th>`),
        `</tr></thead><tbody>`,
        ...changes.map((change) => this.#row(change)),
        "</tbody></table></div>",
        `<p class="note">Medians, below them the middle half of the days or nights. ${
          before === undefined
            ? ""
            : `The band in the trend is the middle half of the period before. ` +
              `<b class="mark">▲▼</b> marks a change: the interval of the difference of the means excludes ` +
              `0. If nothing changed, at most one page in twenty has any mark.`
        }</p>`,
      ].join("\n"),
      `<div class="columns"><div><h3>What was measured</h3>\n${list(measured)}</div>`,
      `<div><h3>What was not</h3>\n<p>${
        escapeHtml(missing.length === 0 ? "Nothing of what is usual." : `${missing.join(", ")}.`)
      }</p></div></div>`,
      `<p class="method">${method.map(escapeHtml).join(" ")}</p></div>`,
    ].join("\n");
  }

  #row(change: Change): string {
    const { labels, period, before: earlier } = this.content;
    const { label, now, before, judgement } = change;
    const cell = (name: string, html: string): string =>
      `<td data-label="${escapeHtml(name)}" style="${CELL}">${html}</td>`;
    const usual = (of: typeof now | undefined): string => {
      if (of === undefined) return "–";
      const value = escapeHtml(change.text(of.median, labels));
      const band = escapeHtml(
        [bandText(change, of, labels), vendorText(of)].filter(Boolean).join(", "),
      );
      return `<span class="value" style="white-space:nowrap">${value} <small>n ${of.count}</small></span><br>\n<small class="band" style="white-space:nowrap">${band}</small>`;
    };
    const direction = judgement?.direction ?? 0, interval = intervalText(change);
    const mark = direction === 0 ? "" : `<b class="mark">${direction > 0 ? "▲" : "▼"}</b> `;
    const said = `${mark}${escapeHtml(changeText(change) || "–")}${
      interval === "" ? "" : `<br>\n<small class="band">${escapeHtml(interval)}</small>`
    }`;
    return [
      `<tr${direction === 0 ? "" : ' class="beyond"'}><th scope="row" style="${CELL}">${
        escapeHtml(label)
      }</th>`,
      `<td class="course" style="${CELL}">${sparkline(change, period, earlier)}</td>`,
      cell("Now", usual(now)),
      earlier === undefined ? "" : cell("Before", usual(before)) + "\n" +
        cell("Change", said),
      "</tr>",
    ].join("\n");
  }

  /** Returns the page as text. */
  override toString(): string {
    const { head, changes, labels, measured, missing, method } = this.content;
    return [
      ...head.map(([name, value]) => `${name}: ${value}`),
      "",
      ...this.findings,
      "",
      ...changes.map((change) => {
        const interval = intervalText(change);
        const was = change.before === undefined
          ? ""
          : `; before ${usualText(change, change.before, labels)}: ${changeText(change)}${
            interval === "" ? "" : ` (${interval})`
          }`;
        return `${change.label}: ${usualText(change, change.now, labels)}${was}`;
      }),
      "",
      ...measured,
      missing.length === 0 ? "" : `Not measured: ${missing.join(", ")}.`,
      "",
      ...method,
    ].join("\n");
  }
}

function list(items: readonly string[]): string {
  return `<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join("\n")}</ul>`;
}

function findingsOf({ changes, before, labels }: FrontPageContent): string[] {
  if (changes.length === 0) return ["Nothing was measured in this period."];
  if (before === undefined) return ["The period is not compared with another."];
  const judged = changes.filter(({ judgement }) => judgement !== undefined);
  const changed = judged.filter(({ judgement }) => judgement!.direction !== 0);
  if (judged.length === 0) {
    return [
      `Too few days to tell any change: it takes ${LEAST_EACH} days or nights in each period, and ${LEAST_BOTH} in both.`,
    ];
  }
  if (changed.length === 0) {
    const [lone] = judged;
    return [
      judged.length === 1
        ? `No clear change in ${lone!.label}.`
        : `No clear change in any of ${judged.length} measures.`,
    ];
  }
  return changed.map((change) => {
    const { label, now, before } = change;
    return `${label}: ${usualText(change, now, labels)}, before ${
      usualText(change, before!, labels)
    }; ${changeText(change)} (${intervalText(change)}).`;
  });
}
