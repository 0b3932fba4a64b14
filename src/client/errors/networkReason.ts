/** What a failure to reach a service was, told by what the runtime says of it. */
interface Reason {
  /** What the runtime says. */
  readonly says: RegExp;
  /** What is told, of the service's origin and with the runtime's own words. */
  readonly tell: (origin: string, detail: string) => string;
  /** Whether another try may end better. */
  readonly passing: boolean;
}

const REASONS: readonly Reason[] = [
  {
    says: /connection refused|ECONNREFUSED|actively refused/i,
    tell: (origin) => `${origin} refused the connection: nothing listens there`,
    passing: true,
  },
  {
    says: /dns error|ENOTFOUND|EAI_AGAIN|lookup address|name or service not known|no such host/i,
    tell: (origin) => `the name of ${origin} was not found (DNS)`,
    passing: true,
  },
  {
    says: /certificate|UnknownIssuer|self.signed/i,
    tell: (origin, detail) => `the certificate of ${origin} is not accepted (TLS): ${detail}`,
    passing: false,
  },
  {
    says: /\btls\b|\bssl\b|handshake|corrupt message/i,
    tell: (origin, detail) => `there is no encrypted connection to ${origin} (TLS): ${detail}`,
    passing: true,
  },
  {
    says:
      /connection reset|ECONNRESET|broken pipe|EPIPE|closed before|unexpected eof|connection aborted/i,
    tell: (origin) => `${origin} broke off the connection before its answer`,
    passing: true,
  },
  {
    says: /unreachable|EHOSTUNREACH|ENETUNREACH|no route to host/i,
    tell: (origin) => `there is no way to ${origin}: is the network there?`,
    passing: true,
  },
  {
    says: /timed out|ETIMEDOUT/i,
    tell: (origin) => `${origin} did not take the connection in time`,
    passing: true,
  },
];

/** How many causes of causes are read. */
const DEPTH = 5;

/** Why a service was not reached: refused, reset, no name, no certificate and so on, told apart. */
export function networkReason(error: unknown, origin: string): { text: string; passing: boolean } {
  const said = messagesOf(error), all = said.join(" ");
  const detail = (said.at(-1) ?? "").replace(/^error sending request.*?: (?=client error)/, "");
  const known = REASONS.find(({ says }) => says.test(all));
  return known === undefined
    ? { text: `${origin} was not reached: ${detail}`, passing: true }
    : { text: known.tell(origin, detail), passing: known.passing };
}

/** The messages of an error and of its causes, the innermost last. */
function messagesOf(error: unknown, depth = DEPTH): string[] {
  if (error === undefined || error === null || depth === 0) return [];
  if (!(error instanceof Error)) return [String(error)];
  const code = (error as { code?: unknown }).code;
  return [
    typeof code === "string" ? `${error.message} (${code})` : error.message,
    ...messagesOf(error.cause, depth - 1),
  ];
}
