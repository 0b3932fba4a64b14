import type { Socket } from "node:net";
import { LIMITS } from "../../options/limits.ts";
import { countedAddress } from "./clientAddress.ts";

/**
 * Bounds the connections of each address, and of all together. There is always room for one more: the
 * address that has the most loses the connection that has been idle for longest, or if none is idle the
 * one whose request began first.
 */
export class Connections {
  readonly #perAddress: number;
  readonly #most: number;
  readonly #proxies: ReadonlySet<string>;
  /** The connections of each address, the one that has been quiet for longest first. */
  readonly #byAddress = new Map<string, Set<Socket>>();
  readonly #busy = new WeakMap<Socket, number>();
  #count = 0;

  /** @param proxies Addresses that may have as many connections as there are. */
  constructor(
    proxies: ReadonlySet<string>,
    perAddress: number = LIMITS.connectionsPerAddress.most,
    most: number = LIMITS.connections.most,
  ) {
    this.#proxies = proxies;
    this.#perAddress = perAddress;
    this.#most = most;
  }

  /** Adds a connection; closes another one if there are too many. */
  add(socket: Socket): void {
    const address = countedAddress(socket.remoteAddress);
    const own = this.#byAddress.get(address) ?? new Set();
    if (!this.#proxies.has(address) && own.size >= this.#perAddress) this.#closeOne(own);
    else if (this.#count >= this.#most) this.#closeOne(this.#largest());
    this.#byAddress.set(address, own);
    own.add(socket);
    this.#count++;
    socket.once("close", () => {
      if (!own.delete(socket)) return;
      this.#count--;
      if (own.size === 0 && this.#byAddress.get(address) === own) this.#byAddress.delete(address);
    });
  }

  /** Notes that a request begins on a connection, or that it ends. */
  note(socket: Socket, change: 1 | -1): void {
    this.#busy.set(socket, (this.#busy.get(socket) ?? 0) + change);
    const own = this.#byAddress.get(countedAddress(socket.remoteAddress));
    if (own?.delete(socket)) own.add(socket);
  }

  #largest(): Set<Socket> {
    let largest: Set<Socket> | undefined;
    for (const [address, own] of this.#byAddress) {
      if (this.#proxies.has(address) && this.#byAddress.size > 1) continue;
      if (largest === undefined || own.size > largest.size) largest = own;
    }
    return largest!;
  }

  #closeOne(own: Set<Socket>): void {
    let chosen: Socket | undefined;
    for (const socket of own) {
      chosen ??= socket;
      if ((this.#busy.get(socket) ?? 0) > 0) continue;
      chosen = socket;
      break;
    }
    chosen?.destroy();
    if (chosen !== undefined && own.delete(chosen)) this.#count--;
  }
}
