// Programs written with python3-bugzilla (Debian's package), which knows nothing of this project, against the server on a SQLite
// file: the class Bugzilla with its bugs, users and groups, over REST with an API key, a token, and a password.
import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openClientTracker, password, type ClientTracker } from './tracker.js'

// The one that Debian's packages are for may not be the first.
const python3 = ['python3', '/usr/bin/python3'].find(
  (program) => spawnSync(program, ['-c', 'import bugzilla']).status === 0,
)
const isInstalled = python3 !== undefined
if (!isInstalled) console.log('The programs with python3-bugzilla are skipped: the package is not installed.')

let client: ClientTracker

beforeAll(async () => {
  if (!isInstalled) return
  client = await openClientTracker()
  const system = client.tracker.asSystem('admin@example.com')
  const component = { product: 'Widgets', description: 'What people see', default_assignee: 'bob@example.com' }
  await system.components.create({ ...component, name: 'UI' })
  for (const target_type of ['bug', 'attachment'] as const) {
    await system.flagTypes.create({ name: `${target_type}_review`, description: 'Seen', target_type })
  }
})

afterAll(async () => {
  if (isInstalled) await client.close()
})

/** The head of every program. `failing` returns an error, `out` passes the result on. */
const prelude = `
import base64, io, json, sys
import bugzilla, requests
result = {}
def out(**values):
    result.update(values)
def failing(work):
    try:
        work()
    except requests.HTTPError as error:
        # The client passes on an error of its own, which has lost the answer.
        response = error.__context__.response
        told = response.json()
        return [response.status_code, told["code"], told["message"]]
    except bugzilla.BugzillaError as error:
        return [None, error.get_bugzilla_error_code(error), str(error)]
    return None
`

/** Runs a program and returns its result. Without its own credentials it uses the API key. */
function python(
  program: string,
  credentials = `api_key=${JSON.stringify(client.apiKey)}`,
): Promise<Record<string, unknown>> {
  const options = ['force_rest=True', 'use_creds=False', credentials].filter((one) => one !== '').join(', ')
  const file = join(client.folder, 'program.py')
  const connect = `bz = bugzilla.Bugzilla(${JSON.stringify(client.server.url)}, ${options})\n`
  const indent = /^\n( *)/.exec(program)?.[1] ?? ''
  const lines = program.split('\n').map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
  writeFileSync(file, `${prelude}${connect}${lines.join('\n')}\nprint(json.dumps(result))\n`)
  const env = { PATH: process.env['PATH'], HOME: join(client.folder, 'home'), LANG: 'C.UTF-8' }
  return new Promise((resolve, reject) => {
    execFile(python3 ?? '', [file], { env }, (error, stdout, stderr) => {
      if (error) reject(new Error(stderr))
      else resolve(JSON.parse(stdout) as Record<string, unknown>)
    })
  })
}

