// The administration: an overview, a list and a form for each type of object, and separate pages for the
// rest.
export { audit } from './audit.js'
export { held } from './held.js'
export { home } from './home.js'
export { inbound } from './inbound.js'
export { list } from './list.js'
export { mail } from './mail.js'
export { parameters } from './parameters.js'
export { newThing, thing } from './thing.js'
export { workflow } from './workflow.js'
