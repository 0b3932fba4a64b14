/** Returns the 16 bytes of a UUID. */
export function uuidBytes(text: string): Uint8Array {
  return Uint8Array.fromHex(
    text.slice(0, 8) + text.slice(9, 13) + text.slice(14, 18) + text.slice(19, 23) + text.slice(24),
  );
}

/** Formats a UUID from its 32 hexadecimal digits, which SQLite returns faster than bytes. */
export function uuidText(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${
    hex.slice(20)
  }`;
}
