import { assert, assertEquals } from "@std/assert";
import { type Names, toWire } from "../../src/api/fields/names.ts";
import { openapi } from "../../src/service/openapi/openapi.ts";
import {
  type Content,
  contentCheck,
  type Document,
  type Schema,
} from "../helpers/documentCheck.ts";
import type { Case } from "./cases.ts";
import { runCases } from "./runCases.ts";
import { ALL_CASES, emptyService, subject, WORDS } from "./subject.ts";

/** Returns the document's schema of an answer; for an unknown path or method, the schema of errors. */
function documented(document: Document, one: Case, names: Names, status: number): Content {
  const [method, template] = one.operation.split(" ") as [string, string];
  if (one.isElsewhere) {
    const { Error, ProblemDocument } = document.components.schemas;
    return {
      "application/json": { schema: Error! },
      "application/problem+json": { schema: ProblemDocument! },
    };
  }
  const outward = toWire(names);
  const path = outward.path(template).replaceAll(
    /\{(\w+)\}/g,
    (_, name) => `{${outward.name(name)}}`,
  );
  const operation = document.paths[path]?.[method.toLowerCase()];
  assert(operation !== undefined, `${method} ${path} is not in the document`);
  const response = operation.responses[status];
  assert(
    response !== undefined,
    `${one.operation} answers ${status}, which is not in the document`,
  );
  return response.content ?? {};
}

for (const [words, names] of [["neutral words", {}], ["other names", WORDS]] as const) {
  Deno.test(`every answer to every case matches the document, under ${words}`, async () => {
    const service = emptyService(names);
    try {
      const served = await service.fetch(new Request("http://localhost/openapi.json"));
      const document: Document = await served.json();
      const check = contentCheck(document), faults: string[] = [], seen = new Set<string>();
      const onAnswer = (one: Case, response: Response, body: string): void => {
        if (one.content !== undefined || [204, 303].includes(response.status)) return;
        const type = response.headers.get("content-type")!.split(";")[0]!;
        const content = documented(document, one, names, response.status);
        const fault = check(content, type, body);
        if (fault !== "") faults.push(`${one.operation} ${response.status}: ${fault}`);
        seen.add(`${one.operation} ${response.status}`);
      };
      const known = await subject(service, names);
      assertEquals(await runCases({ ...known, onAnswer }, ALL_CASES), []);
      assertEquals(faults, []);
      assert(seen.size > 150, `${seen.size} kinds of answers`);
    } finally {
      await service.close();
    }
  });
}

/** Returns whether a schema accepts any value. */
function isEmpty(schema: Schema): boolean {
  return !["type", "$ref", "anyOf", "oneOf", "allOf", "enum", "const"].some((key) => key in schema);
}

Deno.test("every answer in the document has a meaningful schema, down to its items", () => {
  const { paths } = openapi() as unknown as Document;
  const empty: string[] = [];
  for (const item of Object.values(paths)) {
    for (const { operationId, responses } of Object.values(item)) {
      for (const [status, { content = {} }] of Object.entries(responses)) {
        for (const [type, { schema }] of Object.entries(content)) {
          const items = schema["items"] as Schema | undefined;
          if (isEmpty(schema) || (items !== undefined && isEmpty(items))) {
            empty.push(`${operationId} ${status} ${type}`);
          }
          const isNamed = schema["type"] === "object" && type === "application/json";
          const isFree = operationId.endsWith("chema") || operationId === "documents.openapi";
          if (isNamed && !isFree && schema["properties"] === undefined) {
            empty.push(`${operationId} ${status}: an object without properties`);
          }
        }
      }
    }
  }
  assertEquals(empty, []);
});
