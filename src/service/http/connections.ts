import type { Socket } from "node:net";
import { LIMITS } from "../../options/limits.ts";
import { countedAddress } from "./clientAddress.ts";

/**
 * Limits the connections per address and in total. It always makes room for one more: the address
 * with the most connections loses its longest idle one or, if none is idle, the one with the oldest
 * request. A proxy's connection counts for the client of its current request.
 */
export class Connections {
  readonly #perAddress: number;
  readonly #most: number;
  readonly #proxies: ReadonlySet<string>;
  /** Connections by address, the longest idle first. */
  readonly #byAddress = new Map<string, Set<Socket>>();
  readonly #busy = new WeakMap<Socket, number>();
  readonly #addressOf = new WeakMap<Socket, string>();
  #count = 0;

  /** @param proxies Addresses that may use all connections. */
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
    if (this.#count >= this.#most && !this.#isFull(address)) this.#closeOne(this.#largest());
    this.#count++;
    this.#put(socket, address);
    socket.once("close", () => this.#drop(socket));
  }

  /**
   * Records the start of a request and its client. Returns false if the connection is closed
   * because too many of its requests await answers.
   */
  begin(socket: Socket, client: string): boolean {
    if (socket.destroyed) return false;
    const busy = (this.#busy.get(socket) ?? 0) + 1;
    this.#busy.set(socket, busy);
    if (busy > LIMITS.waitingRequests.most) {
      // The parser would turn each line that it has into a request: 2 makes it skip the rest.
      const { parser } = socket as { parser?: { onIncoming?: () => number } | null };
      if (parser) parser.onIncoming = () => 2;
      socket.destroy();
      this.#drop(socket);
      return false;
    }
    this.#move(socket, client);
    return true;
  }

  /** Records the end of a request. */
  end(socket: Socket): void {
    const busy = (this.#busy.get(socket) ?? 0) - 1;
    this.#busy.set(socket, busy);
    const address = this.#addressOf.get(socket)!;
    this.#move(socket, busy > 0 ? address : countedAddress(socket.remoteAddress));
  }

  /** Counts a connection for an address, as its most recent. */
  #move(socket: Socket, address: string): void {
    if (!this.#take(socket)) return;
    this.#put(socket, address);
  }

  #isFull(address: string): boolean {
    const { size = 0 } = this.#byAddress.get(address) ?? {};
    return !this.#proxies.has(address) && size >= this.#perAddress;
  }

  #put(socket: Socket, address: string): void {
    if (this.#isFull(address)) this.#closeOne(this.#byAddress.get(address)!);
    const own = this.#byAddress.get(address) ?? new Set(); // closing the last connection removes the set
    this.#byAddress.set(address, own);
    this.#addressOf.set(socket, address);
    own.add(socket);
  }

  #drop(socket: Socket): void {
    if (this.#take(socket)) this.#count--;
  }

  /** Removes a connection from its address. Returns false if it has none. */
  #take(socket: Socket): boolean {
    const address = this.#addressOf.get(socket)!, own = this.#byAddress.get(address);
    if (own === undefined || !own.delete(socket)) return false;
    if (own.size === 0) this.#byAddress.delete(address);
    return true;
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
    if (chosen === undefined) return;
    chosen.destroy();
    this.#drop(chosen);
  }
}
