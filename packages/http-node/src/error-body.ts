// Errors of requests that never reach the API, in its format.

export const jsonType = 'application/json; charset=UTF-8'

export function errorBody(message: string): string {
  return JSON.stringify({ error: true, code: 32000, message })
}
