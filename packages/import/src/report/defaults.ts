// Default values of bugs whose source does not specify them.
import type { Tracker } from '@trackerkit/core'
import { fold } from '@trackerkit/core/store'
import { SourceError } from './source-error.js'

/** Default values of a bug. */
export interface Usual {
  readonly product: string
  readonly component: string
  readonly version: string
  readonly target_milestone: string
  /** Groups that each bug of the product is in. */
  readonly mandatoryGroups: readonly string[]
  /** The same, and those for bugs whose groups the source does not name. */
  readonly groups: readonly string[]
  readonly priority: string
  readonly severity: string
  readonly platform: string
  readonly op_sys: string
  /** Statuses of bugs without and with a resolution. */
  readonly open: string
  readonly closed: string
  readonly creator: string
  /** By component, folded. */
  readonly assignees: ReadonlyMap<string, string>
  readonly now: string
}

/** The product and component of the bugs of a source. */
export interface Place {
  readonly product: string
  /** Default: the first one of the product. */
  readonly component?: string | undefined
  /** Reporter of bugs whose source does not name one. */
  readonly creator?: string | undefined
}

/** @throws SourceError for a product or component that there is not */
export async function usualIn(
  tracker: Tracker,
  { product: name, component: wanted, creator }: Place,
  now: string,
): Promise<Usual> {
  const system = tracker.asSystem()
  const { products } = await system.products.get({ names: [name], exclude_fields: ['components.flag_types'] })
  const [product] = products
  if (!product) throw new SourceError(`there is no product ${name}`)
  const component =
    wanted === undefined ? product.components[0] : product.components.find((one) => fold(one.name) === fold(wanted))
  if (wanted !== undefined && !component)
    throw new SourceError(`the product ${product.name} has no component ${wanted}`)
  const [version] = product.versions
  if (!component || !version) throw new SourceError(`the product ${product.name} has no component or no version`)
  const { parameters } = await system.parameters.get()
  const { fields } = await system.fields.get({
    names: ['bug_status', 'priority', 'bug_severity', 'rep_platform', 'op_sys'],
  })
  const valuesOf = (field: string) => fields.find((one) => one.name === field)?.values ?? []
  const usual = (field: string, parameter: string) => parameters[parameter] || (valuesOf(field)[0]?.name ?? '')
  const statuses = valuesOf('bug_status').filter((status) => status.name !== '')
  const statusOf = (isOpen: boolean, preferred: string) =>
    (statuses.find((status) => status.name === preferred) ?? statuses.find((status) => status.is_open === isOpen))
      ?.name ?? preferred
  return {
    ...{
      product: product.name,
      component: component.name,
      version: version.name,
      target_milestone: product.default_milestone,
    },
    ...(await groupsIn(tracker, product.name)),
    ...{ priority: usual('priority', 'defaultpriority'), severity: usual('bug_severity', 'defaultseverity') },
    ...{ platform: usual('rep_platform', 'defaultplatform'), op_sys: usual('op_sys', 'defaultopsys') },
    ...{ open: statusOf(true, 'CONFIRMED'), closed: statusOf(false, 'RESOLVED') },
    creator: creator ?? component.default_assigned_to,
    assignees: new Map(product.components.map((one) => [fold(one.name), one.default_assigned_to])),
    now,
  }
}

/** The reporters are unknown, so a control applies if it does to members of its group or to other users. */
async function groupsIn(tracker: Tracker, product: string): Promise<Pick<Usual, 'groups' | 'mandatoryGroups'>> {
  const system = tracker.asSystem()
  const { group_controls } = await system.groupControls.get({ names: [product] })
  if (group_controls.length === 0) return { groups: [], mandatoryGroups: [] }
  const { groups } = await system.groups.get({ ids: group_controls.map(({ group_id }) => group_id) })
  const active = new Set(groups.flatMap(({ id, is_active }) => (is_active ? [id] : [])))
  const controlled = (...controls: readonly string[]) =>
    group_controls
      .flatMap(({ group, group_id, member_control, other_control }) =>
        active.has(group_id) && [member_control, other_control].some((one) => controls.includes(one)) ? [group] : [],
      )
      .toSorted()
  return { mandatoryGroups: controlled('mandatory'), groups: controlled('mandatory', 'default') }
}
