// Inputs with codes that were sent by email.
import * as z from 'zod'
import { word } from '../../call/define/inputs.js'

export const codeInput = word.meta({ description: 'Code from the email. Single-use, valid for 30 minutes.' })

export const askedOutput = z.object({}).meta({ description: 'Empty, whether or not an email is sent.' })
