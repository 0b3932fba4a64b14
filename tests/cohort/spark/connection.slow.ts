import { assert, assertEquals, assertRejects } from "@std/assert";
import { Buffer } from "node:buffer";
import { IncompleteError } from "../../../src/cohort/cohortError.ts";
import { sparkAddress } from "../../../src/cohort/spark/address.ts";
import { SparkConnection } from "../../../src/cohort/spark/connection.ts";
import { SparkError } from "../../../src/cohort/spark/sparkError.ts";
import { writeArrow } from "../../../src/frame/arrow/toArrow.ts";
import { frameHeight } from "../../../src/frame/polars/seriesOf.ts";
import { type Answer, listen, type ListenOptions } from "../connectServer.ts";

const { signal } = new AbortController();
const batch = (rows: number, told?: number): Answer => ({
  arrow_batch: {
    ...(told === undefined ? {} : { row_count: told }),
    data: Buffer.from(
      writeArrow({ n: { type: "int64", values: new BigInt64Array(rows) } }, "stream"),
    ),
  },
});

async function withConnection(
  options: ListenOptions,
  test: (connection: SparkConnection, server: Awaited<ReturnType<typeof listen>>) => Promise<void>,
  token?: string,
): Promise<void> {
  await using server = await listen(options);
  const address = sparkAddress(`sc://127.0.0.1:${server.port}/;user_id=me`, token);
  const connection = new SparkConnection(address, undefined);
  await connection.open();
  try {
    await test(connection, server);
  } finally {
    await connection.close();
  }
}

Deno.test("a session configures how Spark computes, and each call contains its session", async () => {
  await withConnection(
    { execute: () => Promise.resolve([batch(0)]) },
    async (connection, server) => {
      const open = await server.next("Config");
      const { set } = open["operation"] as { set: { pairs: { key: string; value: string }[] } };
      assertEquals(Object.fromEntries(set.pairs.map(({ key, value }) => [key, value])), {
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.ansi.enabled": "true",
        "spark.sql.caseSensitive": "true",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "100000",
        "spark.sql.execution.arrow.compression.codec": "zstd",
        "spark.sql.parquet.outputTimestampType": "TIMESTAMP_MICROS",
        "spark.sql.sources.partitionColumnTypeInference.enabled": "false",
      });
      await connection.command("drop table x", { signal });
      const first = await server.next("ExecutePlan");
      await connection.write("select 1", "/out", ["month"], { signal });
      const second = await server.next("ExecutePlan");
      const user = { user_id: "me", user_name: "me" };
      for (const request of [open, first, second]) {
        assertEquals([request["session_id"], request["user_context"]], [open["session_id"], user]);
        assertEquals(request["authorization"], "Bearer sesame");
      }
      assertEquals([first["client_type"], first["tags"]], ["lifeframe", [connection.tag]]);
      assert(first["operation_id"] !== second["operation_id"]);
      const commandOf = (request: Record<string, unknown>) =>
        (request["plan"] as { command: Record<string, Record<string, unknown>> }).command;
      const inputOf = (input: unknown) => (input as { sql: { query: string } }).sql.query;
      assertEquals(inputOf(commandOf(first)["sql_command"]!["input"]), "drop table x");
      const { input, ...write } = commandOf(second)["write_operation"]!;
      assertEquals([inputOf(input), write], [
        "select 1",
        {
          source: "parquet",
          path: "/out",
          mode: "SAVE_MODE_ERROR_IF_EXISTS",
          sort_column_names: [],
          partitioning_columns: ["month"],
          options: { compression: "zstd" },
        } as unknown as typeof write,
      ]);
    },
    "sesame",
  );
});

Deno.test("batches are consecutive frames, and all rows are one frame", async () => {
  await withConnection({
    execute: () =>
      Promise.resolve([{}, batch(2, 2), { execution_progress: {} }, batch(0), batch(3, 3)]),
  }, async (connection) => {
    const told: [number, number][] = [];
    const frames = await Array.fromAsync(
      connection.query("select 1", { signal, onTasks: (...tasks) => told.push(tasks) }),
    );
    assertEquals(frames.map(frameHeight), [2, 0, 3]);
    assertEquals(frameHeight(await connection.frame("select 1", { signal })), 5);
  });
});

Deno.test("a batch with fewer rows than declared is an error", async () => {
  for (const [rows, told] of [[2, 3], [2, undefined], [0, 1]] as const) {
    await withConnection(
      { execute: () => Promise.resolve([batch(rows, told)]) },
      async (connection) => {
        await assertRejects(
          () => connection.frame("select 1", { signal }),
          IncompleteError,
          `Cannot read a result of Spark: of ${told ?? 0} rows, only ${rows} arrived`,
        );
      },
    );
  }
});

Deno.test("an unfinished query is interrupted, and an already aborted one is not sent", async () => {
  const execute = () => Promise.resolve([batch(1, 1), batch(1, 1)]);
  await withConnection({ execute, interrupted: () => ["one"] }, async (connection, server) => {
    for await (const _ of connection.query("select 1", { signal })) break;
    const { operation_id, session_id } = await server.next("ExecutePlan");
    const interrupt = await server.next("Interrupt");
    assertEquals(
      [interrupt["interrupt_type"], interrupt["operation_id"], interrupt["session_id"]],
      ["INTERRUPT_TYPE_OPERATION_ID", operation_id, session_id],
    );
    const before = server.calls.length;
    const over = AbortSignal.abort(new Error("enough"));
    await assertRejects(() => connection.frame("select 1", { signal: over }), Error, "enough");
    assertEquals(server.calls.length, before);
  });
});

Deno.test("the session's settings are requested by name", async () => {
  const config = (request: Record<string, unknown>) => {
    const { get } = request["operation"] as { get?: { keys: string[] } };
    return { pairs: (get?.keys ?? []).map((key, i) => i === 0 ? { key, value: "yes" } : { key }) };
  };
  await withConnection({ config }, async (connection) => {
    assertEquals(await connection.settings(["a.b", "c"]), { "a.b": "yes", c: undefined });
    assertEquals(await connection.settings([]), {});
  });
});

Deno.test("an error without available details has the message of the call", async () => {
  const fail = (): never => {
    throw new Error("no such table");
  };
  await withConnection(
    { execute: () => Promise.resolve().then(fail), explain: fail },
    async (connection, server) => {
      const error = await assertRejects(
        () => connection.frame("select 1", { signal }),
        SparkError,
        "Cannot run a query on Spark: no such table",
      ) as SparkError;
      assertEquals([error.status, error.errorClass], ["INTERNAL", undefined]);
      assertEquals(server.calls.filter((name) => name === "FetchErrorDetails").length, 1);
    },
  );
});

Deno.test("an error from the caller's function during a query is rethrown unchanged", async () => {
  const stages = [{ num_tasks: 2, num_completed_tasks: 1 }];
  await withConnection({
    execute: () => Promise.resolve([{ execution_progress: { stages } }, batch(0)]),
  }, async (connection) => {
    const own = new RangeError("mine");
    const onTasks = (): never => {
      throw own;
    };
    const error = await assertRejects(
      () => connection.frame("select 1", { signal, onTasks }),
      RangeError,
    );
    assert(error === own);
  });
});
