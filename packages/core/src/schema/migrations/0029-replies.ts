import { int, nullable, type Migration } from '../../store/index.js'

/** Replies to email. Processes that do not know the column send email as before. */
export const replies: Migration = {
  id: 29,
  name: 'replies to email',
  breaking: false,
  steps: [{ addColumn: 'users', name: 'reply_epoch', column: nullable(int()), fill: null }],
}
