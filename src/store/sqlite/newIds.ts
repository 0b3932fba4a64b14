/**
 * Makes ids for records that have none: UUIDs of version 7 (RFC 9562) that grow with the moment given
 * and with each call, because random ones scatter over the index and make ingestion slower.
 */
export function newIds(micros: bigint): () => Uint8Array {
  const random = crypto.getRandomValues(new Uint8Array(10));
  const head = new DataView(new ArrayBuffer(16));
  let millis = micros / 1000n;
  let count = 0;
  return () => {
    if (count === 1 << 26) { // 12 bits after the version and 14 after the variant are the counter's
      count = 0;
      millis++;
    }
    head.setBigUint64(0, (millis << 16n) | 0x7000n | BigInt(count >>> 14));
    head.setUint16(8, 0x8000 | (count++ & 0x3fff));
    const id = new Uint8Array(head.buffer.slice(0));
    id.set(random.subarray(0, 6), 10);
    return id;
  };
}
