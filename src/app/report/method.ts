import { Displayable } from "../../display/displayable.ts";
import { escapeHtml } from "../../display/escapeHtml.ts";
import { keepLanguage, say } from "../../words/language.ts";

/** Content of the last section of a report: its method, sources and coverage. */
export interface MethodContent {
  /** Facts about the report in their order: period, comparison, date of creation. */
  readonly head: readonly (readonly [name: string, value: string])[];
  /** Measured data, one sentence each. */
  readonly measured: readonly string[];
  /** Labels of missing measures. */
  readonly missing: readonly string[];
  /** Method and limits. */
  readonly method: readonly string[];
  /** Methods paragraph for a paper; `undefined` in languages other than English. */
  readonly paragraph: string | undefined;
}

/** Method, sources and coverage of a report. */
export class Method extends Displayable {
  readonly #speak = keepLanguage();

  /** Creates the section from its content. */
  constructor(readonly content: MethodContent) {
    super();
  }

  /** Returns the section as HTML. */
  override html(): string {
    const { head, method, paragraph } = this.content;
    const facts = head.map(([name, value]) =>
      `<dt>${escapeHtml(name)}</dt>\n<dd>${escapeHtml(value)}</dd>`
    );
    const items = [...this.#speak(() => this.#coverage()), ...method].map((item) =>
      `<li>${escapeHtml(item)}</li>`
    );
    return `<div class="method"><dl>${facts.join("\n")}</dl>\n<ul>${items.join("\n")}</ul>\n` +
      `${paragraph === undefined ? "" : `<p>${escapeHtml(paragraph)}</p>`}</div>`;
  }

  #coverage(): string[] {
    const { measured, missing } = this.content;
    return [
      ...measured,
      ...missing.length === 0 ? [] : [say("Not measured: {names}.", { names: missing.join(", ") })],
    ];
  }

  /** Returns the section as text. */
  override toString(): string {
    const { head, method, paragraph } = this.content;
    const coverage = this.#speak(() => this.#coverage());
    return [
      ...head.map(([name, value]) => `${name}: ${value}`),
      ...coverage,
      ...method,
      ...(paragraph === undefined ? [] : [paragraph]),
    ]
      .join("\n");
  }
}
