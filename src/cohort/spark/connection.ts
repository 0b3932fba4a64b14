import { Buffer } from "node:buffer";
import grpc from "@grpc/grpc-js";
import { fromJSON } from "@grpc/proto-loader";
import { fromArrow } from "../../frame/polars/fromArrow.ts";
import { frameHeight } from "../../frame/polars/seriesOf.ts";
import { IncompleteError } from "../cohortError.ts";
import type { SparkAddress } from "./address.ts";
import { type ErrorDetails, errorId, explainError } from "./explainError.ts";
import { concatFrames } from "../../frame/polars/rearrange.ts";
import { type CALLS, describeMessages } from "./messages.ts";
import { type LastCalls, SessionGuard } from "./sessionGuard.ts";
import { SESSION_SETTINGS } from "./sessionSettings.ts";
import type { SparkError } from "./sparkError.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** Options for running an operation. */
export interface ExecuteOptions {
  /** Interrupts the operation. */
  readonly signal: AbortSignal;
  /** Called with the number of finished tasks, and of all tasks. */
  readonly onTasks?: ((done: number, total: number) => void) | undefined;
}

/** Milliseconds before a retry of a lost connection, or of an interruption without effect. */
const RETRY_MS = 100;
/** Maximum number of interruptions without effect: the operation may not have started yet. */
const INTERRUPT_TRIES = 50;

type Reply = {
  arrow_batch?: { row_count?: string; data: Uint8Array };
  execution_progress?: { stages?: { num_tasks?: string; num_completed_tasks?: string }[] };
};
type Definitions = Record<string, { deserialize: (bytes: Buffer) => unknown }>;

/** Session on a Spark Connect server. */
export class SparkConnection {
  readonly #address: SparkAddress;
  readonly #client: grpc.Client;
  readonly #definitions: ReturnType<typeof fromJSON>;
  readonly #session: string;
  readonly #certificates: string | undefined;
  #guard: SessionGuard | undefined;
  readonly #running = new Set<{ cancel(): void }>();
  /** Tag of all operations in the session. */
  readonly tag = `lifeframe-${crypto.randomUUID()}`;

