/**
 * The Spark Connect messages that this client sends and reads. Names and field numbers are facts of
 * the protocol; a test compares them with a real Spark. Other fields are not sent, and are skipped
 * when reading.
 *
 * @module
 */

type Field = readonly [id: number, type: string, rule?: "repeated" | "optional" | "map"];
type Message = {
  readonly fields?: { readonly [name: string]: Field };
  readonly oneofs?: { readonly [name: string]: readonly string[] };
  readonly messages?: { readonly [name: string]: Message };
  readonly enums?: { readonly [name: string]: { readonly [name: string]: number } };
};

/** Session fields of every request. */
const SESSION = { session_id: [1, "string"], user_context: [2, "UserContext"] } as const;

/** Messages of `spark.connect`. */
export const MESSAGES: { readonly [name: string]: Message } = {
  UserContext: { fields: { user_id: [1, "string"], user_name: [2, "string"] } },
  KeyValue: { fields: { key: [1, "string"], value: [2, "string", "optional"] } },
  SQL: { fields: { query: [1, "string"] } },
  RelationCommon: { fields: { plan_id: [2, "int64", "optional"] } },
  Relation: {
    fields: { common: [1, "RelationCommon"], sql: [10, "SQL"] },
    oneofs: { rel_type: ["sql"] },
  },
  SqlCommand: { fields: { input: [6, "Relation"] } },
  WriteOperation: {
    fields: {
      input: [1, "Relation"],
      source: [2, "string", "optional"],
      path: [3, "string"],
      mode: [5, "SaveMode"],
      sort_column_names: [6, "string", "repeated"],
      partitioning_columns: [7, "string", "repeated"],
      options: [9, "string", "map"],
    },
    oneofs: { save_type: ["path"] },
    enums: { SaveMode: { SAVE_MODE_UNSPECIFIED: 0, SAVE_MODE_ERROR_IF_EXISTS: 3 } },
  },
  Command: {
    fields: { write_operation: [2, "WriteOperation"], sql_command: [5, "SqlCommand"] },
    oneofs: { command_type: ["write_operation", "sql_command"] },
  },
  Plan: {
    fields: { root: [1, "Relation"], command: [2, "Command"] },
    oneofs: { op_type: ["root", "command"] },
  },
  ExecutePlanRequest: {
    fields: {
      ...SESSION,
      plan: [3, "Plan"],
      client_type: [4, "string", "optional"],
      operation_id: [6, "string", "optional"],
      tags: [7, "string", "repeated"],
    },
  },
  ExecutePlanResponse: {
    fields: {
      arrow_batch: [2, "ArrowBatch"],
      execution_progress: [18, "ExecutionProgress"],
    },
    oneofs: { response_type: ["arrow_batch", "execution_progress"] },
    messages: {
      ArrowBatch: {
        fields: {
          row_count: [1, "int64"],
          data: [2, "bytes"],
          start_offset: [3, "int64", "optional"],
        },
      },
      ExecutionProgress: {
        fields: { stages: [1, "StageInfo", "repeated"] },
        messages: {
          StageInfo: {
            fields: { num_tasks: [2, "int64"], num_completed_tasks: [3, "int64"] },
          },
        },
      },
    },
  },
  ConfigRequest: {
    fields: { ...SESSION, operation: [3, "Operation"] },
    messages: {
      Operation: {
        fields: { set: [1, "Set"], get: [2, "Get"] },
        oneofs: { op_type: ["set", "get"] },
      },
      Set: { fields: { pairs: [1, "KeyValue", "repeated"] } },
      Get: { fields: { keys: [1, "string", "repeated"] } },
    },
  },
  ConfigResponse: { fields: { pairs: [2, "KeyValue", "repeated"] } },
  InterruptRequest: {
    fields: {
      ...SESSION,
      interrupt_type: [4, "InterruptType"],
      operation_tag: [5, "string"],
      operation_id: [6, "string"],
    },
    oneofs: { interrupt: ["operation_tag", "operation_id"] },
    enums: {
      InterruptType: {
        INTERRUPT_TYPE_UNSPECIFIED: 0,
        INTERRUPT_TYPE_ALL: 1,
        INTERRUPT_TYPE_TAG: 2,
        INTERRUPT_TYPE_OPERATION_ID: 3,
      },
    },
  },
  InterruptResponse: { fields: { interrupted_ids: [2, "string", "repeated"] } },
  ReleaseSessionRequest: { fields: { ...SESSION } },
  ReleaseSessionResponse: { fields: { session_id: [1, "string"] } },
  FetchErrorDetailsRequest: { fields: { ...SESSION, error_id: [3, "string"] } },
  FetchErrorDetailsResponse: {
    fields: { root_error_idx: [1, "int32", "optional"], errors: [2, "Error", "repeated"] },
    messages: {
      Error: {
        fields: {
          error_type_hierarchy: [1, "string", "repeated"],
          message: [2, "string"],
          cause_idx: [4, "int32", "optional"],
          spark_throwable: [5, "SparkThrowable", "optional"],
        },
      },
      SparkThrowable: {
        fields: { error_class: [1, "string", "optional"], sql_state: [4, "string", "optional"] },
      },
    },
  },
};

