// Logging in with OpenID Connect.
export { oidc, type OidcOptions } from './oidc.js'
