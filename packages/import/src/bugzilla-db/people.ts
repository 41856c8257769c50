// People and groups of a database.
import { isMemberByPattern } from '@trackerkit/core/operations'
import { fold } from '@trackerkit/core/store'
import {
  allRows,
  createUniqueNames,
  goneUser,
  highestId,
  leaveOut,
  lineOf,
  nameOf,
  timeOf,
  unusedName,
  type Reading,
} from './context.js'
import type { DbRow } from './connect.js'
import { isTrue, isTrueOrAbsent, numberOf } from './text.js'
import type { RecordOf } from '../passes/record-of.js'

type UserRecord = RecordOf<'user'>
type GroupRecord = RecordOf<'group'>

export interface People {
  readonly users: readonly UserRecord[]
  /** Without inheritance, which may name later ones. */
  readonly groups: readonly GroupRecord[]
  readonly inheriting: readonly GroupRecord[]
  readonly groupNames: ReadonlyMap<number, string>
  isAccount(id: number): boolean
  /** The login of an account; a deleted one gets a placeholder. */
  loginOf(id: number | null): string
  /** Members of these groups, also by other groups. */
  membersOf(names: readonly string[]): ReadonlySet<number>
  /** Records of deleted accounts that were named. */
  takeGone(): UserRecord[]
}

const [direct, byPattern] = [0, 2]
const disabledText = 'Disabled in Bugzilla.'

export async function readPeople(reading: Reading): Promise<People> {
  const { ledger, addNote } = reading
  const groupRows = await allRows(reading, 'groups', ['id'])
  const uniqueGroup = createUniqueNames(reading, 'group')
  const groupNames = new Map(
    groupRows.map((row) => {
      const id = numberOf(row['id'])
      return [id, uniqueGroup(nameOf(reading, row['name'], { kind: 'group', id }, 'name'), id)]
    }),
  )
  ledger.add('groups', 'brought', groupRows.length)
  const profiles = await allRows(reading, 'profiles', ['userid'])
  const logins = loginsOf(reading, profiles)
  const maps = await allRows(reading, 'user_group_map', ['user_id', 'group_id', 'isbless', 'grant_type'])
  const relations = await allRows(reading, 'group_group_map', ['grantor_id', 'member_id', 'grant_type'])
  const groups = groupRows.map((row) => groupRecord(reading, row, groupNames))
  const memberships = membershipsOf(
    reading,
    maps,
    logins,
    new Map(groupRows.map((row, index) => [numberOf(row['id']), groups[index] as GroupRecord])),
  )
  const inherits = inheritanceOf(reading, relations, groupNames)
  const users = profiles.flatMap((row) => userRecord(reading, row, logins, memberships))
  const gone = new Map<number, UserRecord>()
  const written = new Set<string>()
  return {
    users,
    groups,
    inheriting: groups.map((group) => ({ ...group, inherits: inherits.get(group.name) ?? [] })),
    groupNames,
    isAccount: (id) => logins.has(id),
    loginOf(id) {
      const known = logins.get(id ?? 0)
      if (known) return known.name
      const number = id ?? 0
      if (!gone.has(number)) {
        const name = goneUser(number)
        addNote({ kind: 'user', id: number, problem: `there is no such account there; it is ${name} here` })
        const record = { kind: 'user', name, login_denied_text: disabledText } as const
        gone.set(number, number > 0 && number <= highestId ? { ...record, id: number } : record)
      }
      return goneUser(number)
    },
    membersOf: (names) => membersOf(names, memberships.direct, inherits),
    takeGone() {
      const records = [...gone.values()].filter((record) => !written.has(record.name))
      for (const { name } of records) written.add(name)
      return records
    },
  }
}

function userRecord(
  reading: Reading,
  row: DbRow,
  logins: ReadonlyMap<number, Login>,
  memberships: ReturnType<typeof membershipsOf>,
): UserRecord[] {
  const id = numberOf(row['userid'])
  const login = logins.get(id)
  if (login === undefined) return []
  const owner = { kind: 'user', id }
  const denied = lineOf(reading, row['disabledtext'], owner, 'disabledtext')
  const isEnabled = isTrueOrAbsent(row['is_enabled']) && !login.isTaken
  const seen = timeOf(reading, row['last_seen_date'], owner, 'last_seen_date')
  return [
    {
      ...{ kind: 'user', id, name: login.name, real_name: lineOf(reading, row['realname'], owner, 'realname') },
      email_enabled: !isTrue(row['disable_mail']),
      login_denied_text: isEnabled ? '' : denied || disabledText,
      groups: [...(memberships.direct.get(id) ?? [])],
      bless_groups: [...(memberships.bless.get(id) ?? [])],
      ...(seen && { last_seen_time: seen }),
    },
  ]
}

interface Login {
  readonly name: string
  /** Another account has the name. */
  readonly isTaken: boolean
}

