// Runs before the pages, on server and client: switches them to the test language.
import { english } from '../src/texts/english/index.js'
import { mainTexts } from '../src/texts/index.js'
import { makeForeign } from './foreign.js'

const done = new WeakSet<object>()
makeForeign(mainTexts, done)
for (const part of Object.values(english)) if (typeof part === 'object') makeForeign(part, done)
