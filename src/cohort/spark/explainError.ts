import { Buffer } from "node:buffer";
import grpc from "@grpc/grpc-js";
import type { SparkAddress } from "./address.ts";
import { SparkError } from "./sparkError.ts";

/** Spark's details of an error. */
export interface ErrorDetails {
  /** Index of the thrown error; the others are its causes. */
  readonly root_error_idx?: number;
  readonly errors?: readonly {
    readonly message?: string;
    readonly spark_throwable?: { readonly error_class?: string; readonly sql_state?: string };
  }[];
}

/** Explains the end of a worker that left no message. */
const ENDED_EARLY =
  "\na worker has ended early: it was killed, ran out of memory, or is not installed";

type CallError = Error & Partial<grpc.ServiceError>;
type Status = { details?: { type_url?: string; value: Buffer }[] };
type Info = { metadata?: { errorId?: string } };

/**
 * Returns the id of Spark's error details, from the status of a call; `undefined` without one.
 *
 * @param read Reads a message of a type.
 */
export function errorId(
  { metadata }: CallError,
  read: (type: string, bytes: Buffer) => unknown,
): string | undefined {
  const bytes = metadata?.get("grpc-status-details-bin")[0];
  if (!(bytes instanceof Uint8Array)) return undefined;
  const { details = [] } = read("rpc.Status", Buffer.from(bytes)) as Status;
  const info = details.find(({ type_url }) => type_url?.endsWith("google.rpc.ErrorInfo"));
  return info && (read("rpc.ErrorInfo", info.value) as Info).metadata?.errorId;
}

/** Converts a failed call to an error with Spark's own message, class and SQLSTATE. */
export function explainError(
  error: CallError,
  { target, token }: SparkAddress,
  details: ErrorDetails | undefined,
): SparkError {
  const status = grpc.status[error.code!] ?? "UNKNOWN";
  const says = error.details ?? error.message;
  if (status === "UNAVAILABLE" || status === "DEADLINE_EXCEEDED") {
    return new SparkError(`Cannot reach Spark at ${target}: ${says}`, { status, cause: error });
  }
  if (status === "UNAUTHENTICATED") {
    const reason = token === undefined ? "it wants a token" : "the token is not accepted";
    return new SparkError(`Cannot sign in at Spark at ${target}: ${reason}`, { status });
  }
  const errors = details?.errors ?? [], root = errors[details?.root_error_idx ?? 0];
  const causes = errors.filter((one) => one !== root && one.message)
    .map(({ message }) => withoutStack(message!));
  const known = errors.find(({ spark_throwable }) => spark_throwable?.error_class !== undefined);
  const words = [withoutStack(root?.message ?? says), ...new Set(causes)].join("\ncaused by: ");
  const hint = /Broken pipe|Subprocess exited with status 1\d\d/.test(words) ? ENDED_EARLY : "";
  return new SparkError(`Cannot run a query on Spark: ${words}${hint}`, {
    errorClass: known?.spark_throwable?.error_class,
    sqlState: known?.spark_throwable?.sql_state,
    status,
    cause: error,
  });
}

/** Removes the stack of the server's code from a message. */
function withoutStack(message: string): string {
  return message.split("\n\tat ")[0]!.trim();
}
