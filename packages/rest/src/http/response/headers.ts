/** On every answer. Nothing that goes out may run, be framed, or be guessed to be something else. */
export const commonHeaders = {
  Vary: 'Accept',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
} as const
