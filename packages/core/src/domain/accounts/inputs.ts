// Inputs with codes that were sent by email.
import { z } from 'zod'
import { word } from '../../call/define/inputs.js'

export const codeInput = word.meta({ description: 'The code out of the mail. It is good once, and for 30 minutes.' })

export const askedOutput = z.object({}).meta({ description: 'Nothing: the same, whether mail is sent or not.' })
