import { html } from "hono/html";
import type { ColumnType, Schema } from "../../src/frame/columns/schema.ts";
import type { JsonObject } from "../../src/service/openapi/openapiNames.ts";
import type { FieldDocs } from "./fieldDocs.ts";
import { prose } from "./prose.ts";
import { schemaRows } from "./schemaRows.ts";
import type { Html } from "./html.ts";

/** The columns of a frame, each with its type, and with notes where there are any. */
export function columnsTable(schema: Schema, notes: Readonly<Record<string, string>> = {}): Html {
  const hasNotes = Object.keys(notes).length > 0;
  return table(
    hasNotes ? ["Column", "Type", "Note"] : ["Column", "Type"],
    Object.entries(schema).map(([name, type]) => [
      html`<code>${name}</code>`,
      html`${typeText(type)}`,
      ...(hasNotes ? [prose(notes[name] ?? "")] : []),
    ]),
  );
}

function typeText(type: ColumnType): string {
  if (typeof type === "string") return type;
  if ("list" in type) return `list of ${typeText(type.list)}`;
  return `{ ${
    Object.entries(type.struct).map(([name, each]) => `${name}: ${typeText(each)}`).join(", ")
  } }`;
}

/** The fields of JSON at every depth; of a body that is given, what stands where one is left out. */
export function fieldsTable(
  schema: JsonObject,
  docs: FieldDocs,
  isGiven: boolean,
): Html {
  const rows = schemaRows(schema, docs);
  if (rows.length === 0) return html``;
  return table(
    isGiven ? ["Field", "Kind", "Default", "Meaning"] : ["Field", "Kind", "Meaning"],
    rows.map((row) => [
      html`<code>${row.name}</code>`,
      html`${row.kind}`,
      ...(isGiven
        ? [
          row.required
            ? html`required`
            : row.default === ""
            ? html`none`
            : html`<code>${row.default}</code>`,
        ]
        : []),
      prose(row.doc),
    ]),
  );
}

/** A table that scrolls where it is wider than the page. */
export function table(heads: readonly string[], rows: readonly (readonly Html[])[]): Html {
  return html`
    <div class="output">
      <table><tr>${heads.map((head) => html`<th>${head}</th>`)}</tr>
    ${rows.map((cells) =>
      html`
        <tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>
      `
    )}</table>
    </div>
  `;
}
