// Responses of browsers with a passkey, as `toJSON()` of their credentials returns them.
import * as z from 'zod'
import { limited, line, list } from '../../call/define/inputs.js'
import { problem } from '../../call/define/operation.js'

const maxBytes = 8192
const maxKey = 2000
const maxName = 64

const base64url = (most: number) => limited(z.string(), most)
const clientDataJSON = base64url(maxBytes).meta({ description: 'Client data, in base64url.' })
const authenticatorData = base64url(maxBytes).meta({ description: 'Authenticator data, in base64url.' })
const credential = {
  id: base64url(maxKey).meta({ description: 'The ID of the credential, in base64url.' }),
  type: limited(z.string(), maxName).meta({ description: '`public-key`.' }),
}

/** Fields that browsers add are ignored. */
export const signedAnswer = z
  .object({
    ...credential,
    response: z
      .object({
        clientDataJSON,
        authenticatorData,
        signature: base64url(maxKey).meta({ description: 'The signature, in base64url.' }),
        userHandle: base64url(maxKey).nullish().meta({ description: 'The user handle, in base64url.' }),
      })
      .meta({ description: 'The response of the authenticator.' }),
  })
  .meta({ description: 'The response of a passkey, as JSON of the browser.' })

export const registeredKey = z
  .object({
    ...credential,
    response: z
      .object({
        clientDataJSON,
        authenticatorData,
        publicKey: base64url(maxKey).optional().meta({ description: 'The public key as SPKI, in base64url.' }),
        publicKeyAlgorithm: z.int().meta({ description: 'COSE number of the algorithm.' }),
        transports: list(limited(z.string(), maxName), 20)
          .default([])
          .meta({ description: 'Transports to reach the authenticator.' }),
      })
      .meta({ description: 'The response of the authenticator.' }),
  })
  .meta({ description: 'The new passkey, as JSON of the browser.' })

export const passkeyName = limited(line, maxName)
  .refine((text) => text !== '', problem('param_required'))
  .meta({ description: 'The name, 1 to 64 characters.' })

export const pageOrigin = limited(z.string(), maxName * 8)
  .optional()
  .meta({ description: 'The origin of the pages, such as `https://bugs.example.com`; default: that of urlbase.' })
