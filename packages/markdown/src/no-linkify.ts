// Replaces linkify-it in bundles, because `addresses.ts` finds addresses.

/** markdown-it creates one and does not use it. */
export function LinkifyIt(): void {
  // Nothing to set up.
}
