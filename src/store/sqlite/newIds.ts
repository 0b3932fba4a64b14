/**
 * Makes ids for records that have none: UUIDs of version 7 (RFC 9562) that grow with the moment given
 * and with each call, because random ones scatter over the index and make ingestion slower.
 */
export function newIds(micros: bigint): () => Uint8Array {
  // The bytes of a moment, the place of the counter, six random bytes: an id is a copy with the counter in it.
  const pattern = crypto.getRandomValues(new Uint8Array(16)), head = new DataView(pattern.buffer);
  let millis = micros / 1000n;
  head.setBigUint64(0, millis << 16n);
  let count = 0;
  return () => {
    if (count === 1 << 26) { // 12 bits after the version and 14 after the variant are the counter's
      count = 0;
      head.setBigUint64(0, ++millis << 16n);
    }
    const id = pattern.slice();
    id[6] = 0x70 | (count >>> 22);
    id[7] = count >>> 14;
    id[8] = 0x80 | ((count >>> 8) & 0x3f);
    id[9] = count++;
    return id;
  };
}
