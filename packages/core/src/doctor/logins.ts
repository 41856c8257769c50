import type { Check } from './check.js'

export const loginCheck: Check = {
  name: 'logins',
  holds: 'a second factor has the secret of an authenticator app or a passkey',
  async find(tx, tell) {
    const hasPasskey = { some: 'passkeys' } as const
    const where = { and: [{ col: 'secret', eq: '' } as const, { not: hasPasskey }] }
    for (const { user_id } of await tx.select({ from: 'second_factors', where, columns: ['user_id'] })) {
      const place = `second_factors ${user_id}`
      await tell({ check: this.name, place, text: 'it has neither a secret nor a passkey', isRepairable: false })
    }
  },
}
