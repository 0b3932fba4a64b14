import { Buffer } from "node:buffer";
import grpc from "@grpc/grpc-js";
import type { SparkAddress } from "./address.ts";
import { SparkError } from "./sparkError.ts";

/** What Spark answers when it is asked for the details of an error. */
export interface ErrorDetails {
  /** Which of the errors was thrown; the others are its causes. */
  readonly root_error_idx?: number;
  /** The errors. */
  readonly errors?: readonly {
    readonly message?: string;
    readonly spark_throwable?: { readonly error_class?: string; readonly sql_state?: string };
  }[];
}

/** What Spark's words do not say, where a worker has ended without having said why. */
const ENDED_EARLY =
  "\na worker has ended early: it was killed, ran out of memory, or is not installed";

type CallError = Error & Partial<grpc.ServiceError>;
type Status = { details?: { type_url?: string; value: Buffer }[] };
type Info = { metadata?: { errorId?: string } };

/**
 * Under which id Spark keeps what it knows of an error: it is among the details of the call's status;
 * undefined if there is none.
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

/** A failed call as an error with Spark's own words, its class and SQLSTATE. */
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

/** A message without the stack of the server's code, which says nothing to a caller. */
function withoutStack(message: string): string {
  return message.split("\n\tat ")[0]!.trim();
}
