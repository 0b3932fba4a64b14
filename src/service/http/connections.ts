import type { Socket } from "node:net";
import { LIMITS } from "../../options/limits.ts";
import { countedAddress } from "./clientAddress.ts";

/** Connections of an address: without a request, the longest idle first, and with one. */
interface OfAddress {
  readonly idle: Set<Socket>;
  readonly busy: Set<Socket>;
}

const sizeOf = (own: OfAddress | undefined): number =>
  own === undefined ? 0 : own.idle.size + own.busy.size;

/**
 * Limits the connections per address and in total. It always makes room for one more: the address
 * with the most connections loses its longest idle one or, if none is idle, the one with the oldest
 * request. A proxy's connection counts for the client of its current request.
 */
export class Connections {
  readonly #perAddress: number;
  readonly #most: number;
  readonly #proxies: ReadonlySet<string>;
  readonly #byAddress = new Map<string, OfAddress>();
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

  /** Returns the address that a connection counts for. */
  clientOf(socket: Socket): string {
    return this.#addressOf.get(socket)!;
  }

  /** Counts a connection for an address, as its most recent. */
  #move(socket: Socket, address: string): void {
    if (!this.#take(socket)) return;
    this.#put(socket, address);
  }

  #isFull(address: string): boolean {
    if (this.#proxies.has(address)) return false;
    return sizeOf(this.#byAddress.get(address)) >= this.#perAddress;
  }

  #put(socket: Socket, address: string): void {
    if (this.#isFull(address)) this.#closeOne(this.#byAddress.get(address)!);
    // Closing the last connection removes the sets.
    const own = this.#byAddress.get(address) ?? { idle: new Set(), busy: new Set() };
    this.#byAddress.set(address, own);
    this.#addressOf.set(socket, address);
    own[(this.#busy.get(socket) ?? 0) > 0 ? "busy" : "idle"].add(socket);
  }

  #drop(socket: Socket): void {
    if (this.#take(socket)) this.#count--;
  }

  /** Removes a connection from its address. Returns false if it has none. */
  #take(socket: Socket): boolean {
    const address = this.#addressOf.get(socket)!, own = this.#byAddress.get(address);
    if (own === undefined || !(own.idle.delete(socket) || own.busy.delete(socket))) return false;
    if (sizeOf(own) === 0) this.#byAddress.delete(address);
    return true;
  }

  #largest(): OfAddress {
    let largest: OfAddress | undefined;
    for (const [address, own] of this.#byAddress) {
      if (this.#proxies.has(address) && this.#byAddress.size > 1) continue;
      if (largest === undefined || sizeOf(own) > sizeOf(largest)) largest = own;
    }
    return largest!;
  }

  #closeOne({ idle, busy }: OfAddress): void {
    const socket = idle.values().next().value ?? busy.values().next().value;
    if (socket === undefined) return;
    socket.destroy();
    this.#drop(socket);
  }
}
