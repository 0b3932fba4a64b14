import { assert, assertEquals, assertThrows } from "@std/assert";
import { LIMITS } from "../../../src/options/limits.ts";
import { noteAddress } from "../../../src/service/http/clientAddress.ts";
import { Problem } from "../../../src/service/http/problem.ts";
import { Callers, RequestRate } from "../../../src/service/http/requestRate.ts";
import { SchemaSteps } from "../../../src/service/http/schemaSteps.ts";
import { createService } from "../../../src/service/createService.ts";
import { openStore } from "../../../src/store/openStore.ts";

const { most } = LIMITS.countedCallers;

Deno.test("a flood of callers keeps a bounded number of them, and forgets the silent ones first", () => {
  const callers = new Callers(() => ({ calls: 0 }));
  callers.of("silent").calls = 7;
  for (let i = 0; i < 3 * most; i++) {
    callers.of(`stranger ${i}`).calls++;
    callers.of("busy").calls++;
    assert(callers.size <= most);
  }
  assertEquals(callers.size, most);
  assertEquals(callers.of("busy").calls, 3 * most);
  assertEquals(callers.of("silent").calls, 0);
});

Deno.test("a caller that is over its limit stays limited during a flood of others", () => {
  const rate = new RequestRate({ perSecond: 1e-9, burst: 1 }), steps = new SchemaSteps(() => 0);
  rate.count("greedy");
  steps.accounts("greedy")[0]!.left = 0;
  for (let i = 0; i < 2 * most; i++) {
    rate.count(`stranger ${i}`);
    steps.accounts(`stranger ${i}`);
    if (i % 1_000 > 0) continue;
    assertThrows(() => rate.count("greedy"), Problem, "Too many requests");
    assertEquals(steps.accounts("greedy")[0]!.left, 0);
  }
});

Deno.test("requests without a token do not make the service forget the requests of a token", async () => {
  const service = createService({
    store: openStore(),
    requestRate: { perSecond: 1e-9, burst: 2 },
  });
  const token = await service.issueToken(await service.owner());
  const status = async (request: Request): Promise<number> => {
    const response = await service.fetch(request);
    await response.body?.cancel();
    return response.status;
  };
  const ask = (): Promise<number> =>
    status(
      new Request("http://localhost/user/v1alpha1/tag", {
        headers: { authorization: `Bearer ${token}` },
      }),
    );
  assertEquals([await ask(), await ask(), await ask()], [200, 200, 429]);
  for (let stranger = 0; stranger <= most; stranger++) {
    const request = new Request("http://localhost/oauth/token", { method: "POST" });
    noteAddress(request, `address ${stranger}`);
    assertEquals(await status(request), 400);
  }
  assertEquals(await ask(), 429);
  await service.close();
});
