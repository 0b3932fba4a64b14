import { sparkAddress } from "../../../src/cohort/spark/address.ts";
import { SparkConnection } from "../../../src/cohort/spark/connection.ts";

/**
 * A client for tests that kill it: opens a session at an address, with a token and certificates (or
 * "-"), runs a query, and never exits.
 *
 * @module
 */

const [address, token, certificates, sql] = Deno.args as [string, string, string, string];
const given = (word: string): string | undefined => word === "-" ? undefined : word;
const connection = new SparkConnection(sparkAddress(address, given(token)), given(certificates));
await connection.open();
await Array.fromAsync(connection.query(sql, { signal: new AbortController().signal }));
