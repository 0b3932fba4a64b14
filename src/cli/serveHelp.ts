/** How the command is used, in a line. */
export const USAGE = "Use: serve [--port N] [--host NAME] [--data FOLDER | --memory] " +
  "[--user UUID]... [--names svc=acme,...] [--user-claim NAME] [--sources A,B] [--public-url URL] " +
  "[--allow-host NAME]... [--trusted-proxy ADDRESS]... [--allow-origin URL]... [--rate N,BURST] [--csv-safe] [--active-until TIME] [--poll-status 400|403] " +
  "[--storage-secret-file FILE] [--operator-token-file FILE] " +
  "[--sample] [--json] [--quiet] [--help]";

/** What `--help` prints. */
export const HELP = `Serves the embedded service until it is told to stop.

${USAGE}

  --port N        The port, 8390 unless told otherwise; 0 picks a free one.
  --host NAME     The address to listen on, 127.0.0.1 (this machine alone) unless told otherwise;
                  0.0.0.0 listens on all.
  --data FOLDER   Where everything is kept; without it, the platform's folder for data.
  --memory        Keeps everything in memory: it is lost at the end.
  --user UUID     For whom a token is printed, repeated for several; without it, for the owner.
  --names A=B,... The words of the deployment, such as svc=acme,mobile=phone.
  --user-claim NAME
                  The claim of tokens that holds the user's id, such as example.com/userid; without
                  it svc_userid, in the words of --names.
  --sources A,B   Which sources outrank others where they overlap, the highest first.
  --public-url URL
                  The address under which a proxy in front of it is reached, such as
                  https://data.example.org: uploads are sent there. Headers are not trusted for it.
                  It may have a path, such as https://example.org/health, which the proxy may
                  pass on or strip.
  --allow-host NAME
                  A further name of this machine under which it is reached, repeated for several;
                  requests to any other name are answered 421.
  --trusted-proxy ADDRESS
                  The address of a proxy that names its clients in X-Forwarded-For, such as 127.0.0.1;
                  repeated for several. Limits then count for each client, not for the proxy.
  --csv-safe      In CSV, texts that programs for spreadsheets take for formulas begin with an
                  apostrophe.
  --rate N,BURST  Requests that each token may make: 200 a second and 2000 at once unless told
                  otherwise; 0 for any number. More are answered 429.
  --active-until TIME
                  Until when users may use the service where no grant says more, in ISO 8601.
  --poll-status 400|403
                  Status of a sign-in's polls until somebody approves it: 400 (RFC 8628) by default;
                  with 403, polls that come too soon are answered 429.
  --allow-origin URL
                  An origin such as https://notebook.example.org whose pages may call the service
                  from a browser, and may receive codes of sign-ins by redirection; repeated for
                  several, none by default.
  --storage-secret-file FILE
                  A file that holds the secret which the storage's messages carry; without it, the
                  variable LIFEFRAME_STORAGE_SECRET; without both, a new one that nobody knows.
  --operator-token-file FILE
                  A file that holds the token of the operator, who may grant service; without it,
                  the variable LIFEFRAME_OPERATOR_TOKEN; without both, nobody may.
  --sample        Fills in the sample data.
  --json          Prints address, token, user id and approve_url as a line of JSON for each user.
  --quiet         Logs no requests; otherwise each is a line of standard error with its id.

The token is that of a session named serve: the same at each start, until it is ended with
DELETE /user/v1alpha1/session/{id}, or all tokens of a user at once with DELETE /user/v1alpha1/session.

The address after "Approve:" opens the page on which a program's sign-in is approved, with the owner's
code in it. The code is good for one decision, the next is printed then. Show it to nobody else: who
has it decides for all users. Without it, an access token approves for its own user.

SIGINT and SIGTERM stop it when the requests under way are answered.

As a task it may read and write below this folder, in the platform's folder for data and in that for
temporary files, and listen on 127.0.0.1, localhost, ::1, 0.0.0.0 and ::. For another folder or address run
  deno run --allow-ffi --allow-sys --allow-env --allow-read --allow-write=FOLDER \\
    --allow-net=NAME src/cli/serve.ts --data FOLDER --host NAME`;
