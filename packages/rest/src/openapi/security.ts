// Security schemes of OpenAPI for the credentials that the API accepts.
import type { Access } from '@trackerkit/core/operations'

const header = (name: string, description: string) => ({ type: 'apiKey', in: 'header', name, description })
const query = (name: string, description: string) => ({ type: 'apiKey', in: 'query', name, description })

export const securitySchemes = {
  apiKeyHeader: header('X-TRACKER-API-KEY', 'An API key. `X-BUGZILLA-API-KEY` means the same.'),
  apiKeyQuery: query(
    'api_key',
    'An API key. `Tracker_api_key` and `Bugzilla_api_key` are equivalent, and all of them can also be in the ' +
      'body.',
  ),
  bearer: { type: 'http', scheme: 'bearer', description: 'An API key or the token of a session.' },
  tokenHeader: header('X-TRACKER-TOKEN', 'The token of a session (GET /login). `X-BUGZILLA-TOKEN` means the same.'),
  tokenQuery: query(
    'token',
    'The token of a session. `Tracker_token` and `Bugzilla_token` are equivalent, and all of them can also be in ' +
      'the body.',
  ),
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'Login name and password; with two-factor authentication the header `X-TRACKER-OTP` too.',
  },
  loginHeader: header('X-TRACKER-LOGIN', 'The login name; with the password. `X-BUGZILLA-LOGIN` means the same.'),
  passwordHeader: header('X-TRACKER-PASSWORD', 'The password. `X-BUGZILLA-PASSWORD` means the same.'),
  otpHeader: header(
    'X-TRACKER-OTP',
    'With two-factor authentication: the one-time password, beside a login name and password. `X-BUGZILLA-OTP` means the same.',
  ),
  loginQuery: query('login', 'The login name; with the password. `Tracker_login` and `Bugzilla_login` mean the same.'),
  passwordQuery: query('password', 'The password. `Tracker_password` and `Bugzilla_password` mean the same.'),
  otpQuery: query('otp', 'The one-time password, beside both. `Tracker_otp` and `Bugzilla_otp` mean the same.'),
}

type Requirement = { readonly [S in keyof typeof securitySchemes]?: readonly never[] }

const anyCredential: readonly Requirement[] = [
  { apiKeyHeader: [] },
  { apiKeyQuery: [] },
  { bearer: [] },
  { tokenHeader: [] },
  { tokenQuery: [] },
  { basic: [] },
  { loginHeader: [], passwordHeader: [] },
  { loginHeader: [], passwordHeader: [], otpHeader: [] },
  { basic: [], otpHeader: [] },
  { loginQuery: [], passwordQuery: [] },
  { loginQuery: [], passwordQuery: [], otpQuery: [] },
]

/** The empty requirement is that of the logged out. */
export function securityFor(access: Access): readonly Requirement[] {
  return access === 'required' ? anyCredential : [{}, ...anyCredential]
}
