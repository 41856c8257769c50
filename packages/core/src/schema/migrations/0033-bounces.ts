import { int, nullable, time, type Migration } from '../../store/index.js'

/** Bounces of email. Processes that do not know the columns send email as before, and count none. */
export const bounces: Migration = {
  id: 33,
  name: 'bounces of email',
  breaking: false,
  steps: [
    { addColumn: 'users', name: 'bounces', column: nullable(int()), fill: null },
    { addColumn: 'users', name: 'bounced_time', column: nullable(time()), fill: null },
  ],
}
