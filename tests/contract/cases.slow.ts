import { assertEquals } from "@std/assert";
import { api } from "../../src/api/api.ts";
import { type Endpoint, splitRoute } from "../../src/api/fields/endpoint.ts";
import { serve } from "../../src/service/serve.ts";
import { runCases } from "./runCases.ts";
import { ALL_CASES, emptyService, subject, WORDS } from "./subject.ts";

for (const [words, names] of [["neutral words", {}], ["other names", WORDS]] as const) {
  Deno.test(`the service in this process passes every case, under ${words}`, async () => {
    const service = emptyService(names);
    try {
      assertEquals(await runCases(await subject(service, names), ALL_CASES), []);
    } finally {
      await service.close();
    }
  });

  Deno.test(`the service on a port passes every case, under ${words}`, async () => {
    const service = emptyService(names);
    const { url, stop } = await serve(service);
    try {
      assertEquals(await runCases(await subject(service, names, url), ALL_CASES), []);
    } finally {
      await stop();
    }
  });
}

const listed = Deno.readTextFileSync(new URL("../fixtures/operations.csv", import.meta.url))
  .trim().split("\n").slice(1).map((line) => line.split(",").slice(0, 2).join(" "));
const covered = new Set(
  ALL_CASES.filter(({ isElsewhere, content }) => !isElsewhere && content === undefined)
    .map(({ operation }) => operation),
);
const rows = Object.values(api).flatMap((noun) =>
  Object.values(noun as Record<string, Endpoint>).map(({ route }) => {
    const { method, path } = splitRoute(route);
    return `${method} ${path}`;
  })
);

Deno.test("every operation of the documents and of the tables has a case", () => {
  assertEquals(
    [...new Set([...listed, ...rows])].filter((operation) => !covered.has(operation)),
    [],
  );
});

Deno.test("every case belongs to an operation of the documents or of the tables", () => {
  assertEquals(
    [...covered].filter((operation) => !listed.includes(operation) && !rows.includes(operation)),
    [],
  );
});
