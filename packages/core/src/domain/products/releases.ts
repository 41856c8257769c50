// Versions and milestones, which differ in little.
import { insertOne } from '../../schema/insert-one.js'
import * as z from 'zod'
import { createPlan, type Plan } from '../audit/plan.js'
import { auditCreation } from '../audit/write.js'
import type { Milestone, Version } from '../../setup/catalogue.js'
import type { Call } from '../../call/context.js'
import type { NewRow, Writer } from '../../schema/index.js'
import { fold } from '../../store/index.js'
import { requiredName, word } from '../../call/define/inputs.js'
import { maxNameLength, sortKey } from './inputs.js'
import { milestoneDates, releaseView } from './view.js'

/** A version or milestone as its own operations show it. */
const releaseOfProduct = releaseView.extend({
  product: word.meta({ ref: 'product', description: 'Name of the product.' }),
})

export const versionView = releaseOfProduct.meta({
  id: 'Version',
  ref: 'version',
  description: 'A version of a product.',
})
export const milestoneView = releaseOfProduct.extend(milestoneDates).meta({
  id: 'Milestone',
  ref: 'milestone',
  description: 'A milestone of a product.',
})

/** Raises name_blank, name_too_long. */
export const releaseName = (kind: 'version' | 'milestone') => requiredName(kind, maxNameLength)

/** The values that can be updated, beside the name. */
export const releaseValues = {
  is_active: z.boolean().optional().meta({ description: 'Can be selected for bugs.' }),
  sort_key: sortKey.optional().meta({ description: 'Sort position, -32768 to 32767.' }),
}

interface Values {
  readonly name?: string | undefined
  readonly is_active?: boolean | undefined
  readonly sort_key?: number | undefined
}

/** Stores a version or milestone. The caller of this touches the catalogue. */
export async function addRelease(
  tx: Writer,
  call: Call,
  entity: 'versions' | 'milestones',
  release: Omit<NewRow<'milestones'>, 'name_folded'>,
): Promise<number> {
  const id = await insertOne(tx, entity, { ...release, name_folded: fold(release.name) })
  await auditCreation(tx, call, entity, id, release.name)
  return id
}

export function planRelease(before: Version | Milestone, wanted: Values): Plan<'versions'> & Plan<'milestones'> {
  const plan = createPlan<'versions'>()
  plan.change('name', before.name, wanted.name, (name) => ({ name, name_folded: fold(name) }))
  plan.change('is_active', before.is_active, wanted.is_active, (is_active) => ({ is_active }))
  plan.change('sort_key', before.sort_key, wanted.sort_key, (sort_key) => ({ sort_key }))
  return plan
}