// One scenario: each step depends on the one before.
describe.skipIf(!isInstalled)('programs with python3-bugzilla', () => {
  it('connect and read the configuration without logging in', async () => {
    const found = await python(
      `
      out(rest=bz.is_rest(), version=[bz.bz_ver_major, bz.bz_ver_minor])
      out(products=sorted(p["name"] for p in bz.getproducts()))
      out(enterable=[p["name"] for p in bz.product_get(ptype="enterable", include_fields=["name"])])
      out(selectable=len(bz.product_get(ptype="selectable")), one=bz.product_get(names=["Widgets"], exclude_fields=["components"]))
      out(by_id=bz.product_get(ids=[1], include_fields=["id"]))
      out(components=bz.getcomponents("Widgets"), again=bz.getcomponents("Widgets", force_refresh=True))
      out(detail=bz.getcomponentdetails("Widgets", "UI", force_refresh=True)["description"])
      out(fields=bz.getbugfields(), some=bz.getbugfields(force_refresh=True, names=["priority", "status_whiteboard"]))
      out(nothing=failing(lambda: bz.product_get(names=["Nothing"])))
      out(write=failing(lambda: bz.update_bugs([1], {})), users=failing(lambda: bz._backend.user_get({"ids": [1]})))
      `,
      '',
    )
    expect(found).toMatchObject({
      rest: true,
      products: ['Gadgets', 'Widgets'],
      selectable: 2,
      one: [{ name: 'Widgets' }],
      by_id: [{ id: 1 }],
      components: ['UI'],
      again: ['UI'],
      detail: 'What people see',
      some: ['priority', 'status_whiteboard'],
      write: [401, 410, expect.any(String)],
      users: [401, 505, expect.any(String)],
    })
    const { version } = await client.tracker.as(null).server.version()
    expect(found['version']).toEqual(version.split('.').slice(0, 2).map(Number))
    expect(found['enterable']).toEqual(expect.arrayContaining(['Widgets']))
    expect(found['fields']).toEqual(expect.arrayContaining(['short_desc', 'bug_status', 'priority']))
    expect(found['one']).not.toHaveProperty('0.components')
  })

  it('file bugs', async () => {
    const found = await python(`
      fields = dict(product="Widgets", component="UI", version="1.0", summary="It blinks", description="Too fast, ö")
      first = bz.createbug(bz.build_createbug(**fields))
      second = bz.createbug(bz.build_createbug(
          product="Widgets", component="UI", version="1.0", summary="It hums", description="Psst", comment_private=True,
          blocks=[first.id], cc=["bob@example.com"], assigned_to="admin@example.com", keywords=["crash"], alias="hum",
          groups=[], op_sys="All", platform="All", priority="High", severity="major", target_milestone="---",
          url="http://a.example/", qa_contact="bob@example.com", comment_tags=["noise"], status="CONFIRMED"))
      first.refresh(); second.refresh()
      out(ids=[first.id, second.id], text=str(first), url=first.weburl, summary=first.summary, status=second.status)
      out(detail=[second.priority, second.severity, second.cc, second.alias, second.blocks, second.keywords, second.qa_contact])
      out(described=[c["text"] for c in second.getcomments()], private=second.getcomments()[0]["is_private"])
      out(tags=second.getcomments()[0]["tags"])
      out(bad=failing(lambda: bz.createbug(bz.build_createbug(**{**fields, "product": "Nothing"}))))
    `)
    expect(found).toMatchObject({
      ids: [1, 2],
      summary: 'It blinks',
      status: 'CONFIRMED',
      described: ['Psst'],
      private: true,
      tags: ['noise'],
      detail: ['High', 'major', ['bob@example.com'], ['hum'], [1], ['crash'], 'bob@example.com'],
      bad: [400, 51, expect.stringContaining('Nothing')],
    })
    expect(found['text']).toContain('#1')
  })

  it('get bugs one by one and together', async () => {
    const found = await python(`
      bug = bz.getbug(1, include_fields=["id", "summary", "comments"])
      out(one=bug.summary, alias=bz.getbug("hum").id, many=[b and b.id for b in bz.getbugs([2, 1])])
      out(absent=[b and b.id for b in bz.getbugs([1, 99])])
      bz.bug_autorefresh = True
      out(autorefresh=bz.getbug(1, include_fields=["id"]).product)
      out(old_names=[bug.short_desc, bug.bug_id], extra=bz.getbug(1, extra_fields=["comments"]).id)
      out(excluded=hasattr(bz.getbug(1, exclude_fields=["cc"]), "_none"))
      out(comments={k: len(v["comments"]) for k, v in bz.get_comments([1, 2])["bugs"].items()})
    `)
    expect(found).toMatchObject({
      one: 'It blinks',
      alias: 2,
      many: [2, 1],
      absent: [1],
      autorefresh: 'Widgets',
      extra: 1,
      old_names: ['It blinks', 1],
      comments: { '1': 1, '2': 1 },
    })
  })

  it('change bugs', async () => {
    const found = await python(`
      def change(ids, **values):
          return bz.update_bugs(ids, bz.build_update(**values))["bugs"]
      out(first=change([1], comment="Seen", comment_tags=["triage"], status="IN_PROGRESS", priority="Low", cc_add=["bob@example.com"]))
      out(tagged=[c["tags"] for c in bz.getbug(1).getcomments()])
      change([1, 2], keywords_add="crash", whiteboard="later", minor_update=True, see_also_add="http://b.example/show_bug.cgi?id=1")
      change([2], blocks_remove=[1], depends_on_set=[1], alias="humming", url="http://c.example/", qa_contact="admin@example.com")
      change([1], deadline="2027-01-31", estimated_time=3, work_time=1, remaining_time=2, comment="worked", comment_private=True)
      bug = bz.getbug(1)
      out(bug=[bug.deadline, bug.estimated_time, bug.remaining_time, bug.actual_time, bug.see_also, bug.whiteboard, bug.cc])
      bug.setstatus("CONFIRMED", comment="Not yet")
      change([1], status="RESOLVED", resolution="FIXED")
      bug.setassignee(assigned_to="admin@example.com", comment="mine")
      bug.addcc(["admin@example.com"]); bug.deletecc("bob@example.com")
      bug.addcomment("Secret", private=True)
      bug.refresh()
      out(after=[bug.status, bug.resolution, bug.assigned_to, bug.cc], said=[c["text"] for c in bug.getcomments()][-2:])
      change([1], reset_assigned_to=True)
      change([2], dupe_of=1)
      out(closed=bz.getbug(2).resolution, reset=bz.getbug(1).assigned_to, history=[h["who"] for h in bug.get_history_raw()["bugs"][0]["history"]])
      out(close=failing(lambda: bug.close("FIXED")), unknown=failing(lambda: change([1], target_release="7")))
      out(tags=failing(lambda: bz.update_tags([1], tags_add=["mine"])))
      out(external=failing(lambda: bz.add_external_tracker([1], "5", ext_type_id=1)))
    `)
    expect(found).toMatchObject({
      first: [
        {
          id: 1,
          changes: { status: { added: 'IN_PROGRESS' }, priority: { added: 'Low' }, cc: { added: 'bob@example.com' } },
        },
      ],
      tagged: [[], ['triage']],
      closed: 'DUPLICATE',
      reset: 'bob@example.com',
      bug: ['2027-01-31', 3, 2, 1, ['http://b.example/show_bug.cgi?id=1'], 'later', ['bob@example.com']],
      after: ['RESOLVED', 'FIXED', 'admin@example.com', ['admin@example.com']],
      said: ['mine', 'Secret'],
      close: [400, expect.any(Number), expect.stringContaining('CLOSED')],
      unknown: [400, 53, expect.stringContaining('target_release')],
      // For these the client itself knows no call over REST.
      tags: [null, null, expect.stringContaining('REST')],
      external: [null, null, expect.stringContaining('REST')],
    })
    expect(found['history']).toEqual(expect.arrayContaining(['admin@example.com']))
  })

  it('find bugs in every way that the client has', async () => {
    const found = await python(`
      def ids(**criteria):
          return sorted(b.id for b in bz.query(bz.build_query(**criteria)))
      out(product=ids(product="Widgets"), component=ids(product="Widgets", component=["UI"]), version=ids(version="1.0"))
      out(summary=ids(short_desc="blinks"), status=ids(status=["RESOLVED"]), none=ids(status="IN_PROGRESS"))
      out(assigned=ids(assigned_to="bob@example.com"), cc=ids(cc="admin@example.com"), reporter=ids(reporter="admin@example.com"))
      out(keywords=ids(keywords="crash"), blocked=ids(blocked="2"), depends=ids(dependson="1"), words=ids(long_desc="Too fast"))
      out(email=ids(emailtype="substring", cc="ADMIN"), bug_id=ids(bug_id=[1, 2]), priority=ids(priority="Low"), url=ids(url="c.example"))
      out(whiteboard=ids(status_whiteboard="later"), tags=ids(tags="mine"), severity=ids(bug_severity="major"))
      out(quick=ids(quicksearch="ALL blinks"), limited=[b.id for b in bz.query(dict(bz.build_query(product="Widgets"), limit=1))])
      out(fields=[sorted(b.get_raw_data()) for b in bz.query(bz.build_query(bug_id=[1], include_fields=["id", "summary"]))])
      url = "http://x.example/buglist.cgi?product=Widgets&bug_status=RESOLVED&resolution=FIXED"
      out(by_url=[b.id for b in bz.query(bz.url_to_query(url))])
      charts = {"f1": "short_desc", "o1": "substring", "v1": "hums", "query_format": "advanced"}
      out(charts=[b.id for b in bz.query(charts)], wrong=failing(lambda: bz.query({"f1": "nonsense", "o1": "equals", "v1": "1"})))
    `)
    expect(found).toMatchObject({
      product: [1, 2],
      component: [1, 2],
      version: [1, 2],
      summary: [1],
      status: [1, 2],
      none: [],
      assigned: [1],
      cc: [1],
      reporter: [1, 2],
      keywords: [1, 2],
      blocked: [1],
      depends: [2],
      words: [1],
      email: [1],
      bug_id: [1, 2],
      priority: [1],
      url: [2],
      whiteboard: [1, 2],
      tags: [],
      severity: [2],
      quick: [1],
      limited: [1],
      by_url: [1],
      charts: [2],
      wrong: [400, expect.any(Number), expect.stringContaining('nonsense')],
    })
    expect(found['fields']).toEqual([expect.arrayContaining(['id', 'summary'])])
  })

  it('attach files and get them back', async () => {
    const found = await python(`
      data = bytes(range(256)) * 100
      one = bz.attachfile([1], io.BytesIO(data), "All bytes", file_name="all.bin", comment="Here", is_private=False)
      two = bz.attachfile(1, io.BytesIO(b"text"), "A note", file_name="note.txt", is_patch=False)
      back = bz.openattachment(one)
      out(ids=[one, two], same=back.read() == data, name=back.name)
      bug = bz.getbug(1)
      out(of_bug=bug.get_attachment_ids(), kinds=[a["content_type"] for a in bug.get_attachments(exclude_fields=["data"])])
      raw = bz.get_attachments(None, [one, two], include_fields=["id", "size"])
      out(raw=raw)
      bz.updateattachmentflags(1, two, "attachment_review", status="+")
      out(flags=[(f["name"], f["status"]) for f in bz.get_attachments(None, two)["attachments"][str(two)]["flags"]])
      out(missing=failing(lambda: bz.openattachment(99)), empty=failing(lambda: bz.attachfile(1, io.BytesIO(b""), "x", file_name="e")))
    `)
    expect(found).toMatchObject({
      ids: [1, 2],
      same: true,
      name: 'all.bin',
      of_bug: [1, 2],
      kinds: ['application/octet-stream', 'text/plain'],
      raw: { attachments: { '1': { id: 1, size: 25_600 }, '2': { id: 2, size: 4 } } },
      flags: [['attachment_review', '+']],
      missing: [404, 51, expect.any(String)],
    })
    expect(found['empty']).toEqual([400, expect.any(Number), expect.any(String)])
  })

  it('set and clear flags', async () => {
    const found = await python(`
      bug = bz.getbug(1)
      bug.updateflags({"bug_review": "?"})
      bug.refresh(); out(asked=bug.get_flag_status("bug_review"))
      bz.update_flags([1], [{"name": "bug_review", "status": "+"}])
      bug.refresh(); out(granted=bug.get_flags("bug_review")[0]["setter"])
      bug.updateflags({"bug_review": "X"})
      bug.refresh(); out(cleared=bug.get_flags("bug_review"), wrong=failing(lambda: bug.updateflags({"nothing": "+"})))
    `)
    expect(found).toMatchObject({ asked: '?', granted: 'admin@example.com', cleared: null })
    expect(found['wrong']).toEqual([400, expect.any(Number), expect.stringContaining('nothing')])
  })

  it('administer users, groups and components', async () => {
    const found = await python(`
      made = bz.createuser("carol@example.com", name="Carol Example", password="sufficiently long")
      out(made=[made.name, made.real_name, made.can_login, made.email], again=failing(lambda: bz.createuser("carol@example.com")))
      out(several=[u.name for u in bz.getusers(["bob@example.com", "carol@example.com"])])
      out(searched=[u.email for u in bz.searchusers("carol")], unknown=failing(lambda: bz.getuser("nobody@example.com")))
      bz.updateperms("carol@example.com", "add", ["canconfirm", "editcomponents"])
      made.refresh(); out(groups=made.groupnames)
      bz.updateperms(["carol@example.com"], "rem", "canconfirm"); made.updateperms("set", ["editcomponents"])
      made.refresh(); out(later=made.groupnames, odd=failing(lambda: bz.updateperms("carol@example.com", "add", ["nothing"])))
      group = bz.getgroup("editcomponents", membership=True)
      out(group=[group.name, bool(group.is_active)], members=group.member_emails, both=[g.name for g in bz.getgroups(["admin", "editbugs"])])
      out(loaded=[m["email"] for m in bz.getgroup("editcomponents").members()], none=failing(lambda: bz.getgroup("nothing")))
      bz.addcomponent({"product": "Widgets", "component": "Docs", "description": "Manuals", "initialowner": "bob@example.com", "initialcclist": ["carol@example.com"], "is_active": True})
      bz.addcomponent({"product": "Widgets", "name": "Core", "description": "Inside", "default_assignee": "bob@example.com"})
      bz.editcomponent({"product": "Widgets", "component": "Docs", "initialowner": "carol@example.com", "description": "Books", "is_active": False})
      docs = bz.getcomponentdetails("Widgets", "Docs", force_refresh=True)
      out(docs=[docs["description"], docs["default_assigned_to"], docs["is_active"]], components=bz.getcomponents("Widgets"))
      out(twice=failing(lambda: bz.addcomponent({"product": "Widgets", "component": "Docs", "description": "x", "initialowner": "bob@example.com"})))
      out(lost=failing(lambda: bz.editcomponent({"product": "Widgets", "component": "Nothing", "initialowner": "bob@example.com"})))
    `)
    expect(found).toMatchObject({
      made: ['carol@example.com', 'Carol Example', true, 'carol@example.com'],
      again: [400, 500, expect.any(String)],
      several: ['bob@example.com', 'carol@example.com'],
      searched: ['carol@example.com'],
      unknown: [400, 51, expect.any(String)],
      odd: [401, 304, expect.stringContaining('nothing')],
      group: ['editcomponents', true],
      both: ['admin', 'editbugs'],
      none: [400, 51, expect.any(String)],
      docs: ['Books', 'carol@example.com', false],
      components: ['Core', 'Docs', 'UI'],
      twice: [400, 1200, expect.any(String)],
      lost: [404, 51, expect.stringContaining('Nothing')],
    })
    expect(found['groups']).toEqual(expect.arrayContaining(['canconfirm', 'editcomponents']))
    expect(found['later']).not.toContain('canconfirm')
    for (const key of ['members', 'loaded']) expect(found[key]).toEqual(expect.arrayContaining(['carol@example.com']))
  })

  it('are logged in by key, by token, by password and by header', async () => {
    expect(await python('out(in_=bz.logged_in)')).toEqual({ in_: true })
    const byPassword = await python(
      `
      out(before=bz.logged_in, token=bz._tokencache.get_value(bz.url) is not None)
      bug = bz.getbug(1); bug.addcomment("With a token")
      token = bz._tokencache.get_value(bz.url)
      bz.logout()
      stale = bugzilla.Bugzilla("${client.server.url}", force_rest=True, use_creds=False)
      stale._tokencache.set_filename("${join(client.folder, 'tokens')}")
      stale._tokencache.set_value(stale.url, token)
      out(said=bug.id, stale=failing(lambda: stale.getbug(1)))
      `,
      `user="admin@example.com", password="${password}", tokenfile="${join(client.folder, 'tokens')}"`,
    )
    expect(byPassword).toMatchObject({ before: true, token: true, said: 1, stale: [401, 307, expect.any(String)] })
    const asked = await python(
      `
      out(login=bz.login("admin@example.com", "${password}", restrict_login=True)["id"], in_=bz.logged_in)
      out(wrong=failing(lambda: bz.login("admin@example.com", "wrong")))
      `,
      `tokenfile="${join(client.folder, 'others')}"`,
    )
    expect(asked).toMatchObject({ login: 1, in_: true, wrong: [null, null, expect.stringContaining('401')] })
    const byHeader = await python(
      `
      bz.get_requests_session().auth = ("admin@example.com", "${password}")
      out(basic=bz.logged_in)
      bz.get_requests_session().auth = None
      bz.get_requests_session().headers["Authorization"] = "Bearer ${client.apiKey}"
      out(bearer=bz.logged_in)
      del bz.get_requests_session().headers["Authorization"]
      bz.get_requests_session().headers["X-BUGZILLA-API-KEY"] = "${client.apiKey}"
      out(key=bz.logged_in)
      `,
      '',
    )
    expect(byHeader).toEqual({ basic: true, bearer: true, key: true })
    const wrongKey = await python('out(wrong=failing(lambda: bz.getbug(1)))', 'api_key="0123456789abcdef0123"')
    expect(wrongKey).toMatchObject({ wrong: [401, 306, expect.any(String)] })
  })

  it('have met no fault, and no secret was logged', () => {
    expect(client.requests.filter(({ status }) => status >= 500)).toEqual([])
    expect(client.requests.length).toBeGreaterThan(100)
    const log = JSON.stringify(client.requests)
    for (const secret of [client.apiKey, encodeURIComponent(password), 'correct+horse', '0123456789abcdef0123']) {
      expect(log).not.toContain(secret)
    }
  })
})
