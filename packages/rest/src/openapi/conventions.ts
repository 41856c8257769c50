const ownCredentials =
  'An API key, the token of a session, or a login name with its password, in a header or a parameter. Two different identities in one request are an error.'

const hostAlone =
  'The program that this tracker is a part of says it, such as by its session. API keys, tokens and passwords of the tracker are refused (1460).'

/** What holds for every operation, in Markdown. */
export const conventionsOf = (
  takesCredentials: boolean,
) => `An issue tracker: bugs with their comments, attachments and flags, and all that they are made of.

**Who is calling.** ${takesCredentials ? ownCredentials : hostAlone} What a caller may not see answers as if it did not exist.

**Input.** Parameters come from the path, from the query and, in POST and PUT, from a JSON object in the body (\`Content-Type: application/json\`); where both name the same, the query wins over the body. A list in a query is its parameter repeated. Numbers and booleans may also be text (\`"12"\`, \`"1"\`, \`"true"\`), and one value may stand for a list of it. A GET leaves parameters that it does not know out of account, and a search names them in \`ignored\`; everything else refuses them by name (53), and with the header \`Prefer: handling=strict\` a GET and a search do so too.

**Limits.** A list may have 1,000 entries where its schema does not say less (\`maxItems\`), one update 20,000 changes in all (so many bugs times so many entries, a text counting as one for every 250 characters). Query and body may have parameters of 1,000 names, the query 2,000 parameters, the body 20,000 values and 32 levels; without credentials it may have 64 KiB. A search may have 200 charts, 50 words in \`content\` or \`quicksearch\`, 200 patterns and whole words, 1,000 values for one criterion, 20 columns in its order, 2,000 comparisons in all, and 500 conditions on what belongs to bugs (comments, people, changes and the like). What is more is an error that names the field, what came and what may come. What takes longer than the server allows, 10 seconds if nobody says otherwise, is stopped: 503, and nothing was changed.

**Rates.** A server may limit what one caller asks for in a minute: one API key, one person in all sessions together, or one address from which nobody has logged in. What is read costs 1, what is written 2, a search 5. Answers then say what a minute allows in \`RateLimit-Policy\` (\`"default";q=6000;w=60\`), and in \`RateLimit\` (\`"default";r=5990;t=1\`) what is left and in how many seconds all of it is there again. It comes back evenly, not once a minute. More is 429, with \`Retry-After\` in seconds, and was not done.

**Times** are ISO 8601 in UTC, answered as \`2026-01-31T12:00:00Z\`. Dates are \`YYYY-MM-DD\`. Bytes are base64.

**Fields.** Where \`include_fields\` and \`exclude_fields\` are taken, they choose the fields of the objects in the answer, apart by commas or repeated: names, with dots for fields within fields, and \`_all\`, \`_default\`, \`_extra\` and \`_custom\`. That is why none of these fields is described as required; \`x-default\` lists those that come when nothing else is asked for.

**Repeating a write.** A POST, PUT or DELETE with the header \`Idempotency-Key\` (1 to 255 visible ASCII characters, in quotes or without, made anew for each request) is done once for each caller, however often it arrives within 24 hours: later answers are the first one, with \`Idempotency-Replayed: true\`. What was refused was not done, and is tried anew. The same key with another request is 422 (1420). Requests that answer a secret take no key (1421). For what needs no login, such as asking for a new password, the header is ignored.

**Success** is always 200. **Errors** are \`{"error": true, "code": 101, "message": "ids: There is no bug '99'.", "field": "ids", "name": "bug_id_does_not_exist", "data": {"field": "ids", "value": "99"}}\`, \`field\` where one input is to blame, \`name\` and \`data\` for programs where it is the tracker that refuses: 404 when what the path names does not exist, 401 when nobody has logged in or who did may not do it, 400 for everything else that is wrong with a request, 412 when \`If-Match\` does not match, 405, 413, 414, 415, 429 and 431 where HTTP means exactly that, 503 with \`Retry-After\` when it is worth trying again. Codes are stable.

**Pages.** An answer that a limit has cut says so with \`limit\` and \`offset\`, and a \`Link\` to the next page. Searches with \`cursor=*\` say \`next_cursor\`, which goes on after the last bug whatever has been filed or hidden since.

**HTTP.** Every GET has an ETag and answers \`If-None-Match\` and HEAD; OPTIONS names the methods of a path. Large answers are compressed for who accepts that. \`Accept: text/html\` makes a page of an answer, \`callback\` makes JSONP of it. A search is also a table (\`format=csv\`) and a feed (\`format=atom\`).`
