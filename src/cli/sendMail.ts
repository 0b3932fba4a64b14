import { readFile, stat } from "node:fs/promises";
import { createTransport } from "nodemailer";

/** Server that sends mail. */
export interface MailServer {
  /** Address without a password, such as `smtps://kim@mail.example`. */
  readonly smtp: URL;
  /** File with the password; `undefined` without one. */
  readonly passwordFile: string | undefined;
}

/** A mail. */
export interface Mail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly attachment: { readonly filename: string; readonly content: string };
}

/**
 * Reads the address of a mail server.
 *
 * @throws {TypeError} if it is not one, or contains a password
 */
export function mailServer(smtp: string, passwordFile: string | undefined): MailServer {
  const url = URL.parse(smtp);
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === "") {
    throw new TypeError(
      `Cannot send mail: --smtp is not an address such as smtps://kim@mail.example`,
    );
  }
  if (url.password !== "") {
    throw new TypeError(
      "Cannot send mail: --smtp contains a password, which other programs can see. Write it to a file and pass --password-file.",
    );
  }
  return { smtp: url, passwordFile };
}

/**
 * Sends a mail. Beyond this machine the connection is encrypted, or nothing is sent.
 *
 * @throws {Error} if the server does not accept it; the message never contains the password
 */
export async function sendMail({ smtp, passwordFile }: MailServer, mail: Mail): Promise<void> {
  const password = passwordFile === undefined ? undefined : await readPassword(passwordFile);
  const isLoopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(smtp.hostname);
  const isSecure = smtp.protocol === "smtps:";
  const transport = createTransport({
    host: smtp.hostname.replace(/^\[|\]$/g, ""),
    port: smtp.port === "" ? (isSecure ? 465 : 587) : Number(smtp.port),
    secure: isSecure,
    requireTLS: !isSecure && !isLoopback,
    ignoreTLS: !isSecure && isLoopback,
    ...password === undefined
      ? {}
      : { auth: { user: decodeURIComponent(smtp.username), pass: password } },
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: 30_000,
  });
  try {
    const { from, to, subject, text, attachment } = mail;
    await transport.sendMail({
      ...{ from, to, subject, text },
      attachments: [{ ...attachment, contentType: "text/html; charset=utf-8" }],
    });
  } catch (error) {
    const { message } = error as Error;
    throw new Error(
      `Cannot send mail to ${mail.to}: ${
        password === undefined ? message : message.replaceAll(password, "…")
      }`,
    );
  } finally {
    transport.close();
  }
}

/** @throws {Error} if others may read the file, or it is empty */
async function readPassword(path: string): Promise<string> {
  const { mode } = await stat(path);
  if (Deno.build.os !== "windows" && (mode & 0o077) !== 0) {
    throw new Error(
      `Cannot send mail: others can read ${path}. Run chmod 600 on it.`,
    );
  }
  const password = (await readFile(path, "utf8")).replace(/\r?\n$/, "");
  if (password !== "") return password;
  throw new Error(`Cannot send mail: ${path} is empty. Write the password into it.`);
}
