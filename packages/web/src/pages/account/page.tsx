// Where codes out of mails are asked for and used.
export { addressPage as address } from './address.js'
export { registerPage as register } from './register.js'
export { resetPage as reset } from './reset.js'
