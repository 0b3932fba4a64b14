import { recordCheck } from "../../src/schema/checks/recordCheck.ts";
import { payingSteps, type StepAccounts } from "../../src/schema/checks/checkBudget.ts";
import { CodeFlow } from "../../src/service/auth/codeFlow.ts";
import { RequestRate } from "../../src/service/http/requestRate.ts";
import { SchemaSteps } from "../../src/service/http/schemaSteps.ts";
import { createService } from "../../src/service/createService.ts";
import { openStore } from "../../src/store/openStore.ts";
import { expect, type LimitCase } from "./limitCase.ts";

/** A schema whose check doubles its steps with each of its levels. */
function doubling(levels: number): string {
  const $defs: Record<string, unknown> = { d0: { type: "string" } };
  for (let i = 1; i <= levels; i++) {
    const both = { $ref: `#/$defs/d${i - 1}` };
    $defs[`d${i}`] = { allOf: [both, both] };
  }
  return JSON.stringify({
    type: "object",
    properties: { x: { $ref: `#/$defs/d${levels}` } },
    $defs,
  });
}

const FIELDS = JSON.stringify({
  type: "object",
  properties: Object.fromEntries(
    Array.from({ length: 10 }, (_, i) => [`f${i}`, { type: "number" }]),
  ),
});
const RECORD = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`f${i}`, i]));
const LISTS = JSON.stringify({
  type: "object",
  properties: {
    list: { type: "array", items: { type: "object", properties: { a: { type: "number" } } } },
  },
});

/** Checks a record some times as a request does; throws what was found. */
function check(schema: string, record: unknown, times = 1, accounts: StepAccounts = []): void {
  payingSteps(accounts, () => {
    const found = recordCheck(schema, []);
    for (let i = 0; i < times; i++) {
      const [finding] = found(record);
      if (finding !== undefined) throw new Error(finding.msg);
    }
  });
}

/** Asks for codes of devices, all from one address. */
async function askForCodes(count: number): Promise<void> {
  const service = createService({
    store: await openStore(),
    requestRate: { perSecond: 1e6, burst: 1e6 },
  });
  for (let i = 0; i < count; i++) {
    const answer = await service.fetch(
      new Request("http://localhost/oauth/device/code", {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "client_id=test&scope=openid",
      }),
    );
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(text);
  }
  await service.close();
}

/** Stores codes and returns how many of the first 1,000 are still known. */
async function keep(count: number): Promise<number> {
  const { deviceCodes, close } = await openStore();
  const code = { clientId: "test", scope: "openid", expiresIn: 600, interval: 5 };
  for (let i = 0; i < count; i++) {
    await deviceCodes.add({ ...code, deviceCode: `device ${i}`, userCode: `USER${i}` });
  }
  let known = 0;
  for (let i = 0; i < 1_000; i++) known += Number(await deviceCodes.find(`USER${i}`) !== undefined);
  await close();
  return known;
}

/** Keeps requests for codes and returns how many of the first 500 are still known. */
function keepRequests(count: number): number {
  const flow = new CodeFlow(), fields = new Map([["redirect_uri", "http://localhost:8000/"]]);
  for (let i = 0; i < count; i++) flow.add(`USER${i}`, flow.read(fields, `code ${i}`));
  return Array.from({ length: 500 }, (_, i) => flow.find(`USER${i}`)).filter(Boolean).length;
}

/** Counts requests of many callers; returns how many of the first 5,000 are still limited. */
function countCallers(count: number): number {
  const rate = new RequestRate({ perSecond: 1e-9, burst: 1 });
  const isLimited = (caller: number): boolean => {
    try {
      rate.count(`caller ${caller}`);
      return false;
    } catch {
      return true;
    }
  };
  for (let caller = 0; caller < count; caller++) isLimited(caller);
  return Array.from({ length: 5_000 }, (_, caller) => isLimited(caller)).filter(Boolean).length;
}

/** Cases of the limits on work that users and strangers can cause in the service. */
export const STORE_CASES = {
  schemaRecordSteps: {
    exceed: () => check(doubling(19), { x: "x" }),
    honest: () => check(LISTS, { list: Array.from({ length: 1_000 }, () => ({ a: 1 })) }),
  },
  schemaRequestSteps: {
    exceed: () => {
      check(doubling(12), { x: "x" }, 300); // each record by itself is within its limit
      const [, request] = new SchemaSteps().accounts("token"); // the token's limit is another one
      check(doubling(12), { x: "x" }, 300, [request!]);
    },
    honest: () => check(FIELDS, RECORD, 5_000, new SchemaSteps().accounts("token")),
  },
  schemaTokenSteps: {
    exceed: () => {
      const steps = new SchemaSteps(() => 0);
      for (let i = 0; i < 200; i++) {
        const [token, request] = steps.accounts("token");
        check(doubling(12), { x: "x" }, 10, [request!]); // each request is within its limit
        check(doubling(12), { x: "x" }, 10, [token!]);
      }
    },
    honest: () => {
      const steps = new SchemaSteps();
      for (let i = 0; i < 20; i++) check(FIELDS, RECORD, 5_000, steps.accounts("token"));
    },
  },
  deviceCodes: {
    exceed: async () => {
      if (await keep(10_100) < 1_000) throw new Error("some codes are forgotten");
    },
    honest: async () => expect(await keep(1_000), 1_000),
  },
  codeRequests: {
    exceed: () => {
      if (keepRequests(1_100) < 500) throw new Error("some requests are forgotten");
    },
    honest: () => expect(keepRequests(500), 500),
  },
  countedCallers: {
    exceed: () => {
      if (countCallers(10_100) < 5_000) throw new Error("some callers are forgotten");
    },
    honest: () => expect(countCallers(5_000), 5_000),
  },
  deviceCodesPerAddress: {
    exceed: () => askForCodes(70),
    honest: () => askForCodes(50),
  },
} satisfies Record<string, LimitCase>;
