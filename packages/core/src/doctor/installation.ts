import type { Check } from './check.js'

/** Every transaction begins with the one row of the installation. */
export const installationCheck: Check = {
  name: 'installation',
  holds: 'the installation is one row',
  async find(tx, tell) {
    const rows = await tx.select({ from: 'installation', columns: ['id'], limit: 2 })
    if (rows.length === 1 && rows[0]?.id === 1) return
    const text = rows.length === 0 ? 'there is no tracker in the store' : 'there is more than one row, or not number 1'
    await tell({ check: this.name, place: 'installation', text, isRepairable: false })
  },
}
