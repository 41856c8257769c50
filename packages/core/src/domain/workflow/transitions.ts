// The transitions between statuses, as inputs and answers name them.
import * as z from 'zod'
import type { Catalogue, LegalValue } from '../../setup/catalogue.js'
import { TrackerError } from '../../kernel/errors.js'
import { fold } from '../../store/index.js'

/** Stands for a bug that is being filed. */
export const unfiled = 0

export const transitionView = z
  .object({
    from: z.string().meta({ description: 'Current status; empty for a new bug.' }),
    to: z.string().meta({ description: 'Next status.' }),
    comment_required: z.boolean().meta({ description: 'The transition requires a comment.' }),
  })
  .meta({ id: 'Transition', description: 'A transition from one status to another.' })

export interface Transition {
  readonly from: number
  readonly to: number
}

function statusesOf(catalogue: Catalogue): readonly LegalValue[] {
  return catalogue.fields.named('bug_status')?.values ?? []
}

/** All transitions there are, in the order of the statuses. */
export function viewTransitions(catalogue: Catalogue): z.output<typeof transitionView>[] {
  const statuses = statusesOf(catalogue)
  const starts = [{ id: unfiled, name: '' }, ...statuses]
  return starts.flatMap((from) =>
    statuses.flatMap((to) => {
      const comment_required = catalogue.workflow.get(from.id)?.get(to.id)
      return comment_required === undefined ? [] : [{ from: from.name, to: to.name, comment_required }]
    }),
  )
}

/**
 * The statuses that a transition names.
 * @throws object_does_not_exist, illegal_value for a transition from a status to itself
 */
export function requireTransition(
  catalogue: Catalogue,
  transition: { from: string; to: string },
  field: string,
): Transition {
  const statusNamed = (key: string, name: string) => {
    const status = statusesOf(catalogue).find((one) => one.name_folded === fold(name.trim()))
    if (status) return status
    throw new TrackerError('object_does_not_exist', { kind: 'status', field: `${field}.${key}`, value: name })
  }
  const from = transition.from.trim() === '' ? unfiled : statusNamed('from', transition.from).id
  const to = statusNamed('to', transition.to)
  if (to.id !== from) return { from, to: to.id }
  throw new TrackerError('illegal_value', { field: `${field}.to`, value: to.name, accepted: 'another status' })
}
