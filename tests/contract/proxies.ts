/** Options of a proxy. */
export interface ProxySetup {
  readonly port: number;
  /** Address of the service. */
  readonly service: string;
  /** Path below which it serves; may be empty. */
  readonly prefix: string;
  /** Remove the path before forwarding a request. */
  readonly strip: boolean;
}

/** Starts a proxy that sends its clients' addresses in `X-Forwarded-For`. */
export type Proxy = (program: string, setup: ProxySetup) => Promise<AsyncDisposable>;

async function started(
  program: string,
  args: readonly string[],
  { folder, port, prefix }: { folder: string; port: number; prefix: string },
): Promise<AsyncDisposable> {
  const child = new Deno.Command(program, {
    args: [...args],
    env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdout: "null",
    stderr: "null",
  }).spawn();
  for (let tries = 0;; tries++) {
    try {
      await (await fetch(`http://127.0.0.1:${port}${prefix}/openapi.json`)).body?.cancel();
      break;
    } catch (error) {
      if (tries === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  return {
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.status;
      await Deno.remove(folder, { recursive: true });
    },
  };
}

const nginx: Proxy = async (program, { port, service, prefix, strip }) => {
  const folder = await Deno.makeTempDir();
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`).join(" ");
  await Deno.writeTextFile(
    `${folder}/nginx.conf`,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_rlimit_nofile 20000;
    events { worker_connections 10000; }
    http { access_log off; ${temporary} server { listen 127.0.0.1:${port} backlog=4096;
      location ${prefix}/ { proxy_pass ${service}${strip ? "/" : ""}; proxy_request_buffering off;
        proxy_http_version 1.1; proxy_set_header X-Forwarded-For $remote_addr; } } }`,
  );
  const args = ["-p", folder, "-c", `${folder}/nginx.conf`, "-e", `${folder}/error.log`];
  return await started(program, args, { folder, port, prefix });
};

const caddy: Proxy = async (program, { port, service, prefix, strip }) => {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(
    `${folder}/Caddyfile`,
    `{\n  admin off\n  grace_period 100ms\n  auto_https off\n}\n:${port} {\n  bind 127.0.0.1\n` +
      `  ${strip ? "handle_path" : "handle"} ${prefix}/* {\n    reverse_proxy ${service}\n  }\n}\n`,
  );
  const args = ["run", "--config", `${folder}/Caddyfile`, "--adapter", "caddyfile"];
  return await started(program, args, { folder, port, prefix });
};

/** Proxies by name of their program. */
export const PROXIES: Readonly<Record<string, Proxy>> = { nginx, caddy };
