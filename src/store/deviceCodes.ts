import { createHash } from "node:crypto";
import { LIMITS } from "../options/limits.ts";
import type { Access } from "./sqlite/access.ts";
import { type Clock, microsOf } from "./sqlite/clock.ts";
import type { Connection } from "./sqlite/connection.ts";

/** New request of a device to act for a user. */
export interface NewDeviceCode {
  /** Secret that only the device knows; stored as a hash. */
  readonly deviceCode: string;
  /** Code that the device shows its user, in capital letters; stored as a hash. */
  readonly userCode: string;
  /** Program that makes the request. */
  readonly clientId: string;
  /** Requested permissions. */
  readonly scope: string;
  /** Seconds until the request expires. */
  readonly expiresIn: number;
  /** Minimum pause between two polls, in seconds. */
  readonly interval: number;
}

/** State of a device's request. */
export type DeviceCodeState = "pending" | "approved" | "denied" | "used";

/** Request that a user is about to approve or deny. */
export interface DeviceRequest {
  /** Program that makes the request. */
  readonly clientId: string;
  /** Requested permissions. */
  readonly scope: string;
  /** Expiry in microseconds UTC. */
  readonly expires: bigint;
}

/** Answer to a device's poll. */
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

/** Added to the pause each time a device polls too early (RFC 8628, 3.5): 5 s. */
const SLOW_DOWN = 5_000_000n;
/** Undecided requests are deleted after a day. */
const KEPT = 86_400_000_000n;

/** Device requests to act for a user (RFC 8628). Their codes are stored as hashes. */
export class DeviceCodes {
  readonly #access: Access;
  readonly #clock: Clock;

  constructor(access: Access, clock: Clock) {
    this.#access = access;
    this.#clock = clock;
  }

  /** Adds a request. Deletes expired requests, and the oldest ones if there are too many. */
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

  /** Returns the undecided request with this user code. */
  find(userCode: string): Promise<DeviceRequest | undefined> {
    return this.#access.read((db) => this.#pending(db, userCode));
  }

  /**
   * Approves a request for a user, or denies it if the user is null; returns false if it can no
   * longer be decided.
   */
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

  /** Returns the state of a request; an approval is returned only once. */
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
