import { assert, assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import { chromium as browserType } from "../../tools/packages/playwright.ts";
import { KERNEL_NAME } from "../../src/notebook/kernelSpec.ts";
import { DRIVEN } from "../browser/chromium.ts";
import { testWithProgram } from "../helpers/testWithProgram.ts";
import { runAll, startLab } from "./labServer.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Variables of this machine that say where packages come from. */
const FOREIGN =
  /^(?:npm_config_registry|node_extra_ca_certs|ssl_cert_\w+|requests_ca_bundle|pip_\w+|https?_proxy|no_proxy)$/i;

/** Clean clone with an empty HOME, and programs of Python that a virtual environment has. */
interface Machine {
  readonly clone: string;
  readonly env: Record<string, string>;
  /** Runs a line of a shell in the clone. */
  readonly sh: (line: string) => Promise<string>;
}

/** Clones the last commit, with the files of a configuration as they are here. */
async function machine(top: string, configuration: string): Promise<Machine> {
  const clone = `${top}/clone`, home = `${top}/home`;
  await Deno.mkdir(home, { recursive: true });
  const env: Record<string, string> = {
    HOME: home,
    PATH: `${top}/python/bin:${Deno.env.get("PATH")}`,
    NO_COLOR: "1",
    ...Object.fromEntries(
      Object.entries(Deno.env.toObject()).filter(([name]) => FOREIGN.test(name)),
    ),
  };
  const run = async (line: string, cwd: string): Promise<string> => {
    const { code, stdout, stderr } = await new Deno.Command("bash", {
      args: ["-c", line],
      cwd,
      env,
      clearEnv: true,
    }).output();
    const said = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("");
    assertEquals(code, 0, `${line}\n${said}`);
    return said;
  };
  // It may name the registry of this machine.
  await Deno.copyFile(`${Deno.env.get("HOME")}/.npmrc`, `${home}/.npmrc`).catch(() => {});
  await run(`git clone --quiet --depth 1 "file://${ROOT}" clone`, top);
  await run(
    `rm -rf "${clone}/${configuration}" && cp -r "${ROOT}${configuration}" "${clone}"`,
    top,
  );
  await run("python3 -m venv python", top);
  return { clone, env, sh: (line) => run(line, clone) };
}

/** Starts JupyterLab, and asserts that it runs a notebook in the kernel of this package. */
async function assertOpens(
  { clone, env }: Machine,
  command: string,
  notebook: string | undefined,
): Promise<void> {
  assert(notebook !== undefined, "the first notebook has a name");
  const server = await startLab(command, clone, env);
  try {
    const executablePath = Deno.env.get("LIFEFRAME_CHROMIUM") ?? "/usr/bin/chromium";
    const browser = await browserType.launch({ executablePath, args: DRIVEN });
    try {
      const page = await browser.newPage({ viewport: { width: 1200, height: 3000 } });
      await page.goto(server.address(notebook), { timeout: 120_000 });
      await runAll(page);
      assert(await page.locator(".jp-OutputArea-output .lifeframe-table td").count() > 20);
      assertEquals(await page.locator(".jp-Toolbar-kernelName").innerText(), KERNEL_NAME);
    } finally {
      await browser.close();
    }
  } finally {
    await server.stop();
  }
}

async function inMachine(
  configuration: string,
  use: (machine: Machine) => Promise<void>,
): Promise<void> {
  const top = await Deno.makeTempDir();
  try {
    await use(await machine(top, configuration));
  } finally {
    await Deno.remove(top, { recursive: true });
  }
}

testWithProgram(
  "chromium",
  "Binder starts JupyterLab with the kernel and the first notebook",
  () =>
    inMachine(".binder", async (machine) => {
      const page = await Deno.readTextFile(`${ROOT}docs/start.md`);
      await machine.sh("pip install --quiet --requirement .binder/requirements.txt");
      await machine.sh(".binder/postBuild");
      const [, notebook] = /mybinder\.org\/v2\/gh\/\S+?\?urlpath=lab\/tree\/([^)\s]+)/.exec(page) ??
        [];
      await assertOpens(machine, "jupyter lab", notebook);
    }),
);

testWithProgram(
  "chromium",
  "a development container does the same",
  () =>
    inMachine(".devcontainer", async (machine) => {
      const { onCreateCommand, postAttachCommand } = JSON.parse(
        await Deno.readTextFile(`${machine.clone}/.devcontainer/devcontainer.json`),
      ) as Record<string, string>;
      await machine.sh(onCreateCommand!);
      const [notebook] = /\S+\.ipynb/.exec(postAttachCommand!) ?? [];
      await assertOpens(machine, postAttachCommand!, notebook);
    }),
);
