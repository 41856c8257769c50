// A new product: its row, its first version, its default milestone, and the group that it may get.
import { auditCreation } from '../audit/write.js'
import { addGroup } from '../groups/add.js'
import type { Call } from '../../call/context.js'
import { insertOne } from '../../schema/insert-one.js'
import type { Writer } from '../../schema/index.js'
import { bumpCatalogueVersion, isOn } from '../../setup/catalogue.js'
import { bumpProducts } from '../../setup/product-changes.js'
import { fold } from '../../store/index.js'
import { addRelease } from './releases.js'

interface NewProduct {
  readonly name: string
  readonly description: string
  readonly classification_id: number
  /** The names of the first version and of the milestone that bugs have at first. */
  readonly version: string
  readonly default_milestone: string
  readonly is_active: boolean
  readonly has_unconfirmed: boolean
  readonly bug_description_template?: string | null
}

/** Returns the id. That the name is free is for the caller to make sure. */
export async function addProduct(tx: Writer, call: Call, product: NewProduct): Promise<number> {
  const { name, version, default_milestone, ...values } = product
  const id = await insertOne(tx, 'products', { ...values, name, name_folded: fold(name) })
  await auditCreation(tx, call, 'products', id, name)
  await addRelease(tx, call, 'versions', { ...plainRelease, product_id: id, name: version })
  await addDefaultMilestone(tx, call, id, default_milestone)
  if (isOn(call.catalogue, 'makeproductgroups')) {
    await addProductGroup(tx, call, id, name)
    await bumpCatalogueVersion(tx)
  } else await bumpProducts(tx, [id])
  return id
}

const plainRelease = { sort_key: 0, is_active: true }

async function addDefaultMilestone(tx: Writer, call: Call, product_id: number, name: string): Promise<void> {
  const id = await addRelease(tx, call, 'milestones', { ...plainRelease, product_id, name })
  await tx.update('products', { col: 'id', eq: product_id }, { default_milestone_id: id })
}

/** A group with the product's name, to which its members' bugs belong by default. */
async function addProductGroup(tx: Writer, call: Call, product_id: number, product: string): Promise<void> {
  const name = freeGroupName(call, product)
  const group_id = await addGroup(tx, call, {
    name,
    name_folded: fold(name),
    description: `Access to bugs in ${product}`,
    is_bug_group: true,
    user_regexp: '',
    is_active: true,
  })
  await tx.insert('group_controls', [
    {
      product_id,
      group_id,
      member_control: 'default',
      other_control: 'na',
      entry: false,
      canedit: false,
      editcomponents: false,
      editbugs: false,
      canconfirm: false,
    },
  ])
}

function freeGroupName({ catalogue }: Call, name: string): string {
  let free = name
  for (let number = 1; catalogue.groups.named(free); number++) free = `${name} ${number}`
  return free
}
