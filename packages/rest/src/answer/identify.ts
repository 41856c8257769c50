// Identifies the caller by the host, and rejects pages of other sites that act for them.
import { isForm } from '../http/request/form.js'
import { requireSameOrigin } from '../http/request/cross-site.js'
import type { HostIdentity } from '../callers/credentials.js'
import { refuseScript, type Routed } from './route.js'
import type { Services } from './services.js'

export interface Identified extends HostIdentity {
  readonly routed: Routed
}

/** @throws cross_site_request, WireError (400), and errors of the host, which are logged */
export async function identify(routed: Routed, { options, origins, isHostAlone }: Services): Promise<Identified> {
  const { request, form, route, askHost } = routed
  // Mail programs send it without credentials, and none are read.
  if (route.form && isForm(request)) return { routed, host: null, isHostAlone: false }
  const host = await askHost?.()
  if (host) {
    // The host may have identified the caller by a cookie.
    if (options.csrf !== false && !origins.isTrusted(request)) requireSameOrigin(request)
    refuseScript(form)
  }
  return { routed, host, isHostAlone }
}
