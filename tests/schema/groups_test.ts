import { assertEquals } from "@std/assert";
import { GroupBody } from "../../src/schema/groups.ts";

Deno.test("an error about a new group's unreadable times names them", () => {
  const problems = (times: object) =>
    GroupBody.safeParse({ title: "Owls", svc_data_types: [], ...times }).error?.issues
      .map(({ path }) => path.join("."));
  assertEquals(problems({ time_start: "HeartRate", time_end: "2024-01-05" }), ["time_start"]);
  assertEquals(problems({ time_start: "2024-01-05", time_end: "late" }), ["time_end"]);
  assertEquals(problems({ time_start: "2024-01-05", time_end: "2024-01-04" }), ["time_end"]);
  assertEquals(problems({ time_start: "2024-01-04", time_end: "2024-01-05" }), undefined);
});
