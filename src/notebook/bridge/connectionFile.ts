/** Address at which a client expects the kernel, and the key that signs messages. */
export interface Connection {
  readonly ip: string;
  readonly key: string;
  readonly shell_port: number;
  readonly iopub_port: number;
  readonly stdin_port: number;
  readonly control_port: number;
  readonly hb_port: number;
}

/**
 * Reads the file in which Jupyter names the address of the kernel.
 *
 * @throws {Error} If the kernel does not support the file's transport or signature scheme.
 */
export async function readConnectionFile(path: string): Promise<Connection> {
  const file = JSON.parse(await Deno.readTextFile(path));
  const { transport = "tcp", signature_scheme: scheme = "hmac-sha256" } = file;
  if (transport !== "tcp" || scheme !== "hmac-sha256") {
    throw new Error(
      `Cannot start the kernel: ${path} asks for ${transport} and ${scheme}. ` +
        "Set c.ConnectionFileMixin.transport to tcp, and the signature scheme to hmac-sha256.",
    );
  }
  return file;
}
