// Rights that tests give, as an administrator would.
import { bumpCatalogueVersion } from '../src/setup/catalogue.js'
import { inStore } from './bug-rows.js'
import type { World } from './harness.js'

/** Members of 'secret', such as ivan, administer the products that have a control for the group: Widgets and Vault. */
export async function grantProducts({ store }: World): Promise<void> {
  await inStore(store, async (tx) => {
    await tx.update('group_controls', { and: [] }, { editcomponents: true })
    await bumpCatalogueVersion(tx)
  })
}
