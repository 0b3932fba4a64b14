import { assertEquals } from "@std/assert";
import { running } from "../../load/served.ts";
import { job } from "../job/ours.ts";
import type { Prepared, Step } from "../step.ts";

/** Counts the lines that a user writes between the marks. */
function linesOf(path: string): number {
  const text = Deno.readTextFileSync(new URL(path, import.meta.url));
  const own = text.split("begin of the user's lines")[1]!.split("end of the user's lines")[0]!;
  return own.split("\n").slice(1, -1).filter((line) => line.trim() !== "").length;
}

const whole: Step = {
  name: "the whole job: a year of steps, two months compared, thirty nights",
  of: "job",
  sizes: [1, 1],
  prepare: async (): Promise<Prepared> => {
    const service = await running(["--memory", "--sample"]), { url, token, userid } = service;
    const until = "2025-03-12", asked = { baseUrl: url, token, until };
    const ours = await job(asked);
    return {
      ours: () => job(asked),
      floor: {
        name: "an answer of 30 days",
        run: async () => {
          const query = "start_time=2025-02-10T00:00:00Z&end_time=2025-03-12T00:00:00Z";
          const answer = await fetch(
            `${url}/data/v0/${userid}/sleep_stages?${query}&output=arrow`,
            { headers: service.headers },
          );
          assertEquals(answer.status, 200);
          return await answer.arrayBuffer();
        },
      },
      peers: [{
        of: "pandas",
        script: "tables",
        name: "job",
        input: [url, token, userid, until].join("|"),
        expected: () => ({ steps: ours["steps"]!, difference: ours["difference"]! }),
      }],
      note: `${linesOf("../job/ours.ts")} lines of ours, ${
        linesOf("../peers/job.py")
      } of the usual way in Python (requests in a pool of threads, pandas)`,
      close: () => service[Symbol.asyncDispose](),
    };
  },
};

/** Step for the whole job. */
export const steps: readonly Step[] = [whole];
