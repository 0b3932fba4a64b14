/** Usage of the command in one line. */
export const USAGE = "Use: serve [--port N] [--host NAME] [--data FOLDER | --memory] " +
  "[--user UUID]... [--names svc=acme,...] [--user-claim NAME] [--sources A,B] [--public-url URL] " +
  "[--allow-host NAME]... [--trusted-proxy ADDRESS]... [--allow-origin URL]... [--rate N,BURST] [--csv-safe] [--active-until TIME] [--poll-status 400|403] " +
  "[--storage-secret-file FILE] [--operator-token-file FILE] " +
  "[--sample] [--json] [--quiet] [--help]";

/** Text of `--help`. */
export const HELP = `Serves the embedded service until it is stopped.

${USAGE}

  --port N        Port (8390); 0 picks a free one.
  --host NAME     Address to listen on (127.0.0.1, only this machine); 0.0.0.0 listens on all
                  addresses.
  --data FOLDER   Folder of the data; by default the platform's folder for data.
  --memory        Keeps everything in memory. All data is lost when the service stops.
  --user UUID     User to print a token for; may be repeated. By default the owner.
  --names A=B,... Words of the deployment, such as svc=acme,mobile=phone.
  --user-claim NAME
                  Claim of tokens that contains the user's id, such as example.com/userid
                  (svc_userid, in the words of --names).
  --sources A,B   Sources, highest priority first, for times at which several have data.
  --public-url URL
                  Address of a proxy in front of the service, such as https://data.example.org, for
                  uploads. It is never taken from headers. It may have a path, such as
                  https://example.org/health, which the proxy may forward or strip.
  --allow-host NAME
                  Further host name of the service; may be repeated. Requests to other names are
                  rejected with 421.
  --trusted-proxy ADDRESS
                  Address of a proxy that reports its clients in X-Forwarded-For, such as 127.0.0.1;
                  may be repeated. Limits then apply per client instead of to the proxy.
  --csv-safe      Prefixes texts in CSV with an apostrophe if a spreadsheet would read them as
                  formulas.
  --rate N,BURST  Requests per token: N per second, and BURST at once (200,2000); 0 for no limit.
                  Further requests are rejected with 429.
  --active-until TIME
                  Time in ISO 8601 until which users without a grant may use the service.
  --poll-status 400|403
                  Status of a sign-in's polls until it is approved (400, RFC 8628). With 403, polls
                  that are too frequent get 429.
  --allow-origin URL
                  Origin, such as https://notebook.example.org, with pages that may call the service
                  from a browser and receive codes of sign-ins by redirection; may be repeated.
  --storage-secret-file FILE
                  File with the secret of the storage's messages. Without it, the variable
                  LIFEFRAME_STORAGE_SECRET is used; without either, a new random secret.
  --operator-token-file FILE
                  File with the token of the operator, who may grant service. Without it, the
                  variable LIFEFRAME_OPERATOR_TOKEN is used; without either, nobody may.
  --sample        Adds the sample data.
  --json          Prints address, token, user id and approve_url as a line of JSON per user.
  --quiet         Does not log requests on standard error.

The token belongs to a session named serve. It stays the same at each start until you end the session
with DELETE /user/v1alpha1/session/{id}, or all sessions of a user with DELETE /user/v1alpha1/session.

The address after "Approve:" opens the page that approves a program's sign-in, with the owner's code
filled in. A code is valid for one decision; then the next one is printed. Show it to nobody else:
anybody who has it can decide for all users. Without it, an access token approves for its own user.

SIGINT and SIGTERM stop the service after it has answered open requests.

As a task it may read and write below this folder, in the platform's folder for data and in the
temporary folder, and listen on 127.0.0.1, localhost, ::1, 0.0.0.0 and ::. For another folder or address
run
  deno run --allow-ffi --allow-sys --allow-env --allow-read --allow-write=FOLDER \\
    --allow-net=NAME src/cli/serve.ts --data FOLDER --host NAME`;
