export const help = `trackerkit: an issue tracker with a REST API

  trackerkit serve                   Serve a tracker. A new file gets an administrator, whose
                                     password and API key are printed once.
      --db FILE|URL                  Where it is kept; ':memory:' keeps nothing. Default: tracker.db
                                     postgres://USER@HOST/DATABASE keeps it in PostgreSQL.
      --host HOST                    Where to listen. Default: 127.0.0.1, this machine only.
      --port PORT                    Default: 8080; 0 takes any free port.
      --admin LOGIN                  The administrator of a new tracker. Default: admin@example.com
      --log                          Write a line of JSON for every request to stderr.
      --smtp URL                     Send mail through smtp://USER:PASSWORD@HOST:PORT or smtps://…
                                     Better in TRACKERKIT_SMTP: others see the options of a process.
      --mail-file FILE               Append mail to a mailbox file instead. Without either, none
                                     is sent.

  trackerkit demo                    Serve an example tracker with products, people and bugs.
      --db FILE                      Default: data/demo.db
      --host HOST  --port PORT       As above.

  trackerkit copy --from FILE|URL --to FILE|URL
                                     Copy a whole tracker into an empty database, of either kind,
                                     and make sure that both hold the same.

  trackerkit doctor                  Say what does not hold in a tracker, without changing anything.
      --db FILE|URL                  It may be served meanwhile.
      --repair                       Then mend what follows from what is there.

  trackerkit user create LOGIN       Add a user.
      --name NAME                    The real name.
      --password-stdin               Read the password from the first line of stdin.
      --db FILE  --as LOGIN  --json  As below.

  trackerkit api-key create LOGIN    Make an API key for a user and print it.
      --description TEXT             What it is for.
      --read-only                    It may read but change nothing.
      --db FILE  --json              As below.

  trackerkit api-key list LOGIN
  trackerkit api-key revoke ID ...

  trackerkit product|component|version|milestone|classification|keyword|flag-type|field|group ...
      create NAME                    Make one. What it needs beside its name are options:
                                       component create UI --product Widgets --description 'What
                                       people see' --default-assignee alice@example.com
      update NAME|ID ...             Change them: group update staff --user-regexp '@example\\.com$'
      list [NAME|ID ...]             Tell of these, or of all.
      delete NAME|ID ...             Remove them, when nothing needs them (not products).

  trackerkit user update|list LOGIN|ID ...
      --groups.add GROUP             Put them into a group; --groups.remove, --groups.set as well.
      --password-stdin  --login-denied-text TEXT  --full-name NAME  --email ADDRESS

  trackerkit value create|update|delete NAME --field FIELD
  trackerkit value list --field FIELD
                                     The values of a select field: status, priority, one of yours.
  trackerkit workflow list
  trackerkit workflow allow|forbid FROM TO
                                     Which status may follow which; '' is that of a new bug.

  trackerkit group inherit NAME ...  --membership.add GROUP: its members are members of these too.
  trackerkit group-control update PRODUCT ... --group GROUP --member-control default ...
  trackerkit param get [NAME ...]
  trackerkit param set NAME=VALUE ...
  trackerkit audit list              The log of administrative changes.
  trackerkit mail list [ID ...]      Mail that waits, was sent or given up: --state dead --bug 7
  trackerkit mail resend ID ...      Try it again now.
  trackerkit mail drop ID ...        Forget it; --all-dead: all that was given up.

  Each says more of itself and of its options: trackerkit component create --help
  Options of these are the inputs of the API's operations, with '-' for '_'; a switch needs no value
  (--is-active, --is-active=false), a list is the option several times. Each also takes
      --db FILE
      --as LOGIN                     In whose name; history of bugs and the audit log tell it.
      --json                         Print the answer as JSON.

  trackerkit --help | --version

Settings may also come from the environment, which options win over:
  TRACKERKIT_DB, TRACKERKIT_HOST, TRACKERKIT_PORT, TRACKERKIT_ADMIN,
  TRACKERKIT_ADMIN_PASSWORD, TRACKERKIT_ADMIN_API_KEY (at least 16 letters and digits),
  TRACKERKIT_SMTP, TRACKERKIT_MAIL_FILE

SIGTERM and SIGINT let requests in flight finish, then close the tracker.
`
