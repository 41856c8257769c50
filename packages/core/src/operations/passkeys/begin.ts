import * as z from 'zod'
import { requireUser } from '../../call/context.js'
import { defineRead } from '../../call/define/operation.js'
import { requireRoom } from '../../domain/passkeys/change.js'
import { pageOrigin } from '../../domain/passkeys/inputs.js'
import {
  algorithms,
  beginFlow,
  creationOptions,
  descriptorsOf,
  passkeysOf,
  requireOrigin,
  userHandle,
} from '../../domain/passkeys/options.js'
import { requireConfirmedSession } from '../../domain/sessions/prove-again.js'

export const beginPasskey = defineRead({
  name: 'passkeys.begin',
  summary: 'Start to add a passkey',
  description:
    'Returns the options with which the browser creates a passkey (`navigator.credentials.create`), and a flow for ' +
    '`passkeys.create`, valid once, for 10 minutes, in this session. Nothing is written.\n\n' +
    'Fails with `login_required` without a session; `param_invalid` for an origin that can have no passkeys; ' +
    '`passkey_not_valid` with 20 passkeys.',
  errors: ['login_required', 'login_flow_not_valid', 'param_invalid', 'passkey_not_valid'],
  examples: [
    {
      title: 'On a page of the tracker',
      code: "const { flow, options } = await alice.passkeys.begin({ origin: 'https://bugs.example.com' })",
    },
  ],
  access: 'required',
  isBeforeSecondFactor: true,
  scope: 'admin',
  // Like `passkeys.create`: a browser would keep a key that is then refused.
  confirms: () => true,
  input: z.strictObject({ origin: pageOrigin }),
  output: z.object({
    flow: z.string().meta({ description: 'Flow, a secret, for `passkeys.create`.' }),
    options: creationOptions.meta({ description: 'Options for `PublicKeyCredential.parseCreationOptionsFromJSON`.' }),
  }),
  async run(tx, input, call) {
    const user = requireUser(call.who)
    const [session_id = null] = await requireConfirmedSession(tx, call)
    const origin = requireOrigin(call, input.origin)
    const passkeys = await passkeysOf(tx, user.id)
    requireRoom(passkeys.length)
    const { flow, rpId, asked } = beginFlow(call, { purpose: 'create', return_to: '', session_id, origin })
    const name = user.login
    const options = {
      ...asked,
      rp: { id: rpId, name: rpId },
      user: { id: userHandle(call, user), name, displayName: user.real_name || name },
      pubKeyCredParams: algorithms,
      excludeCredentials: descriptorsOf(passkeys, rpId),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    }
    return { flow, options }
  },
})
