import { createHash } from "node:crypto";
import { LIMITS } from "../options/limits.ts";
import type { Access } from "./sqlite/access.ts";
import { type Clock, microsOf } from "./sqlite/clock.ts";
import type { Connection } from "./sqlite/connection.ts";

/** A request of a device to act for a user, to be kept. */
export interface NewDeviceCode {
  /** What the device shows to nobody; a hash of it is kept. */
  readonly deviceCode: string;
  /** What the device shows to its user, in capital letters alone; a hash of it is kept. */
  readonly userCode: string;
  /** Which program asks. */
  readonly clientId: string;
  /** What it asks for. */
  readonly scope: string;
  /** For how many seconds it may be approved. */
  readonly expiresIn: number;
  /** How many seconds the device is to wait between two tries. */
  readonly interval: number;
}

/** What has become of a device's request. */
export type DeviceCodeState = "pending" | "approved" | "denied" | "used";

/** A device's request that somebody is asked to decide. */
export interface DeviceRequest {
  /** Which program asks. */
  readonly clientId: string;
  /** What it asks for. */
  readonly scope: string;
  /** Until when it may be approved, in microseconds UTC. */
  readonly expires: bigint;
}

/** What a device learns when it asks again. */
export type Poll =
  | { readonly state: "unknown" | "expired" | "denied" | "pending" | "too_fast" }
  | { readonly state: "approved"; readonly userid: string; readonly scope: string };

interface Row extends DeviceRequest {
  readonly key: bigint;
  readonly state: DeviceCodeState;
  readonly userid: string | null;
  readonly pause: bigint;
  readonly polled: bigint | null;
}

const COLUMNS = `key, client_id AS clientId, scope, expires, state, userid, pause, polled
  FROM device_codes`;

/** What is added to a device's pause each time that it asks too soon (RFC 8628, 3.5): 5 s. */
const SLOW_DOWN = 5_000_000n;
/** For how long a request that nobody decided is still known: a day. */
const KEPT = 86_400_000_000n;

/** Devices' requests to act for a user (RFC 8628), of whose codes only hashes are kept. */
export class DeviceCodes {
  readonly #access: Access;
  readonly #clock: Clock;

  /** Over a database, with a clock. */
  constructor(access: Access, clock: Clock) {
    this.#access = access;
    this.#clock = clock;
  }

  /** Keeps a request, and forgets those that are long past, and the oldest if there are too many. */
  add(code: NewDeviceCode): Promise<void> {
    const now = microsOf(this.#clock);
    return this.#access.write((db) => {
      db.run("DELETE FROM device_codes WHERE expires < ?", now - KEPT);
      db.run(
        `DELETE FROM device_codes WHERE key IN (SELECT key FROM device_codes ORDER BY key
         LIMIT max(0, (SELECT count(*) FROM device_codes) - ?))`,
        LIMITS.deviceCodes.most - 1,
      );
      db.run(
        `INSERT INTO device_codes (hash, user_hash, client_id, scope, expires, state, pause)
         VALUES (?, ?, ?, ?, ?, 'pending', ?)`,
        hashOf(code.deviceCode),
        hashOf(code.userCode),
        JSON.stringify(code.clientId),
        code.scope,
        now + micros(code.expiresIn),
        micros(code.interval),
      );
    });
  }

  /** The request that shows this code and that can still be decided. */
  find(userCode: string): Promise<DeviceRequest | undefined> {
    return this.#access.read((db) => this.#pending(db, userCode));
  }

  /** Approves a request for a user, or denies it; false where it cannot be decided any more. */
  decide(userCode: string, userid: string | null): Promise<boolean> {
    return this.#access.write((db) => {
      const found = this.#pending(db, userCode);
      if (found === undefined) return false;
      const state: DeviceCodeState = userid === null ? "denied" : "approved";
      db.run(
        "UPDATE device_codes SET state = ?, userid = ? WHERE key = ?",
        state,
        userid,
        found.key,
      );
      return true;
    });
  }

  /** What has become of a request; one that was approved is handed out once. */
  poll(deviceCode: string, clientId: string): Promise<Poll> {
    const now = microsOf(this.#clock);
    return this.#access.write((db): Poll => {
      const found = rowOf(db, "hash", deviceCode);
      if (found === undefined || found.clientId !== clientId) return { state: "unknown" };
      if (found.state === "used") return { state: "unknown" };
      if (found.state === "denied") return { state: "denied" };
      if (found.expires <= now) return { state: "expired" };
      if (found.state === "approved") {
        db.run("UPDATE device_codes SET state = 'used' WHERE key = ?", found.key);
        return { state: "approved", userid: found.userid!, scope: found.scope };
      }
      const isTooFast = found.polled !== null && now - found.polled < found.pause;
      db.run(
        "UPDATE device_codes SET polled = ?, pause = ? WHERE key = ?",
        now,
        found.pause + (isTooFast ? SLOW_DOWN : 0n),
        found.key,
      );
      return { state: isTooFast ? "too_fast" : "pending" };
    });
  }

  #pending(db: Connection, userCode: string): Row | undefined {
    const found = rowOf(db, "user_hash", userCode);
    const isOpen = found?.state === "pending" && found.expires > microsOf(this.#clock);
    return isOpen ? found : undefined;
  }
}

function rowOf(db: Connection, column: "hash" | "user_hash", code: string): Row | undefined {
  const row = db.row<Row>(`SELECT ${COLUMNS} WHERE ${column} = ?`, hashOf(code));
  return row && { ...row, clientId: JSON.parse(row.clientId) };
}

function micros(seconds: number): bigint {
  return BigInt(Math.round(seconds * 1e6));
}

function hashOf(code: string): Uint8Array {
  return createHash("sha256").update(code).digest();
}
