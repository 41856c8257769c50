// Everything that pages say in a language of people.
import { english } from './english/index.js'

export type Texts = typeof english
export { english }
