// The people that a search names: by login, by parts of it, by real name.
import { hidesMailHosts, shownLogin, type Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader, Row, Where } from '../../schema/index.js'
import { fold, pagesOf, type PlainWhere } from '../../store/index.js'
import type { Budget } from '../condition/budget.js'
import { always } from '../condition/columns.js'
import type { PeopleWanted } from '../condition/pending.js'
import { createLook, filterRows } from './look.js'
import { mostRowsAtOnce } from './read-values.js'

type Person = Pick<Row<'users'>, 'id' | 'login' | 'login_folded' | 'real_name'>

/**
 * The IDs of matching people, for each question.
 * @throws object_does_not_exist
 */
export async function findPeople(
  tx: Reader,
  call: Call,
  questions: readonly PeopleWanted[],
  budget: Budget,
): Promise<(readonly [PeopleWanted, readonly number[]])[]> {
  const all = questions.map((wanted) => ({ wanted, isMeant: personTest(call, wanted, budget), ids: [] as number[] }))
  for await (const page of pagesOf(tx, queryFor(call, questions))) {
    for (const { isMeant, ids } of all) {
      const people = await filterRows(page as unknown as readonly Person[], isMeant)
      for (const { id } of people) ids.push(id)
    }
  }
  return all.map(({ wanted, ids }) => {
    const { mustExist, field, values } = wanted
    if (mustExist && ids.length === 0)
      throw new TrackerError('object_does_not_exist', { kind: 'user', field, value: values[0] })
    return [wanted, ids]
  })
}

/**
 * Returns the query for possible users. An index narrows it by logins or parts of them, but not by the part of a
 * login that is hidden from the caller.
 */
function queryFor(call: Call, questions: readonly PeopleWanted[]) {
  const where = { or: questions.map((one) => mayBeMeant(one, hidesMailHosts(call))) } as PlainWhere
  const columns = ['id', 'login', 'login_folded', 'real_name']
  return { from: 'users', by: ['id'], where, columns, limit: mostRowsAtOnce }
}

function mayBeMeant({ by, comparison, values }: PeopleWanted, hidesHosts: boolean): Where<'users'> {
  if (by === 'login' && comparison === 'equals') {
    const logins = values.map((value) => fold(value.trim()))
    const whole: Where<'users'> = { col: 'login_folded', in: logins }
    return hidesHosts ? { or: [whole, ...logins.map(startsWithUser)] } : whole
  }
  if (by === 'login' && hidesHosts) return always
  const col = by === 'login' ? 'login_folded' : 'real_name_folded'
  if (comparison === 'substring' || comparison === 'word')
    return { or: values.map((value) => ({ col, contains: fold(value) })) }
  return always
}

/** The logins with this visible part: `A` follows `@`. */
function startsWithUser(visible: string): Where<'users'> {
  return {
    and: [
      { col: 'login_folded', gte: `${visible}@` },
      { col: 'login_folded', lt: `${visible}A` },
    ],
  }
}

/**
 * Returns a test for users. They match by the whole login and by parts of its visible part: parts of a hidden address
 * could be guessed one by one.
 */
function personTest(call: Call, wanted: PeopleWanted, budget: Budget): (person: Person) => boolean | Promise<boolean> {
  const { by, comparison, values } = wanted
  const look = createLook(wanted, budget.passSteps)
  if (by === 'real_name') return (person) => look(person.real_name)
  const logins = new Set(values.map((value) => fold(value.trim())))
  const hidesHosts = hidesMailHosts(call)
  if (comparison === 'equals')
    return ({ login_folded }) => logins.has(login_folded) || (hidesHosts && logins.has(shownLogin(call, login_folded)))
  if (!hidesHosts) return (person) => look(person.login)
  const isWhole = (person: Person) => comparison === 'substring' && logins.has(person.login_folded)
  return (person) => isWhole(person) || look(shownLogin(call, person.login))
}
