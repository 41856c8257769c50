const ownCredentials =
  'Use an API key, the token of a session, or a login with its password, in a header or a parameter. Two different identities in one request are an error.'

const hostOnly =
  'The host application identifies the caller, for example by its session. API keys, tokens and passwords of the tracker are rejected (1460).'

/** Conventions of all operations, in Markdown. */
export const conventionsOf = (
  takesCredentials: boolean,
) => `An issue tracker: bugs with their comments, attachments and flags, and its configuration.

**Authentication.** ${takesCredentials ? ownCredentials : hostOnly} Hidden resources return the same responses as missing ones.

**Input.** Parameters come from the path, from the query and, in POST and PUT, from a JSON object in the body (\`Content-Type: application/json\`); the query overrides the body. Repeat a parameter in the query to pass a list. Numbers and booleans can also be strings (\`"12"\`, \`"1"\`, \`"true"\`), and a single value can replace a list. A GET ignores unknown parameters, and a search names them in \`ignored\`; all other requests, and every request with the header \`Prefer: handling=strict\`, reject them by name (53).

**Limits.** A list can have 1,000 entries unless its schema has a lower limit (\`maxItems\`), an update 20,000 changes in all (bugs times entries, where a text counts as one for every 250 characters). Query and body can have parameters of 1,000 names, the query 2,000 parameters, the body 20,000 values and 32 levels; without credentials the body can have 64 KiB. A search can have 200 charts, 50 words in \`content\` or \`quicksearch\`, 200 patterns and whole words, 1,000 values for one criterion, 20 columns in its order, 2,000 comparisons in all, and 500 conditions on parts of bugs (for example comments, people and changes). Requests above a limit fail with an error that contains the field, the value and the limit. Requests that take longer than the server allows, by default 10 seconds, are stopped: 503, and nothing was changed.

**Rates.** A server can limit the cost per minute of a caller: an API key, a user in all sessions, or the address of anonymous callers. A read costs 1, a write 2, a search 5. Responses then contain the allowance of a minute in \`RateLimit-Policy\` (\`"default";q=6000;w=60\`), and in \`RateLimit\` (\`"default";r=5990;t=1\`) the remaining allowance and the seconds until it is complete again. It refills evenly, not once a minute. Requests above it are rejected with 429 and \`Retry-After\` in seconds.

**Times** are ISO 8601 in UTC, returned as \`2026-01-31T12:00:00Z\`. Dates are \`YYYY-MM-DD\`. Bytes are base64.

**Fields.** Where \`include_fields\` and \`exclude_fields\` are supported, they select the fields of the objects in the response, comma-separated or repeated: names, with dots for nested fields, and \`_all\`, \`_default\`, \`_extra\` and \`_custom\`. Therefore none of these fields is described as required; \`x-default\` lists the default fields.

**Repeating a write.** A POST, PUT or DELETE with the header \`Idempotency-Key\` (1 to 255 visible ASCII characters, with or without quotes, a new one for each request) is performed once for each caller, even if it arrives again within 24 hours: later responses repeat the first one, with \`Idempotency-Replayed: true\`. Rejected requests were not performed, and are tried again. The same key with another request is 422 (1420). Requests that return a secret do not accept a key (1421). Without login, for example when you request a new password, the header is ignored.

**Success** is always 200. **Errors** are \`{"error": true, "code": 101, "message": "ids: Bug '99' does not exist.", "field": "ids", "name": "bug_id_does_not_exist", "data": {"field": "ids", "value": "99"}}\`, with \`field\` if one input is invalid, and \`name\` and \`data\` for programs if the tracker rejects the request: 404 if the resource in the path does not exist, 401 for missing authentication or permission, 400 for every other invalid request, 412 if \`If-Match\` does not match, 405, 413, 414, 415, 429 and 431 as defined by HTTP, 503 with \`Retry-After\` if you should try again. Codes are stable.

**Pages.** A response cut by a limit contains \`limit\` and \`offset\`, and a \`Link\` to the next page. Searches with \`cursor=*\` return \`next_cursor\`, which continues after the last bug even if bugs were filed or hidden since.

**HTTP.** Every GET except tables and streams has an ETag, and supports \`If-None-Match\` and HEAD; OPTIONS names the methods of a path. Large responses are compressed if the client accepts it. \`Accept: text/html\` returns a page, \`callback\` JSONP. A search is also available as a table (\`format=csv\`) and a feed (\`format=atom\`).`
