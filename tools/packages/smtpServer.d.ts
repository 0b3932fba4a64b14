/** Types of the parts of smtp-server that tests use; the package has none. */
export interface Auth {
  readonly username?: string;
  readonly password?: string;
}

export interface Session {
  readonly envelope: { readonly rcptTo: readonly { readonly address: string }[] };
}

export interface ServerOptions {
  readonly allowInsecureAuth?: boolean;
  readonly authOptional?: boolean;
  readonly onAuth?: (
    auth: Auth,
    session: Session,
    done: (error: Error | null, answer?: { user: string }) => void,
  ) => void;
  readonly onData?: (
    stream: { on(event: "data" | "end", listener: (part: Uint8Array) => void): void },
    session: Session,
    done: (error?: Error) => void,
  ) => void;
}

export class SMTPServer {
  constructor(options: ServerOptions);
  readonly server: { address(): { readonly port: number } };
  listen(port: number, host: string, done: () => void): void;
  close(done: () => void): void;
}
