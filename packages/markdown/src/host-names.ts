// Replaces punycode.js in bundles, because engines encode the names of hosts in addresses.

const hostNames = {
  toASCII(name: string): string {
    return /[^\0-\x7f]/.test(name) ? new URL(`http://${name}`).hostname : name
  },
  /** A link shows its address as it was written. */
  toUnicode(name: string): string {
    return name
  },
}

// oxlint-disable-next-line import/no-default-export -- As markdown-it imports it.
export { hostNames as default }
