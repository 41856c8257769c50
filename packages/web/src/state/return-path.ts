/** An address below the prefix to go back to after logging in: never one of another host. */
export function returnPath(wanted: string | null): string {
  return wanted !== null && /^\/(?![/\\])[^\\\x00-\x1f\x7f]*$/.test(wanted) ? wanted : '/'
}
