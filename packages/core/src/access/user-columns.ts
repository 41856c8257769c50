// The columns of users that answers may show.
import type { Row } from '../schema/index.js'

/** The columns of which a view is made. */
export const userColumns = [
  'id',
  'login',
  'real_name',
  'email_enabled',
  'login_denied_text',
  'bounces',
  'bounced_time',
] as const

export type UserRow = Pick<Row<'users'>, (typeof userColumns)[number]>
