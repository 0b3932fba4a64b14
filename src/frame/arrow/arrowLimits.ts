import { LIMITS } from "../../options/limits.ts";

/** Limits on the size of decoded bytes: a few bytes can claim more than a machine can hold. */
export interface ArrowLimits {
  /**
   * Maximum number of bytes after decompression. @default 200 per byte, at least 64 MB; from 1 GiB
   * on 4 per byte
   */
  maxUnpacked?: number | undefined;
  /** Maximum number of rows. @default 8 per decompressed byte, at least a million */
  maxRows?: number | undefined;
}

/**
 * Checks the limits of a call.
 *
 * @throws {RangeError} if a limit is neither an integer of at least 0 nor Infinity
 */
export function checkLimits({ maxUnpacked, maxRows }: ArrowLimits, action: string): ArrowLimits {
  return {
    maxUnpacked: checkLimit("maxUnpacked", maxUnpacked, action),
    maxRows: checkLimit("maxRows", maxRows, action),
  };
}

/**
 * Checks one limit.
 *
 * @throws {RangeError} if it is neither an integer of at least 0 nor Infinity
 */
export function checkLimit(
  name: string,
  value: number | undefined,
  action: string,
): number | undefined {
  if (value === undefined || value === Infinity || (Number.isInteger(value) && value >= 0)) {
    return value;
  }
  throw new RangeError(
    `Cannot ${action}: ${name} is ${String(value)}, expected an integer of at least 0, or Infinity`,
  );
}

const LEAST_UNPACKED = 64_000_000, UNPACKED_FOR_EACH = 200;
/** Maximum number of decompressed bytes for each byte of a large body. */
const MOST_FOR_EACH = 4;
const LEAST_ROWS = LIMITS.arrowRows.most, ROWS_FOR_EACH = 8;

/** Size that bytes claim. */
export interface ArrowSize {
  /** Number of bytes as given. */
  readonly packed: number;
  /** Number of bytes after decompression. */
  readonly unpacked: number;
  /** Number of rows, or of list items if there are more of those. */
  readonly rows: number;
}

/**
 * Throws if bytes claim more than the limits allow.
 *
 * @throws {Error} if they do; the message has both numbers and the option that raises the limit
 */
export function checkSize({ packed, unpacked, rows }: ArrowSize, limits: ArrowLimits): void {
  const mostUnpacked = limits.maxUnpacked ?? Math.min(
    Math.max(LEAST_UNPACKED, UNPACKED_FOR_EACH * packed),
    Math.max(LIMITS.arrowUnpacked.most, MOST_FOR_EACH * packed),
  );
  if (unpacked > mostUnpacked) {
    throw new Error(
      `${packed} bytes claim to unpack to ${unpacked}, more than ${mostUnpacked}; ` +
        "raise maxUnpacked to allow it",
    );
  }
  const mostRows = limits.maxRows ?? Math.max(LEAST_ROWS, ROWS_FOR_EACH * unpacked);
  if (rows > mostRows) {
    throw new Error(
      `${packed} bytes claim to hold ${rows} rows, more than ${mostRows}; raise maxRows to allow it`,
    );
  }
}
