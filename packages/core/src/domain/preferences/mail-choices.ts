// Choices of users about email, of many at a time.
import type { Reader, Row } from '../../schema/index.js'
import { emailPreferencesIn, emailSetting } from './email.js'
import { waysIn, waysSetting } from './ways.js'

/** The settings of these users that choose which email they get. */
export async function selectMailSettings(tx: Reader, userIds: readonly number[]): Promise<Row<'user_settings'>[]> {
  if (userIds.length === 0) return []
  return tx.select({
    from: 'user_settings',
    where: {
      and: [
        { col: 'user_id', in: userIds },
        { col: 'name', in: [emailSetting, waysSetting] },
      ],
    },
  })
}

/** The choices of each user by such settings. */
export function mailChoicesIn(rows: readonly Row<'user_settings'>[]) {
  const named = (name: string) => rows.filter((row) => row.name === name)
  return { preferences: emailPreferencesIn(named(emailSetting)), ways: waysIn(named(waysSetting)) }
}
