/** How much may come out of bytes: a few of them can claim more than a machine holds. */
export interface ArrowLimits {
  /** The most bytes that they may unpack to. @default 200 for each of them, at least 64 MB */
  maxUnpacked?: number | undefined;
  /** The most rows. @default 8 for each byte that they unpack to, at least a million */
  maxRows?: number | undefined;
}

/**
 * The limits, if they are numbers that can be.
 *
 * @throws {RangeError} if one is not an integer from 0, or Infinity
 */
export function checkLimits({ maxUnpacked, maxRows }: ArrowLimits, action: string): ArrowLimits {
  for (const [name, value] of Object.entries({ maxUnpacked, maxRows })) {
    if (value === undefined || value === Infinity || (Number.isInteger(value) && value >= 0)) {
      continue;
    }
    throw new RangeError(
      `Cannot ${action}: ${name} is ${String(value)}, not an integer from 0, or Infinity`,
    );
  }
  return { maxUnpacked, maxRows };
}

const LEAST_UNPACKED = 64_000_000n, UNPACKED_FOR_EACH = 200n;
const LEAST_ROWS = 1_000_000n, ROWS_FOR_EACH = 8n;

/** What bytes claim to hold. */
export interface ArrowSize {
  /** How many they are. */
  readonly packed: number;
  /** How many they are when they are unpacked. */
  readonly unpacked: bigint;
  /** Their rows, or the items of a list if those are more. */
  readonly rows: bigint;
}

/**
 * Checks that bytes do not claim to hold more than they may.
 *
 * @throws {Error} if they do; both numbers and the option that lifts the limit are named
 */
export function checkSize({ packed, unpacked, rows }: ArrowSize, limits: ArrowLimits): void {
  const mostUnpacked = limits.maxUnpacked ??
    larger(LEAST_UNPACKED, UNPACKED_FOR_EACH * BigInt(packed));
  if (unpacked > mostUnpacked) {
    throw new Error(
      `${packed} bytes claim to unpack to ${unpacked}, more than ${mostUnpacked}; ` +
        "maxUnpacked allows it",
    );
  }
  const mostRows = limits.maxRows ?? larger(LEAST_ROWS, ROWS_FOR_EACH * unpacked);
  if (rows > mostRows) {
    throw new Error(
      `${packed} bytes claim to hold ${rows} rows, more than ${mostRows}; maxRows allows it`,
    );
  }
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
