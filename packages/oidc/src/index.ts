// Logging in with OpenID Connect and GitHub.
export { oidc, type OidcOptions } from './oidc.js'
export { gitlab, google, keycloak, microsoft, type PresetOptions } from './presets.js'
export { github, type GithubOptions } from './github.js'
export type { Fetch } from './limited-fetch.js'
