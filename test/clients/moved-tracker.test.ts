// A tracker that was moved is the same for python3-bugzilla (Debian's package), which knows nothing of this project.
import { execFile, spawnSync } from 'node:child_process'
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker } from '@trackerkit/core'
import { expect, it } from 'vitest'
import { importBugzilla, openBugzilla } from '../../packages/import/src/bugzilla/import-bugzilla.js'
import { serveSource } from '../../packages/import/test/source/serve.js'
import { administrator } from '../../packages/import/test/source/setting.js'
import { openSource } from '../../packages/import/test/source/source.js'

const python3 = ['python3', '/usr/bin/python3'].find(
  (program) => spawnSync(program, ['-c', 'import bugzilla']).status === 0,
)
if (python3 === undefined)
  console.log('The reading of a moved tracker by python3-bugzilla is skipped: it is not installed.')

/**
 * Prints all bugs as the client sees them, without IDs of flag types, which differ elsewhere. Changes within one second
 * are one entry of history.
 */
const program = `
import bugzilla, json, sys
bz = bugzilla.Bugzilla(sys.argv[1] + "rest", api_key=sys.argv[2], force_rest=True, use_creds=False)
def flags(of):
    return [{key: value for key, value in flag.items() if key != "type_id"} for flag in of]
told = {}
for bug in bz.query({"f1": "bug_id", "o1": "greaterthan", "v1": "0"}):
    raw = {key: value for key, value in bug.get_raw_data().items() if key != "update_token"}
    raw["flags"] = flags(raw["flags"])
    files = bug.get_attachments(exclude_fields=["data"])
    raw["files"] = [dict(one, flags=flags(one["flags"])) for one in files]
    history = bug.get_history_raw()["bugs"][0]["history"]
    changes = [[entry["when"], entry["who"], change] for entry in history for change in entry["changes"]]
    told[str(bug.id)] = [raw, bug.getcomments(), changes]
print(json.dumps(told, default=str, sort_keys=True))
`

function read(url: string): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const options = { maxBuffer: 50_000_000 }
    execFile(python3 ?? '', ['-c', program, url, administrator.key], options, (error, out, err) =>
      error ? reject(new Error(err)) : resolve(JSON.parse(out) as Record<string, unknown>),
    )
  })
}

it.skipIf(python3 === undefined)(
  'python3-bugzilla reads of a moved tracker what it reads of the one it came from',
  async () => {
    const source = await openSource({ bugs: 15, seed: 9 })
    const served = await serveSource(source, { habits: { version: '5.2' } })
    const store = memoryStore()
    await importBugzilla(await openBugzilla({ url: served.url, apiKey: administrator.key, rate: 1e9 }), store)
    const tracker = await createTracker({ store })
    await tracker.asSystem(administrator.login).apiKeys.create({ key: administrator.key })
    const here = await serveSource({ tracker }, { habits: { version: '5.2' } })
    const [there, moved] = [await read(served.url), await read(here.url)]
    expect(Object.keys(there)).toHaveLength(16)
    expect(moved).toEqual(there)
    for (const one of [served, here, source, tracker]) await one.close()
  },
)
