import type { FileIdentity } from "../../schema/files.ts";
import { microsOf } from "../../store/sqlite/clock.ts";
import type { StoredFile } from "../../store/files.ts";
import { coversFile, ownFile, readableFile } from "./fileAccess.ts";
import { fileChange, fileRow } from "./fileRow.ts";
import { FOLDER } from "../../schema/parts/parts.ts";
import type { FileBody, HandlersOf } from "../http/handler.ts";
import { grantsOf } from "../sharing/mayRead.ts";
import { forbidden, invalid, notFound, Problem } from "../http/problem.ts";
import { publicAddress } from "../http/publicAddress.ts";
import { newUploadKey, UPLOAD_PATH, uploadHash } from "./uploadKey.ts";

/** Time within which the content of an announced file must arrive: one hour. */
const UPLOAD_TIME = 3_600_000_000n;

/** Stores files and their versions. */
export const files: HandlersOf<"files"> = {
  list: async ({ args, userid, context }) => {
    const owner = args.svc_userid ?? userid;
    const grants = await grantsOf(context, userid, owner);
    if (!grants.hasFiles) throw forbidden();
    const folder = args.path === undefined ? undefined : folderOf(args.path);
    const visible = (await context.store.files.list(owner)).filter((file) =>
      coversFile(grants, file) && isAsked(file, args)
    );
    return {
      files: visible.filter((file) => folder === undefined || file.path === folder).map(fileRow),
      folders: foldersOf(visible, folder),
    };
  },

  create: async ({ userid, body: read, request, context }) => {
    const { store } = context;
    const body = await read();
    const key = newUploadKey();
    const file = await store.files.create({
      userid,
      path: body.path,
      name: body.name,
      content_type: body.content_type,
      size: BigInt(body.content_length),
      uploadHash: uploadHash(key),
      uploadExpires: microsOf(store.clock) + UPLOAD_TIME,
    }, context.openUploads);
    if (file === undefined) {
      const { files, bytes } = context.openUploads;
      throw new Problem(
        429,
        `Too many announced files: ${files} files or ${bytes} bytes may await content. Send or delete some`,
        { "Retry-After": String(UPLOAD_TIME / 1_000_000n) },
      );
    }
    return { file: fileRow(file), url: publicAddress(context, request, UPLOAD_PATH + key) };
  },

  recentChanges: async ({ args, userid, context: { store } }) => {
    const interval = { start: args.start_time, end: args.end_time };
    return { files: (await store.files.changes(userid, interval)).map(fileChange) };
  },

  get: async (call) => fileRow(await readableFile(call)),

  delete: async (call) => {
    const { id } = await ownFile(call);
    await call.context.store.files.delete(id);
  },

  download: async (call): Promise<FileBody> => {
    const file = await readableFile(call), { contents } = call.context.store;
    if (file.scan_state === "infected") throw new Problem(403, "The file is infected");
    const sha256 = await contents.sha256(file);
    if (file.state === "deleted") throw notFound("The file is deleted");
    if (file.content === null || !sha256) {
      throw notFound("The content of the file is not available");
    }
    return {
      contentType: file.content_type,
      length: Number(file.size),
      sha256,
      pieces: contents.read(file.content),
    };
  },

  restore: async (call) => {
    const { id, state } = await ownFile(call);
    const restored = await call.context.store.files.restore(id);
    if (restored === undefined) {
      throw new Problem(409, `Only an archived file can be restored; this one is ${state}`);
    }
    return fileRow(restored);
  },

  identify: async (call) => {
    const { id } = await ownFile(call);
    const body = await call.body();
    return fileRow((await call.context.store.files.identify(id, () => JSON.stringify(body)))!);
  },

  updateDataType: async (call) => {
    const { id } = await ownFile(call);
    const { data_type } = call.args;
    const { state } = await call.body();
    const file = await call.context.store.files.identify(id, (identity) => {
      const known = JSON.parse(identity) as FileIdentity;
      const found = known.source_data_types?.find((type) => type.data_type === data_type);
      if (found === undefined) {
        throw notFound(`The file has no data type ${JSON.stringify(data_type)}`);
      }
      found.state = state;
      return JSON.stringify(known);
    });
    return fileRow(file!);
  },
};

/** Handlers of files under the old name of the path. */
export const fileUploads: HandlersOf<"fileUploads"> = {
  list: files.list,
  create: files.create,
  recentChanges: files.recentChanges,
  get: files.get,
  delete: files.delete,
  download: files.download,
  restore: files.restore,
};

function folderOf(path: string): string {
  const folder = FOLDER.safeParse(path);
  if (folder.success) return folder.data;
  throw invalid(["query", "path"], `path ${folder.error.issues[0]!.message}`);
}

/** Returns whether a listing includes a file; requested states override the two flags. */
function isAsked(
  file: StoredFile,
  args: {
    readonly name: string | undefined;
    readonly state: readonly StoredFile["state"][] | undefined;
    readonly include_archived: boolean;
    readonly include_deleted: boolean;
    readonly start_time: bigint | undefined;
    readonly end_time: bigint | undefined;
  },
): boolean {
  const states = args.state?.length ? args.state : [
    "created",
    "uploaded",
    ...(args.include_archived ? ["archived"] : []),
    ...(args.include_deleted ? ["deleted"] : []),
  ];
  return states.includes(file.state) &&
    (args.name === undefined || file.name === args.name) &&
    (args.start_time === undefined || file.created >= args.start_time) &&
    (args.end_time === undefined || file.created < args.end_time);
}

/** Returns the folders directly below a folder, or without one, all folders that contain files. */
function foldersOf(files: readonly StoredFile[], folder: string | undefined): string[] {
  const paths = new Set(files.map((file) => file.path));
  if (folder === undefined) return [...paths].sort();
  const base = folder === "/" ? "/" : `${folder}/`;
  const below = [...paths].filter((path) => path !== folder && path.startsWith(base))
    .map((path) => base + path.slice(base.length).split("/")[0]);
  return [...new Set(below)].sort();
}
