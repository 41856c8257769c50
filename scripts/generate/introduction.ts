// How docs/rest.md begins. A test asks what the examples ask, and compares the answers.

export const introduction = `The API is served below \`/rest\`, or below the path at which the tracker is mounted. \`/rest/openapi.json\` describes it for programs (OpenAPI 3.1).

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

To find it, with three of its fields:

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

Errors name the problem and the field:

\`\`\`http
GET /rest/bug/99
\`\`\`

\`\`\`json
{ "error": true, "code": 101, "message": "ids: Bug '99' does not exist.", "field": "ids", "name": "bug_id_does_not_exist", "data": { "field": "ids", "value": "99" } }
\`\`\`

Every response has an ID in the header \`X-Request-Id\`. The log of the server has the same ID, so quote it when you report a problem.`
