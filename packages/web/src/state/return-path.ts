/** An address below the prefix to go back to after logging in, in ASCII: never one of another host. */
export function returnPath(path: string | null): string {
  return path !== null && /^\/(?![/\\])[^\\\x00-\x1f\x7f]*$/.test(path) ? encodedPath(path) : '/'
}

/** A path, with its query and hash, as addresses have them; halves of characters become U+FFFD. */
export function encodedPath(path: string): string {
  const { pathname, search, hash } = new URL(path, 'http://host')
  // Resolving `..` in `/..//name` would lead to another host.
  return pathname.replace(/^\/+/, '/') + search + hash
}
