// A login route of the host.
import { logIn } from '../../../sessions.js'

export function POST(): Response {
  return new Response(null, { headers: { 'Set-Cookie': logIn('alice@example.com') } })
}
