// The user setting for searching words of a quicksearch in comments too.
import type { Caller } from '../../call/context.js'
import type { Reader, Where, Writer } from '../../schema/index.js'

const setting = 'quicksearch_fulltext'

/** Returns the caller's setting. Default: true. */
export async function wantsFullText(tx: Reader, { user }: Pick<Caller, 'user'>): Promise<boolean> {
  if (!user) return true
  const [chosen] = await tx.select({ from: 'user_settings', where: settingOf(user.id) })
  return chosen?.value !== false && chosen?.value !== 'off'
}

export async function storeWantsFullText(tx: Writer, userId: number, isWanted: boolean): Promise<void> {
  await tx.delete('user_settings', settingOf(userId))
  if (!isWanted) await tx.insert('user_settings', [{ user_id: userId, name: setting, value: false }])
}

function settingOf(userId: number): Where<'user_settings'> {
  return {
    and: [
      { col: 'user_id', eq: userId },
      { col: 'name', eq: setting },
    ],
  }
}
