import { parseArgs } from "node:util";
import { connect } from "../app/connect.ts";
import type { NoteOptions } from "../app/days/note.ts";
import { local } from "../app/local.ts";
import { dataFolder } from "./args/dataFolder.ts";
import { type LineCommand, type LineHooks, lineWriter, readLine } from "./args/lineCommand.ts";
import { NOTE_OPTIONS } from "./args/noteOptions.ts";

const USAGE =
  "Use: note NAME [TIME] [--value N] [--scale 1-10] [--unit UNIT] [--text TEXT] [--tag TAG] [--data FOLDER] [--profile NAME] [--zone ZONE]";

const HELP = `Writes an entry into your diary.

${USAGE}

  NAME             Name of the entry, such as coffee.
  TIME             Time of day such as 14:30, or 2025-03-20T14:30; by default now.
  --value N        Count, amount or step of a scale; by default 1.
  --scale 1-10     Scale of the values, for the first entry with this name.
  --unit UNIT      Unit of the values, for the first entry with this name.
  --text TEXT      Text of the entry.
  --tag TAG        Tag; may be repeated.
  --data FOLDER    Your own store, such as ~/health; by default in the platform's folder for data.
  --profile NAME   Service that you signed in to with login --profile NAME.
  --zone ZONE      IANA zone of the time; by default the machine's or the profile's.
  --help           Shows this text.`;

interface NoteSettings extends Omit<NoteOptions, "tz"> {
  readonly name: string;
  readonly data: string | undefined;
  readonly profile: string | undefined;
  readonly tz: string | undefined;
}

const COMMAND: LineCommand<NoteSettings> = {
  action: "write a note",
  usage: USAGE,
  help: HELP,
  options: NOTE_OPTIONS,
  read: readSettings,
};

/**
 * Writes an entry into the diary.
 *
 * @returns the exit code: 0; 1 if the note cannot be written; 2 for wrong arguments
 */
export async function noteCommand(args: string[], hooks: LineHooks = {}): Promise<number> {
  const { print = lineWriter(Deno.stdout), warn = lineWriter(Deno.stderr) } = hooks;
  const line = readLine(COMMAND, args, { print, warn });
  if ("code" in line) return line.code;
  const { name, data, profile, tz, ...options } = line.settings;
  try {
    if (profile !== undefined) {
      print(String(await connect({ profile, tz }).note(name, options)));
      return 0;
    }
    await using me = await local({ data: data ?? dataFolder(), tz });
    print(String(await me.note(name, options)));
    return 0;
  } catch (error) {
    warn((error as Error).message);
    return 1;
  }
}

function readSettings(args: string[]): NoteSettings {
  const { values, positionals: [name, at, ...more] } = parseArgs({
    args,
    strict: true,
    allowPositionals: true,
    options: NOTE_OPTIONS,
  });
  const fail = (problem: string): never => {
    throw new TypeError(`Cannot write a note: ${problem}`);
  };
  if (name === undefined) throw new TypeError("Cannot write a note: its name is missing");
  if (more.length > 0) fail(`unexpected argument ${JSON.stringify(more[0])}`);
  if (values.data !== undefined && values.profile !== undefined) {
    fail("--data is a folder of your own, and --profile a service. Choose one");
  }
  const value = values.value === undefined ? undefined : Number(values.value);
  if (value !== undefined && (values.value!.trim() === "" || !Number.isFinite(value))) {
    fail(`--value is ${values.value}, expected a number`);
  }
  const [, least, greatest] = /^(-?\d+)-(\d+)$/.exec(values.scale ?? "") ?? [];
  if (values.scale !== undefined && least === undefined) {
    fail(`--scale is ${values.scale}, expected two numbers such as 1-10`);
  }
  return {
    name,
    at,
    value,
    scale: least === undefined ? undefined : [Number(least), Number(greatest)],
    unit: values.unit,
    text: values.text,
    tags: values.tag,
    data: values.data,
    profile: values.profile,
    tz: values.zone,
  };
}

if (import.meta.main) Deno.exit(await noteCommand(Deno.args));
