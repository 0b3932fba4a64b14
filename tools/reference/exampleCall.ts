import type { Endpoint, Field } from "../../src/api/fields/endpoint.ts";
import { pathFields } from "../../src/api/fields/pathFields.ts";
import { modelExamples } from "../../src/service/openapi/openapiModels.ts";

const ID = "6f9d3c1e-2b5a-4c8d-9e7f-0a1b2c3d4e5f";

/** A record in examples. */
const RECORD = { start_time: "2026-03-01T08:00:00Z", value: 61 };

/** Example values of parameters, by name. */
const VALUES: Readonly<Record<string, unknown>> = {
  metric: "HeartRate",
  metrics: ["HeartRate", "StepCount"],
  function: ["avg"],
  time: "2026-03-01T12:00:00Z",
  data_type: "HeartRate",
  base_type: "Metric",
  tag_name: "holiday",
  resolution: "day",
};

/**
 * Returns the source of a call of an operation with all its required arguments.
 *
 * @param id Name of the method with its noun: `metrics.timeSeries`.
 */
export function exampleCall(id: string, { route, query = {}, body, returns }: Endpoint): string {
  const paths = Object.entries(pathFields(route))
    .filter(([name]) => !route.includes(`{${name}?}`));
  const needed = Object.entries(query)
    .filter(([name, { required }]) => required === true && name !== "output");
  const members = [...paths, ...needed]
    .filter(([name]) => name !== "start_time" && name !== "end_time")
    .map(([name, field]) => `${name}: ${source(valueOf(id, name, field))}`);
  const hasRange = needed.some(([name]) => name === "start_time");
  const isRangeAlone = hasRange && members.length === 0 && body === undefined;
  if (hasRange) members.push("...week");
  if (body !== undefined) members.push(`body: ${source(exampleBody(body))}`);
  return [
    ...(hasRange ? [`const week = range.week("2026-03-02", "Europe/Berlin");`] : []),
    `${returns.kind === "nothing" ? "" : "const answer = "}await me.api.${id}(${
      isRangeAlone ? "week" : braced(members)
    });`,
  ].join("\n");
}

/** Returns an example of a body: a record, or the first example of its model. */
export function exampleBody(body: NonNullable<Endpoint["body"]>): unknown {
  if (body === "records") return RECORD;
  const [example] = modelExamples(body.model);
  return body.isList ? [example] : example;
}

function valueOf(id: string, name: string, { kind, oneOf, list }: Field): unknown {
  if (id.startsWith("events.") && name === "data_type") return "MomentAnnotation";
  const one = VALUES[name] ?? oneOf?.[0] ?? (kind === "uuid" || name.endsWith("_id") ? ID : name);
  return list === true && !Array.isArray(one) ? [one] : one;
}

/** Returns a value as source. */
function source(value: unknown, indent = "  "): string {
  if (Array.isArray(value)) return `[${value.map((each) => source(each, indent)).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const deeper = `${indent}  `;
  return braced(
    Object.entries(value).map(([name, each]) => `${name}: ${source(each, deeper)}`),
    indent,
  );
}

/** Returns the members of an object on one line, or on several if they are long. */
function braced(members: readonly string[], indent = ""): string {
  if (members.length === 0) return "";
  const line = `{ ${members.join(", ")} }`;
  if (line.length + indent.length <= 72 && !line.includes("\n")) return line;
  return `{\n${members.map((member) => `${indent}  ${member},\n`).join("")}${indent}}`;
}
