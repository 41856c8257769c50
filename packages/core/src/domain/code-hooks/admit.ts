// The code hook behind a request: the one whose secret has signed it.
import * as z from 'zod'
import { folderUrl } from '../../access/bug-url.js'
import { mayAct } from '../../auth/may-act.js'
import { defineRead } from '../../call/define/operation.js'
import type { CodeHost, Headers } from '../../code/code-event.js'
import { isSigned } from '../../code/verify.js'
import { TrackerError } from '../../kernel/errors.js'
import { validSecrets } from '../webhooks/secrets.js'
import type { CodeHook } from './find.js'

/** A request of a git host. */
export interface CodeRequest {
  readonly host: CodeHost
  readonly headers: Headers
  readonly body: Uint8Array
}

export interface Admitted {
  readonly hook: Omit<CodeHook, 'secrets'>
  /** The address of the tracker, with a slash at its end; blank where it is not configured. */
  readonly urlbase: string
  /** True if there is a flag type `qe-verify`. */
  readonly hasQeVerify: boolean
}

/** No public operation: deliveries of hosts run it first. */
export const admitCode = defineRead({
  name: 'codeHooks.admit',
  summary: 'Find the code hook that has signed a request',
  description: 'Finds the enabled code hook whose secret has signed a request, if its account may do anything.',
  errors: ['code_hook_signature'],
  access: 'exempt',
  input: z.custom<CodeRequest>(),
  output: z.custom<Admitted>(),
  async run(tx, request, call) {
    const { host } = request
    const where = { and: [{ col: 'host', eq: host } as const, { col: 'is_enabled', eq: true } as const] }
    const hooks = await tx.select({ from: 'code_hooks', where, order: [{ col: 'id' }] })
    const found = hooks.find(({ secrets }) => isSigned(request, validSecrets(secrets, call.now), call.now))
    if (!found || !(await mayAct(tx, call, found.user_id))) throw new TrackerError('code_hook_signature')
    const { secrets: _kept, ...hook } = found
    const urlbase = folderUrl(call.catalogue)
    const hasQeVerify = [...call.catalogue.flagTypes.values()].some(({ name }) => name === 'qe-verify')
    return { hook, urlbase, hasQeVerify }
  },
})
