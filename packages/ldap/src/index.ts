// Passwords that an LDAP directory checks.
export { ldap, type LdapOptions, type LdapSource } from './ldap.js'
