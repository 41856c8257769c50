// A form with one field, which mail programs send. Requests of other forms are refused.
import { WireError } from '../errors.js'
import type { RestRequest } from '../messages.js'
import { headerOf } from './request-limits.js'

/** In bytes. */
const longestForm = 4096

/** Returns true if the content type is that of a form. */
export function isForm(request: Pick<RestRequest, 'headers'>): boolean {
  const type = headerOf(request, 'content-type') ?? ''
  return /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(type)
}

/**
 * Returns the length of the form in bytes.
 * @throws WireError (400, 413)
 */
export async function readForm(
  request: RestRequest,
  { name, value }: { readonly name: string; readonly value: string },
): Promise<number> {
  const body = await request.body(longestForm)
  const type = headerOf(request, 'content-type') ?? ''
  const fields = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData().then(
    (form) => [...form],
    () => [],
  )
  const [field] = fields
  if (fields.length !== 1 || field?.[0] !== name || field[1] !== value)
    throw new WireError(400, `The form must be exactly ${name}=${value}.`)
  return body.length
}
