// How docs/rest.md begins. A test asks what the examples ask, and compares the answers.

export const introduction = `The API is found below \`/rest\`; where a tracker is mounted in a folder, below that. The same as on this page, for programs, is at \`/rest/openapi.json\` (OpenAPI 3.1).

To file a bug:

\`\`\`http
POST /rest/bug
X-Tracker-API-Key: YOUR-KEY
Content-Type: application/json

{ "product": "Widgets", "component": "UI", "version": "1.0", "summary": "It blinks" }
\`\`\`

\`\`\`json
{ "id": 1 }
\`\`\`

To find it again, without its many other fields:

\`\`\`http
GET /rest/bug?product=Widgets&summary=blink&include_fields=id,summary,status
X-Tracker-API-Key: YOUR-KEY
\`\`\`

\`\`\`json
{ "bugs": [{ "id": 1, "summary": "It blinks", "status": "CONFIRMED" }], "faults": [], "total_matches": 1 }
\`\`\`

To close it:

\`\`\`http
PUT /rest/bug/1
X-Tracker-API-Key: YOUR-KEY
Content-Type: application/json

{ "status": "RESOLVED", "resolution": "FIXED", "comment": { "body": "It glows now." } }
\`\`\`

What goes wrong says what and why:

\`\`\`http
GET /rest/bug/99
\`\`\`

\`\`\`json
{ "error": true, "code": 101, "message": "ids: There is no bug '99'.", "field": "ids", "name": "bug_id_does_not_exist", "data": { "field": "ids", "value": "99" } }
\`\`\``
