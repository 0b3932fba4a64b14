import { tmpdir } from "node:os";
import { dirname, resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { findBrowser } from "../app/page/findBrowser.ts";
import { besideModule } from "../options/besideModule.ts";
import { type FolderPurpose, platformFolder } from "../options/platformFolder.ts";
import { DIGEST_OPTIONS } from "./args/digestOptions.ts";
import { IMPORT_OPTIONS } from "./args/importOptions.ts";
import { INSTALLATION } from "./args/installation.ts";
import { NOTE_OPTIONS } from "./args/noteOptions.ts";
import { MCP_OPTIONS } from "./args/mcpOptions.ts";
import { REPRODUCE_OPTIONS } from "./args/reproduceOptions.ts";
import { storeFolder } from "./args/storeFolder.ts";
import { notebookPermissions } from "./notebookPermissions.ts";
import { allow } from "./args/permissions.ts";

/** A program that the launcher starts, with its permissions. */
export interface Command {
  /** Purpose in one line, for `--help`. */
  readonly summary: string;
  readonly module: URL;
  /** Returns flags for `deno run`, one per argument. */
  readonly permissions: (args: readonly string[]) => Promise<readonly string[]> | readonly string[];
}

/** Permissions to load Polars: its native library, and the system information that it reads. */
export const POLARS = [
  `--allow-ffi=${INSTALLATION.packages}`,
  "--allow-sys=cpus,networkInterfaces,hostname",
];

const LOOPBACK = "127.0.0.1,localhost,[::1],0.0.0.0,[::]";
const FOLDERS = "HOME,XDG_CONFIG_HOME,APPDATA";
/** Variables that configure a proxy, which errors name. */
const PROXIES =
  "HTTP_PROXY,HTTPS_PROXY,ALL_PROXY,NO_PROXY,http_proxy,https_proxy,all_proxy,no_proxy";
const CACHE = `${FOLDERS},XDG_CACHE_HOME,LOCALAPPDATA`;

/** Returns the current folder and, if different, the folder of this program and its packages. */
function here(): string[] {
  const { folder, readable } = INSTALLATION;
  return resolve(".") === resolve(folder) ? ["."] : [".", ...readable];
}

/** Commands by name, for `deno task lifeframe NAME`. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  demo: {
    summary: "Fetch, compute and draw a month of sample data; writes report.html",
    module: besideModule("./demo.ts", import.meta),
    permissions: () => [
      ...POLARS,
      allow("read", here()),
      "--allow-net=127.0.0.1",
      "--allow-write=report.html",
    ],
  },
  report: {
    summary: "Write a report about days of the sample, your store or a service, as HTML or PDF",
    module: besideModule("./report.ts", import.meta),
    permissions: async (args) => {
      // A permission without a path would allow all programs.
      const browser = await findBrowser(process.env) ?? "/no-browser-is-installed";
      const { values } = parseArgs({
        args: [...args],
        options: { data: { type: "string" } },
        strict: false,
        allowPositionals: true,
      });
      const store = storeFolder(values);
      const folders = [
        ...placesFor("settings", "cache"),
        tmpdir(),
        ...store === undefined ? [] : [store],
      ];
      return [
        POLARS[0]!,
        `${POLARS[1]},uid,gid`,
        allow("run", [browser]),
        allow("read", [...here(), ...folders, browser]),
        allow("write", [".", ...folders]),
        "--allow-net",
        `--allow-env=${CACHE},LANG,PATH,SystemRoot,TEMP,TMP,TMPDIR,USERPROFILE,LIFEFRAME_BROWSER,NODE_V8_COVERAGE,${PROXIES}`,
      ];
    },
  },
  serve: {
    summary: "Serve the embedded service over HTTP",
    module: besideModule("./serve.ts", import.meta),
    permissions: () => [
      ...POLARS,
      ...readAndWrite([tmpdir(), ...placesFor("data")]),
      `--allow-net=${LOOPBACK}`,
      "--allow-env=HOME,XDG_DATA_HOME,LOCALAPPDATA,LIFEFRAME_STORAGE_SECRET,LIFEFRAME_OPERATOR_TOKEN",
    ],
  },
  store: {
    summary: "Back up, restore or check the data of serve",
    module: besideModule("./store.ts", import.meta),
    permissions: () => [
      ...readAndWrite([tmpdir(), ...placesFor("data")]),
      "--allow-env=HOME,XDG_DATA_HOME,LOCALAPPDATA",
    ],
  },
  import: {
    summary: "Import exports of devices and apps into your own store",
    module: besideModule("./importFiles.ts", import.meta),
    permissions: importPermissions,
  },
  digest: {
    summary: "Describe the last days in words, as a page or by mail",
    module: besideModule("./digest.ts", import.meta),
    permissions: digestPermissions,
  },
  note: {
    summary: "Write an entry into your diary",
    module: besideModule("./note.ts", import.meta),
    permissions: notePermissions,
  },
  mcp: {
    summary: "Let an assistant ask about your data (MCP)",
    module: besideModule("./mcp.ts", import.meta),
    permissions: mcpPermissions,
  },
  login: {
    summary: "Sign in to a service",
    module: besideModule("./login.ts", import.meta),
    permissions: credentialAccess,
  },
  token: {
    summary: "Print a current access token, for other HTTP clients",
    module: besideModule("./token.ts", import.meta),
    permissions: credentialAccess,
  },
  notebook: {
    summary: "Run a notebook in the Deno kernel, export it as a page, or open JupyterLab",
    module: besideModule("./notebook.ts", import.meta),
    permissions: notebookPermissions,
  },
  reproduce: {
    summary: "Run a study again and compare every number and chart",
    module: besideModule("./reproduce.ts", import.meta),
    permissions: reproducePermissions,
  },
  new: {
    summary: "Create a folder with a notebook and a script that are ready to run",
    module: besideModule("./newFolder.ts", import.meta),
    permissions: () => [
      "--allow-read",
      "--allow-write",
      "--allow-env=HOME,XDG_CACHE_HOME,LOCALAPPDATA",
    ],
  },
};

/** Returns permissions to start kernels in the folder of a study. */
function reproducePermissions(args: readonly string[]): string[] {
  const { positionals: [folder = "."] } = parseArgs({
    args: [...args],
    options: REPRODUCE_OPTIONS,
    strict: false,
    allowPositionals: true,
  });
  return [
    ...POLARS, // draws charts as PNG
    allow("run", [Deno.execPath()]),
    "--allow-net=127.0.0.1",
    allow("read", [...INSTALLATION.readable, tmpdir(), resolve(folder)]),
    allow("write", [tmpdir(), resolve(folder)]),
    "--allow-env=HOME,XDG_CACHE_HOME,LOCALAPPDATA",
  ];
}

/** Returns permissions to read the named files, and to use the folder of the store. */
function importPermissions(args: readonly string[]): string[] {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: IMPORT_OPTIONS,
    strict: false,
    allowPositionals: true,
  });
  const watched = typeof values.watch === "string" ? [values.watch] : [];
  return storeAccess(values, [...positionals, ...watched].map((path) => resolve(path)));
}

