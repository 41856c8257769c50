// A handwritten cache, valid for the two versions that every request reads.
import type { Database } from 'better-sqlite3'

export interface Person {
  readonly id: number
  readonly login: string
  readonly login_folded: string
  readonly real_name: string
}

export interface Caller {
  readonly id: number
  /** All groups: direct, by pattern and inherited. */
  readonly groupIds: readonly number[]
  readonly isTimeTracker: boolean
}

export interface Known {
  /** Of the catalogue and of identities. */
  readonly versions: readonly [number, number]
  readonly secret: string
  readonly people: ReadonlyMap<number, Person>
  /** Names by id. */
  readonly products: ReadonlyMap<number, string>
  readonly components: ReadonlyMap<number, string>
  readonly versionNames: ReadonlyMap<number, string>
  readonly milestones: ReadonlyMap<number, string>
  readonly values: ReadonlyMap<number, string>
  readonly flagTypes: ReadonlyMap<number, string>
  /** The names of the classifications of products, by id of the product. */
  readonly classifications: ReadonlyMap<number, string>
  /** Names by id, in the order in which they are shown. */
  readonly keywords: ReadonlyMap<number, string>
  readonly groups: ReadonlyMap<number, string>
  readonly caller: Caller
}

/** Parameters that change what a bug looks like; statements by hand are written for their defaults. */
const decisive = ['or_groups', 'useqacontact', 'timetrackinggroup', 'webservice_email_filter']

/** Reads all of it for one caller. */
export function readKnown(db: Database, login: string): Known {
  return db.transaction(() => read(db, login))()
}

function read(db: Database, login: string): Known {
  const pairs = (sql: string) => new Map(db.prepare(sql).raw().all() as [number, string][])
  const changed = db.prepare('select name from parameters').pluck().all() as string[]
  const custom = db.prepare('select count(*) from fields where is_custom').pluck().get() as number
  if (custom > 0 || changed.some((name) => decisive.includes(name)))
    throw new Error('the statements by hand are not written for this set-up')
  const [catalogue, identity, secret] = db
    .prepare('select catalogue_version, identity_version, secret from installation')
    .raw()
    .get() as [number, number, string]
  const people = db.prepare('select id, login, login_folded, real_name from users').all() as Person[]
  return {
    versions: [catalogue, identity],
    secret,
    people: new Map(people.map((person) => [person.id, person])),
    products: pairs('select id, name from products'),
    components: pairs('select id, name from components'),
    versionNames: pairs('select id, name from versions'),
    milestones: pairs('select id, name from milestones'),
    values: pairs('select id, name from legal_values'),
    flagTypes: pairs('select id, name from flag_types order by sort_key, name_folded'),
    classifications: pairs('select p.id, c.name from products p join classifications c on c.id = p.classification_id'),
    keywords: pairs('select id, name from keywords order by name_folded'),
    groups: pairs('select id, name from groups order by is_bug_group, name_folded'),
    caller: readCaller(db, login),
  }
}

function readCaller(db: Database, login: string): Caller {
  const id = db.prepare('select id from users where login = ?').pluck().get(login) as number
  const memberships = `with recursive mine(id) as (
    select group_id from user_groups where user_id = ? and kind <> 'bless'
    union select i.group_id from group_inheritance i join mine on i.member_group_id = mine.id and i.kind = 'membership'
  ) select g.id, g.name from mine join groups g on g.id = mine.id`
  const groups = db.prepare(memberships).raw().all(id) as [number, string][]
  return { id, groupIds: groups.map(([group]) => group), isTimeTracker: groups.some(([, name]) => name === 'editbugs') }
}
