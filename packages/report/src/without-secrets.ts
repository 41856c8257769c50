/** Cuts possible secrets, rather too much than too little: messages of other programs have no common form. */
export function withoutSecrets(text: string): string {
  return (
    text
      .replace(/\s+/g, ' ')
      // Name and password in an address, then its query and fragment.
      .replace(/\/\/[^\s/@]*@/g, '//')
      .replace(/\?[^\s"'<>]+|(?<=[^\s"'(])#[^\s"'<>]+/g, '')
      .replace(/(token|passw|secret|key|bearer|authorization|cookie).*/i, '$1…')
      // Longer than words: tokens without a name.
      .replace(/[\w+=-]{32,}/g, '…')
  )
}