/** Returns permissions for the data, the page, and the mail server in the arguments. */
function digestPermissions(args: readonly string[]): string[] {
  const { values } = parseArgs({ args: [...args], options: DIGEST_OPTIONS, strict: false });
  const text = (value: unknown): string[] => typeof value === "string" ? [value] : [];
  const isRemote = values.profile !== undefined;
  const folder = storeFolder(values);
  const folders = [
    ...folder === undefined ? placesFor("cache") : [folder],
    ...isRemote ? placesFor("settings") : [],
    ...text(values.out).map((path) => resolve(dirname(path))),
  ];
  const server = text(values.smtp).flatMap((url) => URL.parse(url)?.hostname || []);
  return [
    ...POLARS,
    allow("read", [...INSTALLATION.readable, ...folders, ...text(values["password-file"])]),
    allow("write", folders),
    ...isRemote ? ["--allow-net"] : server.length > 0 ? [`--allow-net=${server}`] : [],
    ...values.install ? [allow("run", ["crontab"])] : [],
    `--allow-env=HOME,XDG_CACHE_HOME,LOCALAPPDATA${
      isRemote ? `,XDG_CONFIG_HOME,APPDATA,${PROXIES}` : ""
    }`,
  ];
}

/** Returns permissions to write into your own store, or to a service. */
function notePermissions(args: readonly string[]): string[] {
  const { values } = parseArgs({
    args: [...args],
    options: NOTE_OPTIONS,
    strict: false,
    allowPositionals: true,
  });
  return values.profile === undefined ? storeAccess(values) : [...POLARS, ...credentialAccess()];
}

/** Returns permissions for the folder, the service and the port in the arguments, and no others. */
function mcpPermissions(args: readonly string[]): string[] {
  const { values } = parseArgs({ args: [...args], options: MCP_OPTIONS, strict: false });
  const isRemote = values.profile !== undefined || values["base-url"] !== undefined;
  const files = [values.log, values["token-file"]].filter((path) => typeof path === "string");
  const folder = storeFolder(values), isSample = folder === undefined && !isRemote;
  const folders = [
    ...folder === undefined ? placesFor("data") : [folder],
    ...isRemote ? placesFor("settings") : isSample ? placesFor("cache") : [],
    ...files.map((path) => resolve(path)),
  ];
  return [
    ...POLARS,
    allow("read", [...INSTALLATION.readable, ...folders]),
    allow("write", folders),
    ...isRemote ? ["--allow-net"] : values.http === undefined ? [] : [`--allow-net=127.0.0.1`],
    `--allow-env=HOME,XDG_DATA_HOME,LOCALAPPDATA${
      isRemote ? `,XDG_CONFIG_HOME,APPDATA,${PROXIES}` : isSample ? ",XDG_CACHE_HOME" : ""
    }`,
  ];
}

/** Returns permissions to use the folder of your own store, and to read more paths. */
function storeAccess(
  values: Parameters<typeof storeFolder>[0],
  paths: readonly string[] = [],
): string[] {
  const folder = storeFolder(values);
  const folders = folder === undefined ? placesFor("data") : [folder];
  return [
    ...POLARS,
    allow("read", [...INSTALLATION.readable, ...folders, ...paths]),
    allow("write", folders),
    "--allow-env=HOME,XDG_DATA_HOME,LOCALAPPDATA",
  ];
}

function readAndWrite(folders: readonly string[]): string[] {
  return [allow("read", [...here(), ...folders]), allow("write", [".", ...folders])];
}

/** Returns permissions to store credentials and to reach any service. */
function credentialAccess(): string[] {
  return [
    ...readAndWrite(placesFor("settings")),
    "--allow-net",
    `--allow-env=${FOLDERS},${PROXIES}`,
  ];
}

/** Returns the platform's folders for these purposes; the command itself reports a missing one. */
function placesFor(...purposes: readonly FolderPurpose[]): string[] {
  return purposes.map((purpose) => platformFolder(purpose)).filter((path) => path !== undefined);
}
