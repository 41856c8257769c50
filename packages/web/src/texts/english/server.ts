/** Texts that only the server needs, so no script contains them. */
export const serverTexts = {
  logInFirst: 'Log in to see this page',
  overdue: 'This page took too long to load. Try again in a moment.',
}
