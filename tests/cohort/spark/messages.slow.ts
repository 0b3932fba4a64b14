import { assert, assertEquals } from "@std/assert";
import { Buffer } from "node:buffer";
import { fromJSON, type ServiceDefinition } from "@grpc/proto-loader";
import { describeMessages } from "../../../src/cohort/spark/messages.ts";

/**
 * Fields that are sent and read, according to the descriptors of PySpark 4.3.0
 * (`pyspark/sql/connect/proto/*_pb2.py`, from Spark's `base.proto`, `commands.proto`,
 * `common.proto` and `relations.proto`), by number; the `oneof` of a field is in brackets.
 */
const PUBLISHED: Readonly<Record<string, readonly string[]>> = {
  UserContext: ["string user_id = 1", "string user_name = 2"],
  KeyValue: ["string key = 1", "optional string value = 2"],
  SQL: ["string query = 1"],
  RelationCommon: ["optional int64 plan_id = 2"],
  Relation: ["RelationCommon common = 1", "SQL sql = 10 (rel_type)"],
  SqlCommand: ["Relation input = 6"],
  WriteOperation: [
    "Relation input = 1",
    "optional string source = 2",
    "string path = 3 (save_type)",
    "SaveMode mode = 5",
    "repeated string sort_column_names = 6",
    "repeated string partitioning_columns = 7",
    "map<string, string> options = 9",
  ],
  "WriteOperation.SaveMode": ["SAVE_MODE_UNSPECIFIED = 0", "SAVE_MODE_ERROR_IF_EXISTS = 3"],
  Command: [
    "WriteOperation write_operation = 2 (command_type)",
    "SqlCommand sql_command = 5 (command_type)",
  ],
  Plan: ["Relation root = 1 (op_type)", "Command command = 2 (op_type)"],
  ExecutePlanRequest: [
    "string session_id = 1",
    "UserContext user_context = 2",
    "Plan plan = 3",
    "optional string client_type = 4",
    "optional string operation_id = 6",
    "repeated string tags = 7",
  ],
  ExecutePlanResponse: [
    "ArrowBatch arrow_batch = 2 (response_type)",
    "ExecutionProgress execution_progress = 18 (response_type)",
  ],
  "ExecutePlanResponse.ArrowBatch": [
    "int64 row_count = 1",
    "bytes data = 2",
    "optional int64 start_offset = 3",
  ],
  "ExecutePlanResponse.ExecutionProgress": ["repeated StageInfo stages = 1"],
  "ExecutePlanResponse.ExecutionProgress.StageInfo": [
    "int64 num_tasks = 2",
    "int64 num_completed_tasks = 3",
  ],
  ConfigRequest: [
    "string session_id = 1",
    "UserContext user_context = 2",
    "Operation operation = 3",
  ],
  "ConfigRequest.Operation": ["Set set = 1 (op_type)", "Get get = 2 (op_type)"],
  "ConfigRequest.Set": ["repeated KeyValue pairs = 1"],
  "ConfigRequest.Get": ["repeated string keys = 1"],
  ConfigResponse: ["repeated KeyValue pairs = 2"],
  InterruptRequest: [
    "string session_id = 1",
    "UserContext user_context = 2",
    "InterruptType interrupt_type = 4",
    "string operation_tag = 5 (interrupt)",
    "string operation_id = 6 (interrupt)",
  ],
  "InterruptRequest.InterruptType": [
    "INTERRUPT_TYPE_UNSPECIFIED = 0",
    "INTERRUPT_TYPE_ALL = 1",
    "INTERRUPT_TYPE_TAG = 2",
    "INTERRUPT_TYPE_OPERATION_ID = 3",
  ],
  InterruptResponse: ["repeated string interrupted_ids = 2"],
  ReleaseSessionRequest: ["string session_id = 1", "UserContext user_context = 2"],
  ReleaseSessionResponse: ["string session_id = 1"],
  FetchErrorDetailsRequest: [
    "string session_id = 1",
    "UserContext user_context = 2",
    "string error_id = 3",
  ],
  FetchErrorDetailsResponse: ["optional int32 root_error_idx = 1", "repeated Error errors = 2"],
  "FetchErrorDetailsResponse.Error": [
    "repeated string error_type_hierarchy = 1",
    "string message = 2",
    "optional int32 cause_idx = 4",
    "optional SparkThrowable spark_throwable = 5",
  ],
  "FetchErrorDetailsResponse.SparkThrowable": [
    "optional string error_class = 1",
    "optional string sql_state = 4",
  ],
};

/**
 * As published by Google: `google/protobuf/any.proto`, `google/rpc/status.proto`,
 * `error_details.proto`.
 */
const DETAILS: Readonly<Record<string, readonly string[]>> = {
  Any: ["string type_url = 1", "bytes value = 2"],
  Status: ["int32 code = 1", "string message = 2", "repeated Any details = 3"],
  ErrorInfo: ["string reason = 1", "string domain = 2", "map<string, string> metadata = 3"],
};

interface Field {
  readonly id: number;
  readonly type: string;
  readonly rule?: string;
  readonly keyType?: string;
  readonly options?: unknown;
}
interface Descriptor {
  readonly fields?: Readonly<Record<string, Field>>;
  readonly oneofs?: Readonly<Record<string, { readonly oneof: readonly string[] }>>;
  readonly values?: Readonly<Record<string, number>>;
  readonly nested?: Readonly<Record<string, Descriptor>>;
}

