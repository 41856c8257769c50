// Next.js: the tracker below /tracker.
import { rest } from '../../../../tracker.js'

export const runtime = 'nodejs'
export { rest as GET, rest as HEAD, rest as POST, rest as PUT, rest as DELETE, rest as OPTIONS }
