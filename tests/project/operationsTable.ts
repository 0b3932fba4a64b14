import { api } from "../../src/api/api.ts";
import { type Endpoint, splitRoute } from "../../src/api/fields/endpoint.ts";

/** The table of operations as the README shows it, from the table that client and service are made of. */
export function operationsTable(): string {
  const rows = Object.entries(api).flatMap(([noun, operations]) =>
    Object.entries(operations as Record<string, Endpoint>).map(([name, endpoint]) => {
      const { method, path } = splitRoute(endpoint.route);
      return `| \`me.api.${noun}.${name}\` | ${method} \`${path}\` | ${endpoint.summary} |`;
    })
  );
  return ["| method | request | what it does |", "| --- | --- | --- |", ...rows].join("\n");
}
