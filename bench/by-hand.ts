// What somebody would write by hand for this one table layout: the baseline.
import Database from 'better-sqlite3'

export interface ByHand {
  /** Reads the rows that make up one bug with all its sets, as `bugs.get` answers it. */
  readonly get: (id: number) => unknown
  /** Writes the rows of one new bug with its description in one transaction. Returns its id. */
  readonly create: (summary: string) => number | bigint
  /** Reads 100 bugs of one component, newest first, visible to everybody. */
  readonly page: (componentId: number) => unknown
  readonly close: () => void
}

const bugSql = `select b.*, p.name product, c.name component, k.name classification, v.name version, m.name milestone,
  s.name status, r.name resolution, pr.name priority, se.name severity, pl.name platform, os.name op_sys,
  a.login assignee, a.real_name assignee_name, u.login creator, u.real_name creator_name, q.login qa, q.real_name qa_name
  from bugs b join products p on p.id = b.product_id join classifications k on k.id = p.classification_id
  join components c on c.id = b.component_id join versions v on v.id = b.version_id
  join milestones m on m.id = b.target_milestone_id join legal_values s on s.id = b.status_id
  join legal_values r on r.id = b.resolution_id join legal_values pr on pr.id = b.priority_id
  join legal_values se on se.id = b.severity_id join legal_values pl on pl.id = b.platform_id
  join legal_values os on os.id = b.op_sys_id join users a on a.id = b.assigned_to_id
  join users u on u.id = b.creator_id left join users q on q.id = b.qa_contact_id where b.id = ?`

const setSql = [
  'select alias from bug_aliases where bug_id = ? order by alias',
  'select u.id, u.login, u.real_name from bug_cc c join users u on u.id = c.user_id where c.bug_id = ? order by u.login',
  'select d.depends_on_id, b.is_open from bug_dependencies d join bugs b on b.id = d.depends_on_id where d.bug_id = ?',
  'select d.bug_id, b.is_open from bug_dependencies d join bugs b on b.id = d.bug_id where d.depends_on_id = ?',
  'select k.name from bug_keywords b join keywords k on k.id = b.keyword_id where b.bug_id = ? order by k.name',
  'select g.name from bug_groups b join groups g on g.id = b.group_id where b.bug_id = ? order by g.name',
  'select f.*, t.name from flags f join flag_types t on t.id = f.type_id where f.bug_id = ? and f.attachment_id is null',
  'select url from bug_see_also where bug_id = ? order by id',
]

/** Opens a connection of its own on the file of a corpus. */
export function openByHand(file: string): ByHand {
  const db = new Database(file)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  const bug = db.prepare(bugSql)
  const sets = setSql.map((sql) => db.prepare(sql))
  const page = db.prepare(
    'select id, summary from bugs where component_id = ? and group_count = 0 order by last_change_time desc, id desc limit 100',
  )
  return {
    get: (id) => [bug.get(id), ...sets.map((set) => set.all(id))],
    create: prepareCreate(db),
    page: (componentId) => page.all(componentId),
    close: () => db.close(),
  }
}

function prepareCreate(db: Database.Database): ByHand['create'] {
  const template = db.prepare('select * from bugs order by id limit 1').get() as Record<string, unknown>
  delete template['id']
  const columns = Object.keys(template)
  const insertBug = db.prepare(
    `insert into bugs (${columns.join(', ')}) values (${columns.map((name) => `@${name}`).join(', ')})`,
  )
  const insertComment = db.prepare(
    `insert into comments (bug_id, creator_id, count, text, text_folded, creation_time, is_private, work_time, type)
     values (?, ?, 0, ?, ?, ?, 0, 0, 'normal')`,
  )
  const write = db.transaction((summary: string, description: string) => {
    const now = Date.now()
    const row = {
      ...template,
      summary,
      summary_folded: summary.toLowerCase(),
      creation_time: now,
      last_change_time: now,
    }
    const { lastInsertRowid } = insertBug.run(row)
    insertComment.run(lastInsertRowid, template['creator_id'], description, description.toLowerCase(), now)
    return lastInsertRowid
  })
  return (summary) => write.immediate(summary, 'It happens every time, right after the start.')
}
