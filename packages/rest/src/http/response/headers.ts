/** Headers of every response: content must not run, be framed, or be sniffed as another type. */
export const commonHeaders = {
  Vary: 'Accept',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
} as const