/** Messages and enumerations, each field as a line of a proto file. */
function linesOf(nested: Readonly<Record<string, Descriptor>>, path = ""): [string, string[]][] {
  return Object.entries(nested).flatMap(([name, { fields = {}, values, ...rest }]) => {
    const oneofs = Object.entries(rest.oneofs ?? {});
    const lineOf = ([field, { id, type, rule, keyType, options }]: [string, Field]): string => {
      const own = oneofs.filter(([, { oneof }]) => oneof.includes(field)).map(([name]) => name);
      const isOptional = own.includes(`_${field}`);
      assertEquals(options, isOptional ? { proto3_optional: true } : undefined, field);
      const kind = keyType === undefined ? type : `map<${keyType}, ${type}>`;
      const before = isOptional ? "optional " : rule === undefined ? "" : `${rule} `;
      return `${before}${kind} ${field} = ${id}${isOptional ? "" : own.map((one) => ` (${one})`)}`;
    };
    const lines = values === undefined
      ? Object.entries(fields).sort(([, a], [, b]) => a.id - b.id).map(lineOf)
      : Object.entries(values).map(([value, number]) => `${value} = ${number}`);
    return [[path + name, lines], ...linesOf(rest.nested ?? {}, `${path}${name}.`)];
  });
}

const { spark, rpc } = describeMessages().nested as Record<string, Descriptor>;
const { SparkConnectService, ...messages } = spark!.nested!["connect"]!.nested!;
const definitions = fromJSON(describeMessages() as Parameters<typeof fromJSON>[0], {
  keepCase: true,
  longs: String,
  enums: String,
});

Deno.test("messages have the numbers, types and labels of the protocol that Spark publishes", () => {
  assertEquals(Object.fromEntries(linesOf(messages)), PUBLISHED);
  assertEquals(Object.fromEntries(linesOf(rpc!.nested!)), DETAILS);
});

Deno.test("calls have the paths and messages of Spark's service, and only the rows of a plan are a stream", () => {
  assert(SparkConnectService !== undefined);
  const service = definitions["spark.connect.SparkConnectService"] as ServiceDefinition;
  const facts = Object.values(service).map(({ path, requestStream, responseStream, ...types }) => {
    const [request, response] = [types.requestType, types.responseType]
      .map((message) => (message.type as { name: string }).name);
    assertEquals(requestStream, false);
    return `${path}(${request}): ${responseStream ? "stream " : ""}${response}`;
  });
  assertEquals(facts.map((fact) => fact.replace("/spark.connect.SparkConnectService/", "")), [
    "ExecutePlan(ExecutePlanRequest): stream ExecutePlanResponse",
    "Config(ConfigRequest): ConfigResponse",
    "Interrupt(InterruptRequest): InterruptResponse",
    "ReleaseSession(ReleaseSessionRequest): ReleaseSessionResponse",
    "FetchErrorDetails(FetchErrorDetailsRequest): FetchErrorDetailsResponse",
  ]);
});

/** Returns a bytes field in wire format: number and type, length, bytes. */
const field = (
  id: number,
  ...bytes: readonly number[]
): number[] => [id << 3 | 2, bytes.length, ...bytes];
const letters = (text: string): number[] => [...new TextEncoder().encode(text)];

Deno.test("messages are encoded as protobuf: repeated fields, maps, oneof, and 0 distinct from a missing value", () => {
  const { Config, ExecutePlan, Interrupt } =
    definitions["spark.connect.SparkConnectService"] as ServiceDefinition;
  const pairs = [{ key: "a", value: "" }, { key: "b" }];
  assertEquals(
    [...Config!.requestSerialize({ session_id: "s", operation: { set: { pairs } } })],
    [
      ...field(1, ...letters("s")),
      ...field(
        3,
        ...field(
          1,
          ...field(1, ...field(1, ...letters("a")), ...field(2)),
          ...field(1, ...field(1, ...letters("b"))),
        ),
      ),
    ],
  );
  const write_operation = {
    path: "p",
    mode: "SAVE_MODE_ERROR_IF_EXISTS",
    options: { c: "z" },
    partitioning_columns: ["x", "y"],
  };
  assertEquals(
    [...ExecutePlan!.requestSerialize({
      plan: { command: { write_operation } },
      tags: ["t", "u"],
    })],
    [
      ...field(
        3,
        ...field(
          2,
          ...field(
            2,
            ...field(3, ...letters("p")),
            5 << 3,
            3,
            ...field(7, ...letters("x")),
            ...field(7, ...letters("y")),
            ...field(9, ...field(1, ...letters("c")), ...field(2, ...letters("z"))),
          ),
        ),
      ),
      ...field(7, ...letters("t")),
      ...field(7, ...letters("u")),
    ],
  );
  const interrupted = field(2, ...letters("one")).concat(field(2, ...letters("two")));
  assertEquals(Interrupt!.responseDeserialize(Buffer.from(interrupted)), {
    interrupted_ids: ["one", "two"],
  });
  const stage = (done: number, all: number): number[] => field(1, 2 << 3, all, 3 << 3, done);
  assertEquals(
    ExecutePlan!.responseDeserialize(
      Buffer.from([18 << 3 & 0x7f | 2 | 0x80, 1, 12, ...stage(1, 4), ...stage(0, 9)]),
    ),
    {
      execution_progress: {
        stages: [
          { num_tasks: "4", num_completed_tasks: "1" },
          { num_tasks: "9", num_completed_tasks: "0" },
        ],
      },
    },
  );
});