/** Calls of `SparkConnectService`: request, response, and whether the response is a stream. */
export const CALLS = {
  ExecutePlan: ["ExecutePlanRequest", "ExecutePlanResponse", true],
  Config: ["ConfigRequest", "ConfigResponse", false],
  Interrupt: ["InterruptRequest", "InterruptResponse", false],
  ReleaseSession: ["ReleaseSessionRequest", "ReleaseSessionResponse", false],
  FetchErrorDetails: ["FetchErrorDetailsRequest", "FetchErrorDetailsResponse", false],
} as const;

/** Error details of gRPC (`google.rpc.Status` in `grpc-status-details-bin`). */
const STATUS: { readonly [name: string]: Message } = {
  Any: { fields: { type_url: [1, "string"], value: [2, "bytes"] } },
  Status: {
    fields: { code: [1, "int32"], message: [2, "string"], details: [3, "Any", "repeated"] },
  },
  ErrorInfo: {
    fields: { reason: [1, "string"], domain: [2, "string"], metadata: [3, "string", "map"] },
  },
};

/** Describes the messages for protobufjs. */
export function describeMessages(): { nested: Record<string, unknown> } {
  const methods = Object.fromEntries(
    Object.entries(CALLS).map(([name, [requestType, responseType, responseStream]]) => [
      name,
      { requestType, responseType, responseStream },
    ]),
  );
  const connect = { ...toDescriptors(MESSAGES), SparkConnectService: { methods } };
  return {
    nested: {
      spark: { nested: { connect: { nested: connect } } },
      rpc: { nested: toDescriptors(STATUS) },
    },
  };
}

function toDescriptors(messages: { readonly [name: string]: Message }): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(messages).map(([name, message]) => [name, toDescriptor(message)]),
  );
}

function toDescriptor({ fields = {}, oneofs = {}, messages = {}, enums = {} }: Message): unknown {
  const optional = Object.entries(fields).filter(([, [, , rule]]) => rule === "optional");
  return {
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, [id, type, rule]]) => [
        name,
        rule === "map"
          ? { id, type, keyType: "string" }
          : rule === "repeated"
          ? { id, type, rule }
          : rule === "optional"
          ? { id, type, options: { proto3_optional: true } }
          : { id, type },
      ]),
    ),
    oneofs: {
      ...Object.fromEntries(Object.entries(oneofs).map(([name, oneof]) => [name, { oneof }])),
      // In proto3, an optional field is the only member of its own `oneof`, which distinguishes 0
      // from absent.
      ...Object.fromEntries(optional.map(([name]) => [`_${name}`, { oneof: [name] }])),
    },
    nested: {
      ...toDescriptors(messages),
      ...Object.fromEntries(Object.entries(enums).map(([name, values]) => [name, { values }])),
    },
  };
}
