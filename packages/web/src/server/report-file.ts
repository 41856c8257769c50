// `/-/report.js`: the form for reports, which pages of other origins load.
import type { Assets } from './assets.js'
import { headerOf } from './request-limits.js'

/** A constant address, so that browsers ask whether it has changed. */
export async function answerReportFile({ built, manifest }: Assets, request: Request): Promise<Response | undefined> {
  const response = await built(manifest.report, headerOf(request, 'accept-encoding') ?? '')
  if (!response) return undefined
  const { headers } = response
  const tag = `"${manifest.report}${headers.get('Content-Encoding') ?? ''}"`
  headers.set('ETag', tag)
  headers.set('Cache-Control', 'public, max-age=3600')
  headers.set('Access-Control-Allow-Origin', '*')
  headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
  if (!isNamed(tag, headerOf(request, 'if-none-match') ?? '')) return response
  for (const name of ['Content-Type', 'Content-Length', 'Content-Encoding']) headers.delete(name)
  return new Response(null, { status: 304, headers })
}

function isNamed(tag: string, tags: string): boolean {
  return tags.split(',').some((one) => ['*', tag].includes(one.trim().replace(/^W\//, '')))
}
