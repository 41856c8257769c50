// A route of the program's own: somebody logs in.
import { logIn } from '../../../sessions.js'

export function POST(): Response {
  return new Response(null, { headers: { 'Set-Cookie': logIn('alice@example.com') } })
}
