// The administration: what is there, a list and a form for each kind of thing, and pages of their own for what is no list.
export { audit } from './audit.js'
export { home } from './home.js'
export { list } from './list.js'
export { mail } from './mail.js'
export { parameters } from './parameters.js'
export { newThing, thing } from './thing.js'
export { workflow } from './workflow.js'