  /** Sends nothing yet. */
  constructor(address: SparkAddress, certificates: string | undefined) {
    this.#address = address;
    this.#session = address.session ?? crypto.randomUUID();
    this.#certificates = certificates;
    this.#definitions = fromJSON(describeMessages() as Parameters<typeof fromJSON>[0], {
      keepCase: true,
      longs: String,
      enums: String,
      oneofs: true,
    });
    const credentials = address.tls
      ? grpc.credentials.createSsl(certificates === undefined ? null : Buffer.from(certificates))
      : grpc.credentials.createInsecure();
    this.#client = new grpc.Client(address.target, credentials, {
      "grpc.max_receive_message_length": -1,
      "grpc.max_send_message_length": -1,
      "grpc.initial_reconnect_backoff_ms": RETRY_MS,
      "grpc.max_reconnect_backoff_ms": RETRY_MS,
      "grpc.use_local_subchannel_pool": 1, // ends with the client; the shared pool does not
      "grpc-node.flow_control_window": 16 << 20,
    });
  }

  /** Starts the session, with the first request to the server, and its guard. */
  async open(): Promise<void> {
    const pairs = Object.entries(SESSION_SETTINGS).map(([key, value]) => ({ key, value }));
    await this.#call("Config", { operation: { set: { pairs } } });
    this.#guard = await SessionGuard.start(this.#lastCalls());
  }

  /**
   * Yields the rows of a SQL query in Spark's batches; at least one, which may be empty.
   *
   * @throws {SparkError} if Spark fails
   * @throws the signal's reason, if it is aborted
   */
  async *query(sql: string, options: ExecuteOptions): AsyncGenerator<Frame> {
    for await (const { arrow_batch: batch } of this.#execute({ root: relationOf(sql) }, options)) {
      if (batch === undefined) continue;
      const frame = fromArrow(batch.data);
      if (frameHeight(frame) !== Number(batch.row_count ?? 0)) {
        throw new IncompleteError(
          `Cannot read a result of Spark: of ${batch.row_count ?? 0} rows, only ${
            frameHeight(frame)
          } arrived`,
        );
      }
      yield frame;
    }
  }

  /** Returns all rows of a small SQL query. */
  async frame(sql: string, options: ExecuteOptions): Promise<Frame> {
    return concatFrames(await Array.fromAsync(this.query(sql, options)));
  }

  /** Runs a SQL statement without rows. */
  async command(sql: string, options: ExecuteOptions): Promise<void> {
    const command = { sql_command: { input: relationOf(sql) } };
    for await (const _ of this.#execute({ command }, options)) { /* it ends when it is done */ }
  }

  /** Writes the rows of a SQL query as Parquet, in folders by the values of columns. */
  async write(
    sql: string,
    path: string,
    partitions: readonly string[],
    options: ExecuteOptions,
  ): Promise<void> {
    const write_operation = {
      input: relationOf(sql),
      source: "parquet",
      path,
      mode: "SAVE_MODE_ERROR_IF_EXISTS",
      partitioning_columns: partitions,
      options: { compression: "zstd" },
    };
    for await (const _ of this.#execute({ command: { write_operation } }, options)) {
      /* as above */
    }
  }

  /** Returns settings of the session. */
  async settings(keys: readonly string[]): Promise<Record<string, string | undefined>> {
    type Pairs = { pairs?: { key: string; value?: string }[] };
    const { pairs = [] } = await this.#call("Config", { operation: { get: { keys } } }) as Pairs;
    return Object.fromEntries(pairs.map(({ key, value }) => [key, value]));
  }

  /** Interrupts all operations and releases the session, unless the address names it. */
  async close(): Promise<void> {
    await this.#interrupt(this.#interruptAll());
    if (this.#address.session === undefined) {
      await this.#call("ReleaseSession", {}).catch(() => {}); // it also ends by itself
    }
    await this.#guard?.dismiss();
    for (const call of this.#running) call.cancel(); // calls made after the release get no answer
    const isReady = this.#client.getChannel().getConnectivityState(false) ===
      grpc.connectivityState.READY;
    this.#client.close();
    // The client keeps waiting for another connection attempt, which soon ends by itself.
    if (!isReady) await new Promise((resolve) => setTimeout(resolve, 5 * RETRY_MS));
  }

  #interruptAll(): object {
    return { interrupt_type: "INTERRUPT_TYPE_TAG", operation_tag: this.tag };
  }

  /** Returns the requests that the guard sends if this process cannot. */
  #lastCalls(): LastCalls {
    const { target, tls, session } = this.#address;
    const interrupt = ["Interrupt", this.#interruptAll()] as const;
    const requests = session === undefined
      ? [interrupt, ["ReleaseSession", {}] as const]
      : [interrupt];
    return {
      origin: `${tls ? "https" : "http"}://${target}`,
      headers: this.#headers(),
      certificates: this.#certificates,
      calls: requests.map(([name, request]) => {
        const { path, requestSerialize } = this.#method(name);
        return [path, requestSerialize({ ...this.#base(), ...request }).toBase64()];
      }),
    };
  }

  async *#execute(plan: object, { signal, onTasks }: ExecuteOptions): AsyncGenerator<Reply> {
    signal.throwIfAborted();
    const operation_id = crypto.randomUUID();
    const method = this.#method("ExecutePlan");
    const call = this.#client.makeServerStreamRequest(
      method.path,
      method.requestSerialize,
      method.responseDeserialize as (bytes: Buffer) => Reply,
      { ...this.#base(), plan, operation_id, tags: [this.tag] },
      this.#metadata(),
    );
    let hasBegun = false, isOver = false;
    const stop = async (): Promise<void> => {
      const interrupt = { interrupt_type: "INTERRUPT_TYPE_OPERATION_ID", operation_id };
      for (let tries = 0; tries < INTERRUPT_TRIES && !isOver; tries++) {
        if ((await this.#interrupt(interrupt)) || hasBegun) break;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
      call.cancel();
    };
    signal.addEventListener("abort", stop, { once: true });
    this.#running.add(call);
    try {
      for await (const reply of call as AsyncIterable<Reply>) {
        hasBegun = true;
        const stages = reply.execution_progress?.stages;
        if (stages !== undefined) {
          const sum = (of: "num_tasks" | "num_completed_tasks"): number =>
            stages.reduce((all, stage) => all + Number(stage[of] ?? 0), 0);
          onTasks?.(sum("num_completed_tasks"), sum("num_tasks"));
        }
        yield reply;
      }
      isOver = true;
    } catch (error) {
      isOver = true;
      signal.throwIfAborted();
      throw error instanceof Error && "code" in error
        ? await this.#explain(error as grpc.ServiceError)
        : error;
    } finally {
      signal.removeEventListener("abort", stop);
      if (!isOver) await stop(); // the caller stopped reading rows
      this.#running.delete(call);
    }
  }

  /** Interrupts operations; returns whether any was running. */
  async #interrupt(request: object): Promise<boolean> {
    try {
      const reply = await this.#call("Interrupt", request) as { interrupted_ids?: string[] };
      return (reply.interrupted_ids ?? []).length > 0;
    } catch {
      return true; // a server that cannot be reached needs no retry
    }
  }

  #call(name: keyof typeof CALLS, request: object): Promise<unknown> {
    const method = this.#method(name);
    return new Promise((resolve, reject) => {
      this.#client.makeUnaryRequest(
        method.path,
        method.requestSerialize,
        method.responseDeserialize,
        { ...this.#base(), ...request },
        this.#metadata(),
        { deadline: Date.now() + 60_000 },
        (error, reply) => {
          if (error === null) return resolve(reply);
          if (name === "FetchErrorDetails") return reject(error);
          this.#explain(error).then(reject, reject);
        },
      );
    });
  }

  /** Fetches Spark's own message for the error of a call. */
  async #explain(error: Error & Partial<grpc.ServiceError>): Promise<SparkError> {
    const error_id = errorId(error, (message, bytes) => this.#read(message, bytes));
    const details = error_id === undefined
      ? undefined
      : await this.#call("FetchErrorDetails", { error_id }).catch(() => undefined) as ErrorDetails;
    return explainError(error, this.#address, details);
  }

  #read<T>(message: string, bytes: Buffer): T {
    return (this.#definitions as unknown as Definitions)[message]!.deserialize(bytes) as T;
  }

  #method(name: keyof typeof CALLS): grpc.MethodDefinition<object, unknown> {
    const service = this
      .#definitions["spark.connect.SparkConnectService"] as grpc.ServiceDefinition;
    return service[name] as grpc.MethodDefinition<object, unknown>;
  }

  #base(): object {
    const { user, agent } = this.#address;
    return {
      session_id: this.#session,
      user_context: { user_id: user, user_name: user },
      client_type: agent,
    };
  }

  #metadata(): grpc.Metadata {
    const metadata = new grpc.Metadata();
    for (const [name, value] of Object.entries(this.#headers())) metadata.set(name, value);
    return metadata;
  }

  #headers(): Record<string, string> {
    const { token, headers } = this.#address;
    return { ...headers, ...token === undefined ? {} : { authorization: `Bearer ${token}` } };
  }
}

function relationOf(query: string): object {
  return { common: {}, sql: { query } };
}
