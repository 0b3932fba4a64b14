import { assertEquals } from "@std/assert";
import { api } from "../../src/api/api.ts";
import { type Endpoint, splitRoute } from "../../src/api/endpoint.ts";
import type { Names } from "../../src/api/names.ts";
import { createService, type Service } from "../../src/service/createService.ts";
import { serve } from "../../src/service/serve.ts";
import { openStore } from "../../src/store/openStore.ts";
import { CASES } from "./cases.ts";
import { runCases, type Subject } from "./runCases.ts";

const OPERATOR = "operator-secret", STORAGE = "storage-secret";
const WORDS = { svc: "acme", mobile: "phone", map: "gps", health_sdk: "vitals" };

function made(names: Names): Service {
  return createService({
    store: openStore(),
    names,
    operatorToken: OPERATOR,
    storageSecret: STORAGE,
  });
}

async function subject(service: Service, url: string, names: Names): Promise<Subject> {
  const [svc_userid, other] = [await service.owner(), crypto.randomUUID()];
  return {
    url,
    fetch: url === "http://localhost" ? (request) => service.fetch(request) : fetch,
    names,
    known: { svc_userid, other },
    tokens: {
      user: await service.issueToken(svc_userid),
      other: await service.issueToken(other),
      operator: OPERATOR,
      storage: STORAGE,
    },
  };
}

for (const [words, names] of [["neutral words", {}], ["other names", WORDS]] as const) {
  Deno.test(`the service in this process answers every case as it must, under ${words}`, async () => {
    const service = made(names);
    try {
      assertEquals(await runCases(await subject(service, "http://localhost", names), CASES), []);
    } finally {
      await service.close();
    }
  });

  Deno.test(`the service on a port answers every case as it must, under ${words}`, async () => {
    const service = made(names);
    const { url, stop } = serve(service);
    try {
      assertEquals(await runCases(await subject(service, url, names), CASES), []);
    } finally {
      await stop();
    }
  });
}

const listed = Deno.readTextFileSync(new URL("../fixtures/operations.csv", import.meta.url))
  .trim().split("\n").slice(1).map((line) => line.split(",").slice(0, 2).join(" "));
const covered = new Set(CASES.map(({ operation }) => operation));
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

Deno.test("every case is of an operation of the documents or of the tables", () => {
  assertEquals(
    [...covered].filter((operation) => !listed.includes(operation) && !rows.includes(operation)),
    [],
  );
});
