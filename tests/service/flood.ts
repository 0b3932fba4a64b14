// Opens connections from 127.0.0.5 that send data without end, and opens a closed one again:
// `flood.ts PORT CONNECTIONS FIRST MORE`.
import { connect } from "node:net";

const [port, count, first, more] = Deno.args as [string, string, string, string];
const block = more.repeat(Math.ceil(65_536 / more.length));

function flood(): void {
  const socket = connect({ host: "127.0.0.1", port: Number(port), localAddress: "127.0.0.5" });
  const send = (): void => {
    while (!socket.destroyed) {
      if (!socket.write(block)) return void socket.once("drain", send);
    }
  };
  socket.on("error", () => {});
  socket.on("close", () => setTimeout(flood, 10));
  socket.once("connect", () => {
    socket.resume();
    socket.write(first);
    send();
  });
}

for (let i = 0; i < Number(count); i++) flood();
