/** Texts that only the server needs, so no script contains them. */
export const serverTexts = {
  logInFirst: 'Log in to see this page',
  noAccount: (name: string) => `No account for ${name}`,
  withoutAccount: 'Ask an administrator for an account, or log in as another user.',
  overdue: 'This page took too long to load. Try again in a moment.',
}
