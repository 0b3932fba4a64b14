import { assert } from "@std/assert";

/** Key and self-signed certificate of `localhost`, in PEM. */
export async function certificate(): Promise<{ key: string; cert: string }> {
  const folder = await Deno.makeTempDir();
  const { success, stderr } = new Deno.Command("openssl", {
    args: [
      ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"],
      ...["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
      ...["-keyout", `${folder}/key.pem`, "-out", `${folder}/cert.pem`],
    ],
  }).outputSync();
  assert(success, new TextDecoder().decode(stderr));
  const [key, cert] = await Promise.all(
    ["key", "cert"].map((name) => Deno.readTextFile(`${folder}/${name}.pem`)),
  );
  await Deno.remove(folder, { recursive: true });
  return { key: key!, cert: cert! };
}

/** Starts a proxy that terminates TLS and passes the bytes to a port of this machine. */
export function tlsProxy(
  to: number,
  pair: { key: string; cert: string },
): AsyncDisposable & { port: number } {
  const listener = Deno.listenTls({
    hostname: "127.0.0.1",
    port: 0,
    alpnProtocols: ["h2"],
    ...pair,
  });
  const open = new Set<Deno.Conn>();
  const pass = async (from: Deno.Conn): Promise<void> => {
    open.add(from);
    const on = await Deno.connect({ hostname: "127.0.0.1", port: to });
    open.add(on);
    await Promise.allSettled([
      from.readable.pipeTo(on.writable),
      on.readable.pipeTo(from.writable),
    ]);
  };
  const passing: Promise<void>[] = [];
  const accepting = (async () => {
    for await (const connection of listener) passing.push(pass(connection).catch(() => {}));
  })();
  return {
    port: (listener.addr as Deno.NetAddr).port,
    async [Symbol.asyncDispose]() {
      listener.close();
      for (const connection of open) {
        try {
          connection.close();
        } catch {
          // already exited
        }
      }
      await accepting.catch(() => {});
      await Promise.allSettled(passing);
    },
  };
}
