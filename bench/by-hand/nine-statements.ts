// One bug as most people would read it by hand: a prepared statement for the bug, and one for each of its sets.
import type { Database } from 'better-sqlite3'

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

/** Makes the function that reads all rows that make up one bug. */
export function prepareNineStatements(db: Database): (id: number) => unknown {
  const bug = db.prepare(bugSql)
  const sets = setSql.map((sql) => db.prepare(sql))
  return (id) => [bug.get(id), ...sets.map((set) => set.all(id))]
}
