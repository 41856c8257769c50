// Reassigns the responsibilities of a person before they are erased.
import type { Call, User } from '../../../call/context.js'
import { TrackerError } from '../../../kernel/errors.js'
import type { Row, Writer } from '../../../schema/index.js'
import { bumpCatalogueVersion } from '../../../setup/catalogue.js'
import { compareText, fold } from '../../../store/index.js'
import { createPlan, writePlans } from '../../audit/plan.js'
import { writeBulk } from '../../bugs/write/write-bulk.js'
import { writeParameters } from '../../parameters/write.js'
import type { Forgotten } from './addresses.js'

/** The most IDs that an error lists. */
const mostNamed = 20

/** The responsibilities of a person. */
interface Charge {
  readonly assigned: readonly Row<'bugs'>[]
  readonly tested: readonly Row<'bugs'>[]
  readonly components: readonly Row<'components'>[]
  readonly isMaintainer: boolean
}

/**
 * Reassigns open bugs, components and the maintainer address to another user.
 * @throws still_in_use when there are any and no user is given
 */
export async function handOver(
  tx: Writer,
  call: Call,
  user: Pick<User, 'id' | 'login'>,
  to: Pick<User, 'id' | 'login'> | undefined,
  { pseudonym, addresses }: Forgotten,
): Promise<void> {
  const charge = await findCharge(tx, call, user.id, addresses)
  const { assigned, tested, components, isMaintainer } = charge
  if (assigned.length + tested.length + components.length === 0 && !isMaintainer) return
  if (!to)
    throw new TrackerError('still_in_use', {
      kind: 'account',
      field: 'reassign_to',
      value: user.login,
      by: textOf(call, charge),
    })
  const change = { removed: pseudonym, added: to.login }
  const given = { columns: () => ({ assigned_to_id: to.id }), change: { field: 'assigned_to', ...change } }
  await writeBulk(tx, call, assigned, given)
  // Reload the bugs: writing the assignee has changed their times.
  const ids = tested.map(({ id }) => id)
  const again = ids.length > 0 ? await tx.select({ from: 'bugs', where: { col: 'id', in: ids } }) : []
  const asked = { columns: () => ({ qa_contact_id: to.id }), change: { field: 'qa_contact', ...change } }
  await writeBulk(tx, call, again, asked)
  await writePlans(
    tx,
    call,
    'components',
    components.map((component) => [component.id, planComponent(component, user.id, pseudonym, to)] as const),
  )
  if (isMaintainer) {
    await writeParameters(tx, call, { maintainer: to.login })
    await bumpCatalogueVersion(tx)
  }
}

async function findCharge(tx: Writer, { catalogue }: Call, id: number, addresses: readonly string[]): Promise<Charge> {
  const open = { col: 'is_open', eq: true } as const
  const [assigned, tested, components] = [
    await tx.select({ from: 'bugs', where: { and: [{ col: 'assigned_to_id', eq: id }, open] } }),
    await tx.select({ from: 'bugs', where: { and: [{ col: 'qa_contact_id', eq: id }, open] } }),
    await tx.select({
      from: 'components',
      where: {
        or: [
          { col: 'default_assigned_to_id', eq: id },
          { col: 'default_qa_contact_id', eq: id },
        ],
      },
    }),
  ]
  const isMaintainer = addresses.some((address) => fold(address) === fold(catalogue.parameters.maintainer))
  return { assigned, tested, components, isMaintainer }
}

function planComponent(component: Row<'components'>, id: number, pseudonym: string, to: Pick<User, 'id' | 'login'>) {
  const plan = createPlan<'components'>()
  if (component.default_assigned_to_id === id)
    plan.change('default_assignee', pseudonym, to.login, () => ({ default_assigned_to_id: to.id }))
  if (component.default_qa_contact_id === id)
    plan.change('default_qa_contact', pseudonym, to.login, () => ({ default_qa_contact_id: to.id }))
  return plan
}

function textOf({ catalogue }: Call, { assigned, tested, components, isMaintainer }: Charge): string {
  const bugs = [...new Set([...assigned, ...tested].map(({ id }) => id))].toSorted((a, b) => a - b)
  const names = components
    .map(({ name, product_id }) => `${catalogue.products.get(product_id)?.name} ${name}`)
    .toSorted(compareText)
  const list = (all: readonly (number | string)[], what: string) =>
    all.length === 0
      ? []
      : [
          `${what} ${all.slice(0, mostNamed).join(', ')}${all.length > mostNamed ? ` and ${all.length - mostNamed} more` : ''}`,
        ]
  const parts = [
    ...list(bugs, 'the open bugs'),
    ...list(names, 'the components'),
    ...(isMaintainer ? ['the parameter maintainer'] : []),
  ]
  return `${parts.join('; ')}: name who gets them with reassign_to`
}
