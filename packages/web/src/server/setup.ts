// The setup page: users with the code become administrators.
import { isTrackerError } from '@trackerkit/client'
import type { SetUpState } from '../state/app.js'
import { setupTexts } from '../texts/english/setup.js'
import { json, plainText, redirect } from './answers.js'
import type { RequestContext } from './request-context.js'
import { createOperations } from './operations.js'
import { renderSetup } from './page.js'
import { readSent, textIn, type SentValues } from './sent.js'
import { setCookie } from './session.js'
import type { SetupGate, SetupInput } from './setup-gate.js'

const longestBody = 500_000

/** The state of the code in the address of a page; undefined after the setup. */
export async function setUpOf({
  site: { setup },
  path,
  url,
  context,
}: RequestContext): Promise<SetUpState | undefined> {
  if (!setup || !(await setup.isOpen())) return undefined
  const code = url.searchParams.get('code') ?? ''
  return path !== '/setup' || code === '' ? 'none' : setup.check(code, context.address)
}

export async function answerSetup(requestContext: RequestContext, setup: SetupGate): Promise<Response> {
  if (requestContext.request.method !== 'POST') return plainText(405, 'Setting up takes POST.', { Allow: 'POST' })
  const sent = await readSent(requestContext, longestBody)
  if (sent instanceof Response) return sent
  const { values, isForm } = sent
  if (!(await setup.isOpen())) return refused(404, 'set_up_already', setupTexts.done)
  const code = textIn(values, 'code')
  const setUp = setup.check(code, requestContext.context.address)
  if (setUp !== 'right') {
    if (isForm) return renderSetup({ ...requestContext, setUp }, 403, { values: {} }, {})
    return setUp === 'wrong'
      ? refused(403, 'setup_code_wrong', setupTexts.wrong)
      : refused(429, 'too_many_attempts', setupTexts.tooMany, { 'Retry-After': '60' })
  }
  try {
    await setup.run(inputOf(values))
    return await loggedIn(requestContext, values, isForm)
  } catch (error) {
    if (!isTrackerError(error)) throw error
    const { code: name, message } = error
    const field = fieldOf(error.data)
    if (!isForm) return json(400, { error: true, code: error.number, name, message, field })
    const { password: _, ...kept } = Object.fromEntries(Object.keys(values).map((key) => [key, textIn(values, key)]))
    return renderSetup({ ...requestContext, setUp }, 400, { values: kept, message, field }, { code })
  }
}

/** Logs in the new administrator. */
async function loggedIn(requestContext: RequestContext, values: SentValues, isForm: boolean): Promise<Response> {
  const { site, cookie, origin, context } = requestContext
  const operations = createOperations(site, { identity: undefined, origin, context }, new Map())
  const credentials = { login: textIn(values, 'login'), password: textIn(values, 'password') }
  const { id, token } = await operations.sessions.create(credentials)
  const headers = { 'Set-Cookie': setCookie(cookie, token, false) }
  if (!isForm) return json(200, { id }, headers)
  return redirect(303, `${site.prefix}/new`, headers)
}

function inputOf(values: SentValues): SetupInput {
  const [name, description] = [textIn(values, 'product'), textIn(values, 'description')]
  return {
    login: textIn(values, 'login'),
    password: textIn(values, 'password'),
    real_name: textIn(values, 'name'),
    // Products require a description; the name is a placeholder.
    product: {
      name,
      description: description.trim() === '' ? name : description,
      component: textIn(values, 'component'),
    },
  }
}

/** The names that the inputs of `setUp` have in the form. */
const formNames: Readonly<Record<string, string>> = {
  real_name: 'name',
  'product.name': 'product',
  'product.description': 'description',
  'product.component': 'component',
}

function fieldOf(data: object): string | undefined {
  if (!('field' in data) || typeof data.field !== 'string') return undefined
  return formNames[data.field] ?? data.field
}

function refused(status: number, name: string, message: string, headers: Readonly<Record<string, string>> = {}) {
  return json(status, { error: true, code: 32000, name, message }, headers)
}
