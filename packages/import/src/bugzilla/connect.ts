// The source: version, parameters and account.
import { parseTime } from '@trackerkit/core/host'
import { parametersAnswer, person, timeAnswer, usersAnswer, versionAnswer, type UserAnswer } from './answers.js'
import type { Asker } from './ask.js'
import { AskError } from '../http/ask-error.js'
import { readAs } from './read-as.js'
import { SourceError } from '../report/source-error.js'

/** The account that asks. */
export interface SourceAccount {
  readonly id: number
  readonly login: string
  readonly realName: string
  /** True if it reports to every user what others report only to users with editusers. */
  readonly editsUsers: boolean
  readonly groups: readonly { readonly id: number; readonly name: string }[]
}

/** Version and parameters of a source. */
export interface SourceFacts {
  readonly version: string
  /** As far as the account may read them. */
  readonly parameters: Readonly<Record<string, string>>
  /** Time at the source. */
  readonly time: Date
  /** Undefined if anonymous or unknown. */
  readonly account: SourceAccount | undefined
}

/** Anonymous callers get only these parameters. */
const parametersOfEverybody = 4
const oldest = 5

/**
 * Determines the version of the source, and how it accepts the key.
 * @throws SourceError when it is no tracker that can be read, or does not know the key
 */
export async function connect(asker: Asker, hasKey: boolean): Promise<SourceFacts> {
  const version = await readVersion(asker)
  const parameters = hasKey ? await logIn(asker) : await readParameters(asker)
  const { db_time } = readAs(timeAnswer, await asker.get('time'), 'time')
  return {
    version,
    parameters,
    time: parseTime(db_time) ?? new Date(),
    account: hasKey ? await findAccount(asker) : undefined,
  }
}

async function readVersion(asker: Asker): Promise<string> {
  try {
    const { version } = readAs(
      versionAnswer,
      await asker.get('version', {}, { attempts: 1, connections: 1 }),
      'version',
    )
    if (Number.parseInt(version, 10) >= oldest) return version
    throw new SourceError(`${asker.url} has version ${version}; version ${oldest}.0 or later is required`)
  } catch (error) {
    if (!(error instanceof AskError)) throw error
    if (error.kind === 'unreachable') throw new SourceError(`${asker.url} cannot be reached: ${error.message}`)
    throw new SourceError(`${asker.url} is not a Bugzilla with a REST API: ${error.message}`)
  }
}

/** Old trackers ignore the header. A logged-in account gets more parameters. */
async function logIn(asker: Asker): Promise<Readonly<Record<string, string>>> {
  for (const place of ['header', 'query'] as const) {
    asker.sendKeyIn(place)
    try {
      const parameters = await readParameters(asker)
      if (Object.keys(parameters).length > parametersOfEverybody) return parameters
    } catch (error) {
      if (!(error instanceof AskError) || error.kind !== 'refused') throw error
      throw new SourceError(`${asker.url} does not accept the API key: ${error.message}`)
    }
  }
  throw new SourceError(`${asker.url} does not accept the API key`)
}

async function readParameters(asker: Asker): Promise<Readonly<Record<string, string>>> {
  const { parameters } = readAs(parametersAnswer, await asker.get('parameters'), 'parameters')
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, value ?? '']))
}

async function findAccount(asker: Asker): Promise<SourceAccount | undefined> {
  const user = (await whoami(asker)) ?? (await amongAll(asker))
  if (!user) return undefined
  const groups = (user.groups ?? []).map(({ id, name }) => ({ id, name }))
  const editsUsers = groups.some(({ name }) => name === 'editusers' || name === 'admin')
  return { id: user.id, login: user.name, realName: user.real_name, editsUsers, groups }
}

async function whoami(asker: Asker): Promise<UserAnswer | undefined> {
  try {
    const { id } = readAs(person, await asker.get('whoami'), 'whoami')
    return typeof id === 'number' ? (await usersOf(asker, [id]))[0] : undefined
  } catch (error) {
    // Versions before 5.1 have no such thing.
    if (error instanceof AskError && (error.kind === 'refused' || error.status === 404)) return undefined
    throw error
  }
}

/** Saved searches are readable only for the own account. */
async function amongAll(asker: Asker): Promise<UserAnswer | undefined> {
  const page = 200
  for (let first = 1; ; first += page) {
    const ids = Array.from({ length: page }, (_, index) => first + index)
    const users = await usersOf(asker, ids)
    const own = users.find((user) => user.saved_searches !== undefined)
    if (own || users.length === 0) return own
  }
}

async function usersOf(asker: Asker, ids: readonly number[]): Promise<UserAnswer[]> {
  try {
    return readAs(usersAnswer, await asker.get('user', { ids, permissive: 1 }), 'user').users
  } catch (error) {
    if (error instanceof AskError && error.kind === 'refused') return []
    throw error
  }
}
