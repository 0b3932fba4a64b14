/** Splits a JSON Pointer (RFC 6901): `/a~1b/0` becomes `["a/b", 0]`. */
export function decodePointer(pointer: string): (string | number)[] {
  return pointer.split("/").slice(1).map((part) =>
    /^\d+$/.test(part) ? Number(part) : part.replaceAll("~1", "/").replaceAll("~0", "~")
  );
}
