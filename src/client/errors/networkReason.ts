interface Reason {
  /** Matches the runtime's message. */
  readonly says: RegExp;
  /** Describes the failure, given the service's origin and the runtime's message. */
  readonly tell: (origin: string, detail: string) => string;
  /** `true` if another attempt may succeed. */
  readonly passing: boolean;
}

const REASONS: readonly Reason[] = [
  {
    says: /connection refused|ECONNREFUSED|actively refused/i,
    tell: (origin) => `${origin} refused the connection: nothing is listening there`,
    passing: true,
  },
  {
    says: /dns error|ENOTFOUND|EAI_AGAIN|lookup address|name or service not known|no such host/i,
    tell: (origin) => `the host name of ${origin} was not found (DNS)`,
    passing: true,
  },
  {
    says: /certificate|UnknownIssuer|self.signed/i,
    tell: (origin, detail) => `the certificate of ${origin} is not accepted (TLS): ${detail}`,
    passing: false,
  },
  {
    says: /\btls\b|\bssl\b|handshake|corrupt message/i,
    tell: (origin, detail) => `the encrypted connection to ${origin} failed (TLS): ${detail}`,
    passing: true,
  },
  {
    says:
      /connection reset|ECONNRESET|broken pipe|EPIPE|closed before|unexpected eof|connection aborted/i,
    tell: (origin) => `${origin} closed the connection before it responded`,
    passing: true,
  },
  {
    says: /unreachable|EHOSTUNREACH|ENETUNREACH|no route to host/i,
    tell: (origin) => `${origin} cannot be reached. Check the network connection`,
    passing: true,
  },
  {
    says: /timed out|ETIMEDOUT/i,
    tell: (origin) => `${origin} did not accept the connection in time`,
    passing: true,
  },
];

/** Longest chain of causes that is read. */
const DEPTH = 5;

/**
 * Maximum number of characters of the runtime's message, which may contain an address of any
 * length.
 */
const MOST_SHOWN = 500;

/**
 * Describes why a service could not be reached: refused, reset, unknown host, bad certificate and
 * so on.
 */
export function networkReason(error: unknown, origin: string): { text: string; passing: boolean } {
  const said = messagesOf(error), all = said.join(" ");
  const detail = (said.at(-1) ?? "").replace(/^error sending request.*?: (?=client error)/, "")
    .slice(0, MOST_SHOWN);
  const known = REASONS.find(({ says }) => says.test(all));
  return known === undefined
    ? { text: `${origin} could not be reached: ${detail}`, passing: true }
    : { text: known.tell(origin, detail), passing: known.passing };
}

/** Returns the messages of an error and its causes, innermost last. */
function messagesOf(error: unknown, depth = DEPTH): string[] {
  if (error === undefined || error === null || depth === 0) return [];
  if (!(error instanceof Error)) return [String(error)];
  const code = (error as { code?: unknown }).code;
  return [
    typeof code === "string" ? `${error.message} (${code})` : error.message,
    ...messagesOf(error.cause, depth - 1),
  ];
}
