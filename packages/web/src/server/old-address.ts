// Addresses of Bugzilla: the API has the table of where they lead.
import { redirect } from './answers.js'
import { headerOf } from './request-limits.js'
import type { RequestContext } from './request-context.js'

/** Undefined for addresses that lead nowhere. */
export async function answerOldAddress({
  site,
  request,
  path,
  url,
  origin,
  context,
}: RequestContext): Promise<Response | undefined> {
  if (!/^\/(\w{1,40}\.(cgi|pl)|\d{1,9})$/.test(path)) return undefined
  const { method } = request
  const headers = { Accept: headerOf(request, 'accept') ?? '*/*' }
  const asked = new Request(new URL(path + url.search, origin), { method, headers })
  const { address, peer } = context
  const answer = await site.rest(asked, { address, peer, identity: null, hasPages: true })
  const location = answer.headers.get('location')
  if (answer.status === 302 && location !== null)
    return redirect(302, `${site.prefix}/${location.replace(/^\.\//, '')}`)
  return answer.status === 410 || answer.status === 405 ? answer : undefined
}
