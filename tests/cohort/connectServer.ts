import { Buffer } from "node:buffer";
import grpc from "@grpc/grpc-js";
import { fromJSON } from "@grpc/proto-loader";
import { describeMessages } from "../../src/cohort/spark/messages.ts";

type Request = Record<string, unknown>;

/** Reply of `ExecutePlan`. */
export type Answer = Record<string, unknown>;

/** Handlers of a server's calls. */
export interface ListenOptions {
  /** Returns the operations that an interruption finds, by its number. */
  readonly interrupted?: (times: number) => string[];
  /** Answers `ExecutePlan`; without it, nothing does. */
  readonly execute?: (request: Request) => Promise<Answer[]>;
  /** Answers `Config`. */
  readonly config?: (request: Request) => Request;
  /** Answers `FetchErrorDetails` for an error that `execute` threw. */
  readonly explain?: (error: Error) => object;
}

/** A server of Spark Connect's calls. */
export interface ConnectServer extends AsyncDisposable {
  /** Port on the loopback. */
  readonly port: number;
  /** Names of the received calls. */
  readonly calls: readonly string[];
  /** Waits for the next request of a call, and returns each request once. */
  next(name: string): Promise<Request>;
}

/** Starts a server of Spark Connect's calls. */
export async function listen(
  { interrupted = () => [], execute, config = () => ({}), explain = () => ({}) }: ListenOptions =
    {},
): Promise<ConnectServer> {
  const definitions = fromJSON(describeMessages() as Parameters<typeof fromJSON>[0], {
    keepCase: true,
    longs: String,
    enums: String,
    defaults: true,
  });
  const heard = new Map<string, Request[]>(), calls: string[] = [];
  const hear = (
    name: string,
    { request, metadata }: { request: Request; metadata: grpc.Metadata },
  ) => {
    const all = heard.get(name) ?? [];
    heard.set(name, [...all, { ...request, ...metadata.getMap() }]);
    calls.push(name);
  };
  const failures: Error[] = [];
  const executePlan = async (call: grpc.ServerWritableStream<Request, Request>): Promise<void> => {
    hear("ExecutePlan", call);
    if (execute === undefined) return;
    try {
      for (const reply of await execute(call.request)) call.write(reply);
      call.end();
    } catch (error) {
      const errorId = `${failures.push(error as Error) - 1}`;
      call.emit("error", statusOf(error as Error, errorId, definitions));
    }
  };
  const answer = (name: string): grpc.handleUnaryCall<Request, Request> => (call, reply) => {
    hear(name, call);
    const times = calls.filter((one) => one === name).length;
    if (name === "Interrupt") return reply(null, { interrupted_ids: interrupted(times) });
    if (name === "Config") return reply(null, config(call.request));
    const failure = failures[Number(call.request["error_id"] ?? NaN)];
    try {
      reply(null, failure === undefined ? {} : explain(failure) as Request);
    } catch (error) {
      reply(statusOf(error as Error, call.request["error_id"] as string, definitions));
    }
  };
  const server = new grpc.Server();
  server.addService(definitions["spark.connect.SparkConnectService"] as grpc.ServiceDefinition, {
    ExecutePlan: executePlan,
    ...Object.fromEntries(
      ["Config", "Interrupt", "ReleaseSession", "FetchErrorDetails"].map((
        name,
      ) => [name, answer(name)]),
    ),
  });
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync(
      "127.0.0.1:0",
      grpc.ServerCredentials.createInsecure(),
      (error, port) => error ? reject(error) : resolve(port),
    )
  );
  return {
    port,
    calls,
    async next(name: string): Promise<Request> {
      for (let tries = 0; tries < 1000; tries++) {
        const [first, ...rest] = heard.get(name) ?? [];
        heard.set(name, rest);
        if (first !== undefined) return first;
        await pause(20);
      }
      throw new Error(`${name} was not called within 20 s`);
    },
    async [Symbol.asyncDispose]() {
      server.forceShutdown();
      await pause(50);
    },
  };
}

/** Returns an error as Spark sends it, with the id of its details in the status of the call. */
function statusOf(
  { message }: Error,
  errorId: string,
  definitions: ReturnType<typeof fromJSON>,
): Partial<grpc.ServiceError> {
  type Message = { serialize: (message: object) => Uint8Array };
  const bytes = (type: string, message: object): Uint8Array =>
    (definitions as unknown as Record<string, Message>)[type]!.serialize(message);
  const info = { reason: "java.lang.Exception", domain: "org.apache.spark", metadata: { errorId } };
  const details = [
    { type_url: "type.googleapis.com/google.rpc.Other", value: new Uint8Array([8, 1]) },
    { type_url: "type.googleapis.com/google.rpc.ErrorInfo", value: bytes("rpc.ErrorInfo", info) },
  ];
  const metadata = new grpc.Metadata();
  const status = { code: grpc.status.INTERNAL, message, details };
  metadata.set("grpc-status-details-bin", Buffer.from(bytes("rpc.Status", status)));
  return { code: grpc.status.INTERNAL, details: message.slice(0, 40), metadata };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
