/**
 * Returns a generator of record ids: version 7 UUIDs (RFC 9562) that grow with the given time and
 * with each call. Random ids would scatter over the index and slow down ingestion.
 */
export function newIds(micros: bigint): () => Uint8Array {
  // Time, counter and six random bytes; each id is a copy with the counter filled in.
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
