// Takes the place of linkify-it in what is built of markdown-it: addresses are found by `addresses.ts`.

/** markdown-it creates one, and never asks it. */
export function LinkifyIt(): void {
  // Nothing to set up.
}
