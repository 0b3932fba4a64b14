import { html } from "hono/html";
import type { ColumnType, Schema } from "../../frame/columns/schema.ts";
import type { Returns } from "../../api/fields/endpoint.ts";
import type { Html } from "../encode/pageFrame.ts";
import type { JsonObject } from "./openapiNames.ts";
import { schemaRows } from "./schemaRows.ts";

/** Converts the text of a doc comment to HTML, with code between backticks. */
export function prose(text: string): Html {
  return html`${
    text.split("`").map((part, index) => index % 2 === 1 ? html`<code>${part}</code>` : part)
  }`;
}

/** Returns a table that scrolls if it is wider than the page. */
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

/** Returns the cell of a default value. */
export function defaultCell(isRequired: boolean, value: string): Html {
  if (isRequired) return html`required`;
  return value === "" ? html`none` : html`<code>${value}</code>`;
}

/** Returns the fields of JSON at every depth; for a request body, with defaults. */
export function fieldsTable(schema: JsonObject, isGiven: boolean): Html {
  const rows = schemaRows(schema);
  if (rows.length === 0) return html``;
  return table(
    isGiven ? ["Field", "Kind", "Default", "Meaning"] : ["Field", "Kind", "Meaning"],
    rows.map((row) => [
      html`<code>${row.name}</code>`,
      html`${row.kind}`,
      ...(isGiven ? [defaultCell(row.isRequired, row.default)] : []),
      prose(row.doc),
    ]),
  );
}

/** Returns the columns of a frame with their types, and with notes if there are any. */
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

/** Returns the columns of a frame made of records, with their paths in the record. */
export function recordColumns(returns: Extract<Returns, { columns: unknown }>): Html {
  const unknown = "unknown" in returns ? returns.unknown ?? {} : {};
  const types: Record<string, ColumnType> = {}, notes: Record<string, string> = {};
  for (const [name, column] of Object.entries(returns.columns)) {
    const isPath = typeof column === "object" && "path" in column;
    const isJson = typeof column === "object" && "json" in column;
    types[name] = isPath || isJson ? "text" : column;
    const note = isPath
      ? `The record's \`${column.path}\`.`
      : isJson
      ? `The record's \`${column.json}\`, as JSON.`
      : name in unknown
      ? "Null if unknown."
      : undefined;
    if (note !== undefined) notes[name] = note;
  }
  return columnsTable(types, notes);
}

function typeText(type: ColumnType): string {
  if (typeof type === "string") return type;
  if ("list" in type) return `list of ${typeText(type.list)}`;
  return `{ ${
    Object.entries(type.struct).map(([name, each]) => `${name}: ${typeText(each)}`).join(", ")
  } }`;
}