/** If two logins differ only in case, the enabled account has it, then that of the lower ID. */
function loginsOf(reading: Reading, profiles: readonly DbRow[]): Map<number, Login> {
  const { addNote, ledger } = reading
  const logins = new Map<number, Login>()
  const named = new Set<string>()
  const byEnabled = profiles.toSorted(
    (a, b) => Number(isTrueOrAbsent(b['is_enabled'])) - Number(isTrueOrAbsent(a['is_enabled'])),
  )
  for (const row of byEnabled) {
    const id = numberOf(row['userid'])
    if (id < 1 || id > highestId) {
      addNote({ kind: 'user', id, problem: `was rejected: IDs are from 1 to ${highestId}` })
      ledger.add('profiles', 'refused')
      continue
    }
    ledger.add('profiles', 'brought')
    const given = nameOf(reading, row['login_name'], { kind: 'user', id }, 'login_name')
    const name = given === '' ? goneUser(id) : given
    const unique = unusedName(name, id, named)
    if (unique !== given)
      addNote({ kind: 'user', id, problem: `its login '${given}' is empty or taken; it is '${unique}' here` })
    named.add(fold(unique))
    logins.set(id, { name: unique, isTaken: unique !== name })
  }
  return logins
}

function groupRecord(reading: Reading, row: DbRow, names: ReadonlyMap<number, string>): GroupRecord {
  const id = numberOf(row['id'])
  const owner = { kind: 'group', id }
  return {
    kind: 'group',
    name: names.get(id) ?? '',
    description: lineOf(reading, row['description'], owner, 'description'),
    user_regexp: lineOf(reading, row['userregexp'], owner, 'userregexp'),
    is_active: isTrueOrAbsent(row['isactive']),
    is_bug_group: isTrue(row['isbuggroup']),
    icon_url: lineOf(reading, row['icon_url'], owner, 'icon_url') || null,
  }
}

function membershipsOf(
  reading: Reading,
  rows: readonly DbRow[],
  logins: ReadonlyMap<number, Login>,
  groups: ReadonlyMap<number, GroupRecord>,
) {
  const { ledger, addNote } = reading
  const found = { direct: new Map<number, Set<string>>(), bless: new Map<number, Set<string>>() }
  for (const row of rows) {
    const [user, group, kind] = [
      numberOf(row['user_id']),
      groups.get(numberOf(row['group_id'])),
      numberOf(row['grant_type']),
    ]
    if (!logins.has(user) || group === undefined) {
      ledger.add('user_group_map', 'mended')
      addNote({
        kind: 'user_group_map',
        id: user,
        problem: 'a membership of a missing account or group is omitted',
      })
      continue
    }
    if (kind !== direct && kind !== byPattern) {
      leaveOut(reading, 'user_group_map', 'memberships that follow from inheritance are computed here')
      continue
    }
    const side = isTrue(row['isbless']) ? found.bless : found.direct
    side.set(user, (side.get(user) ?? new Set()).add(group.name))
    const login = logins.get(user)?.name ?? ''
    if (kind === byPattern && !isTrue(row['isbless']) && !isMemberByPattern(group.user_regexp ?? '', login))
      addNote({
        kind: 'user',
        id: user,
        problem: `is in ${group.name} by a pattern that does not match here; it is a direct member`,
      })
    ledger.add('user_group_map', 'brought')
  }
  return found
}

type Inheritance = NonNullable<GroupRecord['inherits']>
const kinds = ['membership', 'bless', 'visible'] as const

function inheritanceOf({ ledger, addNote }: Reading, rows: readonly DbRow[], groups: ReadonlyMap<number, string>) {
  const found = new Map<string, Inheritance>()
  for (const row of rows) {
    const [member, grantor] = [groups.get(numberOf(row['member_id'])), groups.get(numberOf(row['grantor_id']))]
    const kind = kinds[numberOf(row['grant_type'])]
    if (member === undefined || grantor === undefined || !kind) {
      ledger.add('group_group_map', 'mended')
      addNote({ kind: 'group_group_map', id: numberOf(row['grantor_id']), problem: 'it refers to a missing group' })
      continue
    }
    found.set(grantor, [...(found.get(grantor) ?? []), { group: member, kind }])
    ledger.add('group_group_map', 'brought')
  }
  return found
}

function membersOf(
  names: readonly string[],
  memberships: ReadonlyMap<number, ReadonlySet<string>>,
  inherits: ReadonlyMap<string, Inheritance>,
): Set<number> {
  const reached = new Set(names)
  for (const name of reached)
    for (const { group, kind } of inherits.get(name) ?? []) if (kind === 'membership') reached.add(group)
  return new Set(
    [...memberships].filter(([, groups]) => [...groups].some((group) => reached.has(group))).map(([id]) => id),
  )
}

/** The administrator of a new tracker. */
export interface Administrator {
  readonly id: number
  readonly login: string
  readonly realName: string
}

/** The enabled direct member of admin with the lowest number, or the one that was asked for. */
export function administratorOf(
  { users }: Pick<People, 'users'>,
  wanted: string | undefined,
): Administrator | undefined {
  const isWanted = (user: UserRecord) =>
    wanted === undefined
      ? user.groups?.includes('admin') && user.login_denied_text === '' && user.name.includes('@')
      : fold(user.name) === fold(wanted)
  const found = users.find(isWanted)
  return found && { id: found.id ?? 1, login: found.name, realName: found.real_name || 'Administrator' }
}
