import grpc from "@grpc/grpc-js";
import { fromJSON } from "@grpc/proto-loader";
import { describeMessages } from "../../src/cohort/spark/messages.ts";

type Request = Record<string, unknown>;

/** A server of Spark Connect's calls. */
export interface ConnectServer extends AsyncDisposable {
  /** Its port on the loopback. */
  readonly port: number;
  /** The names of the calls that it has got. */
  readonly calls: readonly string[];
  /** The first request of a call that has not been asked for, once it has come. */
  next(name: string): Promise<Request>;
}

/**
 * A server that knows the calls of Spark Connect, and answers nothing to `ExecutePlan`; `interrupted`
 * says which operations an interruption finds, by how often there was one.
 */
export async function listen(
  { interrupted = () => [] }: { interrupted?: (times: number) => string[] } = {},
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
    heard.set(name, [...all, { ...request, authorization: metadata.get("authorization")[0] }]);
    calls.push(name);
  };
  const answer = (name: string): grpc.handleUnaryCall<Request, Request> => (call, reply) => {
    hear(name, call);
    const times = calls.filter((one) => one === name).length;
    reply(null, name === "Interrupt" ? { interrupted_ids: interrupted(times) } : {});
  };
  const server = new grpc.Server();
  server.addService(definitions["spark.connect.SparkConnectService"] as grpc.ServiceDefinition, {
    ExecutePlan: (call: grpc.ServerWritableStream<Request, Request>) => hear("ExecutePlan", call),
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

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
