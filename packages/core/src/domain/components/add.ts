import { auditCreation } from '../audit/write.js'
import type { Call } from '../../call/context.js'
import { insertOne } from '../../schema/insert-one.js'
import type { NewRow, Writer } from '../../schema/index.js'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'
import { fold } from '../../store/index.js'

/** Adds a component. Returns its id. That the name is free in the product is for the caller to make sure. */
export async function addComponent(
  tx: Writer,
  call: Call,
  component: Omit<NewRow<'components'>, 'name_folded'>,
): Promise<number> {
  const id = await insertOne(tx, 'components', { ...component, name_folded: fold(component.name) })
  await auditCreation(tx, call, 'components', id, component.name)
  await bumpCatalogueVersion(tx)
  return id
}
