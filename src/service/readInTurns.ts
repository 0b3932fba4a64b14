import type { Socket } from "node:net";
import type { Turns } from "./http/turns.ts";

/**
 * Lets a new connection read only when it is its client's turn. Otherwise, the event loop would
 * look for new data only after 61 reads from connections whose data never ends, and first read from
 * all new ones.
 *
 * @param client Returns the address that the connection counts for at the moment.
 */
export function readInTurns(socket: Socket, turns: Turns, client: () => string): void {
  // The parser would otherwise read from the system itself, past this socket.
  const { _handle: handle } = socket as { _handle?: { _consumed?: boolean } | null };
  if (handle) handle._consumed = true;
  let isWaiting = false, isPaused = false;
  const pause = socket.pause.bind(socket), resume = socket.resume.bind(socket);
  const wait = (): void => {
    if (isWaiting) return;
    isWaiting = true;
    pause();
    turns.next(client()).then(() => {
      isWaiting = false;
      if (!isPaused && !socket.destroyed) resume();
    });
  };
  // The server pauses a connection while nobody reads a body, and then resumes it.
  socket.pause = () => {
    isPaused = true;
    return pause();
  };
  socket.resume = () => {
    isPaused = false;
    return isWaiting ? socket : resume();
  };
  wait();
  socket.on("data", wait);
}
